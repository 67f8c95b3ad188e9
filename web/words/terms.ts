/** Names that are the same in every language: code, and the addresses of documentation. */

export const fixedTerms = {
  errorNames: {
    "pytorch-cpu": "IndexError",
    "pytorch-cuda": "device-side assert",
    "tensorflow-cpu": "InvalidArgumentError",
    numpy: "IndexError",
  } as Readonly<Record<string, string>>,
  sources: {
    "pytorch-cpu": "https://docs.pytorch.org/docs/stable/generated/torch.nn.functional.embedding.html",
    "pytorch-cuda": "https://github.com/pytorch/pytorch/issues/151918",
    "tensorflow-cpu": "https://www.tensorflow.org/api_docs/python/tf/gather",
    "tensorflow-gpu": "https://www.tensorflow.org/api_docs/python/tf/gather",
    "jax-index": "https://docs.jax.dev/en/latest/notebooks/Common_Gotchas_in_JAX.html",
    "jax-take": "https://docs.jax.dev/en/latest/_autosummary/jax.numpy.take.html",
    numpy: "https://numpy.org/doc/stable/user/basics.indexing.html",
    "typed-array":
      "https://developer.mozilla.org/en-US/docs/Web/JavaScript/Reference/Global_Objects/TypedArray",
    "c-array": "https://en.cppreference.com/w/c/language/behavior",
  },
} as const;
