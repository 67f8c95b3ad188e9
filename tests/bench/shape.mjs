/** GPT-2 small, with the keys of its published configuration. */
export const shape = { vocab_size: 50257, n_positions: 1024, n_embd: 768, n_layer: 12, n_head: 12 };
