import type { LabWords } from "../lab.js";

export interface ShapesWords extends LabWords {
  readonly batch: string;
  readonly length: string;
  readonly position: string;
  readonly vector: (position: number) => string;
  readonly table: string;
  readonly sequence: string;
  readonly sum: (sentence: number, words: string) => string;
  readonly row: string;
  readonly counts: string;
  readonly object: string;
  readonly shape: string;
  readonly numbers: string;
  readonly names: readonly [string, string, string, string];
  readonly seen: (batch: number, fetched: number, sums: number) => string;
}

export const words: { zh: ShapesWords; en: ShapesWords } = {
  zh: {
    title: "用形状说一遍",
    idea: "一个位置是一个向量 [n_embd]；一句话的位置排成矩阵 [T, n_embd]，它的行都取自位置表 [n_positions, n_embd]；一批 B 句话是 [B, T, n_embd]。数还是那些数，只是摆法不同。",
    tryThis: "把 B 从 1 拖到 4：位置的那张 [T, n_embd] 没有变多，它对每一句都加一遍，这叫广播。再拖 T 到 8：这时句子正好用完整张表。",
    batch: "B（几句话）",
    length: "T（每句几个词元）",
    position: "看哪个位置",
    vector: (position) => `wpe 的第 ${position} 行：一个向量`,
    table: "wpe：整张位置表",
    sequence: "取出的 T 行：一个矩阵",
    sum: (sentence, text) => `X⁽⁰⁾[${sentence}] = wte 的行 + 同一个矩阵：${text}`,
    row: "行",
    counts: "各有多少个数",
    object: "是什么",
    shape: "形状",
    numbers: "个数",
    names: ["一个位置", "一句话的位置", "位置表", "一批 X⁽⁰⁾"],
    seen: (batch, fetched, sums) =>
      batch === 1
        ? `位置矩阵有 ${fetched} 个数，X⁽⁰⁾ 也有 ${sums} 个：一句话时两边形状相同，逐格相加。`
        : `位置矩阵只有 ${fetched} 个数，X⁽⁰⁾ 有 ${sums} 个：同一个矩阵对 ${batch} 句话各加了一遍，没有复制进内存。`,
  },
  en: {
    title: "Say it in shapes",
    idea: "One position is a vector [n_embd]. The positions of a sentence make a matrix [T, n_embd], its rows taken from the table [n_positions, n_embd]. A batch of B sentences is [B, T, n_embd]. The numbers stay the same; only their arrangement changes.",
    tryThis: "Drag B from 1 to 4: the [T, n_embd] of positions does not grow. It is added to every sentence in turn, which is called broadcasting. Then drag T to 8, where a sentence uses up the whole table.",
    batch: "B (sentences)",
    length: "T (tokens in each)",
    position: "Position to follow",
    vector: (position) => `Row ${position} of wpe: one vector`,
    table: "wpe: the whole table",
    sequence: "The T rows fetched: a matrix",
    sum: (sentence, text) => `X⁽⁰⁾[${sentence}] = rows of wte + the same matrix: ${text}`,
    row: "row",
    counts: "How many numbers each holds",
    object: "object",
    shape: "shape",
    numbers: "numbers",
    names: ["one position", "the positions of a sentence", "the position table", "a batch X⁽⁰⁾"],
    seen: (batch, fetched, sums) =>
      batch === 1
        ? `The position matrix holds ${fetched} numbers and so does X⁽⁰⁾ (${sums}): for one sentence both shapes agree and are added cell by cell.`
        : `The position matrix holds only ${fetched} numbers, X⁽⁰⁾ holds ${sums}: the same matrix was added to each of ${batch} sentences, without being copied.`,
  },
};
