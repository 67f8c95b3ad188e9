import type { IndexError } from "../../runtime/tinygpt-laboratories.js";
import { integer } from "../../stepper/numbers.js";
import type { LabWords } from "../lab.js";
import type { Term } from "./ways.js";

type Way = "prefill" | "decode" | "chunked" | "packed" | "padded" | "batch";

export interface PositionsWords extends LabWords {
  readonly way: string;
  readonly ways: Readonly<Record<Way, string>>;
  readonly about: Readonly<Record<Way, string>>;
  readonly length: string;
  readonly past: string;
  readonly fresh: string;
  readonly offset: string;
  readonly chunk: string;
  readonly sentences: string;
  readonly joined: string;
  readonly mask: string;
  readonly maskHint: string;
  readonly rule: string;
  readonly rules: Readonly<Record<"gpt2" | "opt" | "roberta", string>>;
  readonly fill: string;
  readonly again: string;
  readonly pasts: string;
  readonly pastsHint: string;
  readonly ruleName: string;
  readonly place: string;
  readonly placeName: (place: number) => string;
  readonly terms: Readonly<Record<Term, string>>;
  readonly rowsCaption: (sequence: number, count: number) => string;
  readonly cached: string;
  readonly got: string;
  readonly right: string;
  readonly outside: (error: IndexError) => string;
  readonly weights: string;
  readonly weightsNote: (joined: boolean) => string;
  readonly seenPrefill: (last: number) => string;
  readonly seenDecode: (first: number) => string;
  readonly seenOff: (got: number, right: number) => string;
  readonly seenOutside: (index: number, size: number) => string;
  readonly seenChunked: (same: boolean, chunks: number) => string;
  readonly seenPacked: (alike: number, of: number, joined: boolean) => string;
  readonly seenPadded: (rows: readonly number[], wrong: number) => string;
  readonly seenBatch: (positions: readonly number[]) => string;
}

export const words: { zh: PositionsWords; en: PositionsWords } = {
  zh: {
    title: "position_ids 从哪里来",
    idea: "位置不写在词里，是程序数出来的：预填充时从 0 数起，解码时接着缓存往下数，打包和填充时各有各的数法。数错了不会报错，只是取到 wpe 的另一行。",
    tryThis: "选“解码”，把“数错多少”拖到 −1：position_ids 少了 1，X⁽⁰⁾ 的每个数都变了，没有任何报错。再选“打包”，把几句话连成一行，看谁的结果和单独计算时不再相同。",
    way: "怎么来",
    ways: {
      prefill: "预填充",
      decode: "解码",
      chunked: "分块预填充",
      packed: "打包",
      padded: "左填充",
      batch: "一批，缓存不等长",
    },
    about: {
      prefill: "整句一次读入，T 个词元的位置是 0 到 T−1。",
      decode: "前面的词已在 KV 缓存里，新词接着数：从 past_length 开始。",
      chunked: "长句分几块读入，每一块都当作缓存之后的新词。",
      packed: "几句短话拼进一行，省去填充。每句的位置各从 0 数起，注意力也只看本句。",
      padded: "短句左边补 pad 凑齐长度，位置由 attention_mask 数出来：1 是词，0 是 pad。",
      batch: "同批的几句话进度不同，各自的新词用各自的 past_length。",
    },
    length: "T（词元数）",
    past: "past_length（缓存里的词）",
    fresh: "T（新词元数）",
    offset: "数错多少",
    chunk: "每块几个",
    sentences: "每句的长度",
    joined: "当成一整行来数（错误的做法）",
    mask: "attention_mask（点一下换 0 或 1）",
    maskHint: "1 是词，0 是 pad，最多 8 项。",
    rule: "哪家的规则",
    rules: { gpt2: "GPT-2", opt: "OPT", roberta: "RoBERTa" },
    fill: "pad 的位置填",
    again: "再乘一次 mask",
    pasts: "每句的 past_length",
    pastsHint: "最多 4 句，每项 0 到 7。",
    ruleName: "规则：",
    place: "第几格（从 0 数）",
    placeName: (place) => `第 ${place} 格`,
    terms: {
      words: "词",
      chunk: "第几块",
      sentence: "第几句",
      mask: "mask",
      cumsum: "cumsum(mask)",
      "times-mask": "× mask",
      "minus-1": "− 1",
      "plus-2": "+ 2",
      "plus-padding": "+ padding_idx",
      fill: "pad 填",
      arange: "arange",
      past_length: "past_length",
      offset: "数错",
      result: "取 wpe 的行",
      right: "应该取的行",
    },
    rowsCaption: (sequence, count) => (count === 1 ? "逐格算一遍" : `第 ${sequence} 句`),
    cached: "缓存",
    got: "这样数，得到的 X⁽⁰⁾",
    right: "数对时的 X⁽⁰⁾",
    outside: ({ table, index, size }) =>
      `越界：${table} 只有 ${size} 行（0 到 ${size - 1}），没有第 ${integer(index)} 行。`,
    weights: "第 0 个头的注意力权重",
    weightsNote: (joined) =>
      joined
        ? "空格是掩码挡住的：只能看自己和前面的词，前面几句也混了进来。"
        : "空格是掩码挡住的：只能看自己和前面的词，而且只看本句。",
    seenPrefill: (last) => `最后一个词的位置是 ${last}，不是 ${last + 1}：从 0 数起。`,
    seenDecode: (first) => `新词从位置 ${first} 数起，正好接在缓存后面。`,
    seenOff: (got, right) =>
      `第一个新词该取第 ${right} 行，取成了第 ${got} 行。没有报错，只是后面全用错的数计算。`,
    seenOutside: (index, size) =>
      `第 ${integer(index)} 行不存在：这次有报错。表有 ${size} 行，越界是唯一会被发现的错。`,
    seenChunked: (same, chunks) =>
      same ? `分 ${chunks} 块读入，得到的位置和一次读入完全相同。` : "分块的位置和一次读入不同。",
    seenPacked: (alike, of, joined) =>
      joined
        ? `${of} 句话里有 ${alike} 句的结果和单独计算时逐位相同：只有第一句的位置没有变。`
        : `${of} 句话里有 ${alike} 句的结果和单独计算时逐位相同：打包没有改变任何一句。`,
    seenPadded: (rows, wrong) =>
      wrong === 0
        ? `取到的行是 ${rows.join("、")}。pad 取哪一行无所谓，掩码会把它挡住；要紧的是词的行不受 pad 影响。`
        : `取到的行是 ${rows.join("、")}。少乘一次 mask，有 ${wrong} 个 pad 取成了最后一个词的行。`,
    seenBatch: (positions) =>
      `各句新词的位置是 ${positions.join("、")}：一批里不能共用一个 past_length。`,
  },
  en: {
    title: "Where position_ids come from",
    idea: "A word does not carry its position; the program counts it. Prefill counts from 0, decoding counts on from the cache, packing and padding each have a rule of their own. A wrong count raises nothing: it only fetches another row of wpe.",
    tryThis: "Choose decoding and drag the slip to −1: every position_id is one too small, every number of X⁽⁰⁾ changes, and nothing complains. Then choose packing, join the sentences into one row, and see which of them no longer comes out as it does alone.",
    way: "How they arise",
    ways: {
      prefill: "prefill",
      decode: "decoding",
      chunked: "prefill in chunks",
      packed: "packing",
      padded: "left padding",
      batch: "a batch with unequal caches",
    },
    about: {
      prefill: "The whole sentence is read at once: T tokens take the positions 0 to T − 1.",
      decode: "Earlier words are in the KV cache already; new ones count on from past_length.",
      chunked: "A long text is read in pieces, each treated as new words behind the cache.",
      packed: "Short sentences share one row, which saves padding. Each counts from 0 again, and attention stays within its sentence.",
      padded: "Short sentences get pads on their left. Positions are counted from attention_mask: 1 is a word, 0 a pad.",
      batch: "Sentences of one batch have come to different lengths; each new word uses its own past_length.",
    },
    length: "T (tokens)",
    past: "past_length (words in the cache)",
    fresh: "T (new tokens)",
    offset: "miscount by",
    chunk: "tokens in a chunk",
    sentences: "length of each sentence",
    joined: "count as one long row (the wrong way)",
    mask: "attention_mask (press to change)",
    maskHint: "1 is a word, 0 a pad; at most 8.",
    rule: "whose rule",
    rules: { gpt2: "GPT-2", opt: "OPT", roberta: "RoBERTa" },
    fill: "pads take position",
    again: "multiply by the mask again",
    pasts: "past_length of each sentence",
    pastsHint: "At most 4 sentences, each 0 to 7.",
    ruleName: "Rule: ",
    place: "place (from 0)",
    placeName: (place) => `place ${place}`,
    terms: {
      words: "word",
      chunk: "chunk",
      sentence: "sentence",
      mask: "mask",
      cumsum: "cumsum(mask)",
      "times-mask": "× mask",
      "minus-1": "− 1",
      "plus-2": "+ 2",
      "plus-padding": "+ padding_idx",
      fill: "pads take",
      arange: "arange",
      past_length: "past_length",
      offset: "slip",
      result: "row of wpe",
      right: "row it should be",
    },
    rowsCaption: (sequence, count) => (count === 1 ? "Place by place" : `Sentence ${sequence}`),
    cached: "cached",
    got: "X⁽⁰⁾ with this count",
    right: "X⁽⁰⁾ with the right count",
    outside: ({ table, index, size }) =>
      `Out of range: ${table} has ${size} rows (0 to ${size - 1}) and no row ${integer(index)}.`,
    weights: "Attention weights of head 0",
    weightsNote: (joined) =>
      joined
        ? "Empty cells are masked: a word looks at itself and at all earlier words, so other sentences mix in."
        : "Empty cells are masked: a word looks at itself and at earlier words, of its own sentence only.",
    seenPrefill: (last) => `The last word is at position ${last}, not ${last + 1}: counting starts at 0.`,
    seenDecode: (first) => `The new words start at position ${first}, right behind the cache.`,
    seenOff: (got, right) =>
      `The first new word should fetch row ${right} and fetches row ${got}. Nothing is raised; all that follows is computed from the wrong numbers.`,
    seenOutside: (index, size) =>
      `There is no row ${integer(index)}, so this time there is an error. The table has ${size} rows; leaving it is the only slip that gets noticed.`,
    seenChunked: (same, chunks) =>
      same
        ? `Read in ${chunks} chunks, the positions are exactly those of a single prefill.`
        : "The chunks give other positions than a single prefill.",
    seenPacked: (alike, of, joined) =>
      joined
        ? `${alike} of ${of} sentences come out as they do alone, to the bit: only the first kept its positions.`
        : `${alike} of ${of} sentences come out as they do alone, to the bit: packing changed none of them.`,
    seenPadded: (rows, wrong) =>
      wrong === 0
        ? `The rows fetched are ${rows.join(", ")}. Which row a pad takes hardly matters, since the mask hides it; what matters is that pads do not move the words.`
        : `The rows fetched are ${rows.join(", ")}. Without the second multiplication, ${wrong} pads fetch the row of the last word.`,
    seenBatch: (positions) =>
      `The new words are at positions ${positions.join(", ")}: a batch cannot share one past_length.`,
  },
};
