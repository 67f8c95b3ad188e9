import type { LabWords } from "../lab.js";
import type { PartRole, TensorRole } from "./parts.js";

export interface ParametersWords extends LabWords {
  readonly own: string;
  readonly sizes: Readonly<Record<"n_layer" | "n_embd" | "n_positions" | "vocab_size", string>>;
  readonly models: string;
  readonly source: string;
  readonly columns: readonly [string, string, string, string, string];
  readonly bar: (model: string, share: string) => string;
  readonly barWords: string;
  readonly barLayers: (count: number) => string;
  readonly barPositions: (share: string) => string;
  readonly sum: (model: string) => string;
  readonly sumColumns: readonly [string, string, string, string];
  readonly part: string;
  readonly total: string;
  readonly roles: Readonly<Record<PartRole, string>>;
  /** What only this model's table or sum needs said; by model_type. */
  readonly tiedWords: string;
  readonly offsetPositions: string;
  readonly patchPositions: (side: number) => string;
  readonly inside: (part: string) => string;
  readonly insideColumns: readonly [string, string, string];
  readonly tensors: Readonly<Record<TensorRole, string>>;
  readonly cross: (text: string) => string;
  readonly layerTotal: string;
  readonly storage: string;
  readonly storageColumns: readonly [string, string];
  readonly kinds: readonly [string, string, string];
  readonly storageNote: string;
  readonly seen: (facts: {
    /** null: the reader's own. */
    model: string | null;
    position: string;
    total: string;
    share: string;
    perLayer: string;
    bothSides: boolean;
  }) => string;
}

export const words: { zh: ParametersWords; en: ParametersWords } = {
  zh: {
    title: "位置表占多少参数",
    idea: "位置表是 [n_positions, n_embd] 的一张表，参数就是两个数的乘积。它与层数无关：模型越深，它占的份额越小。",
    tryThis: "选“自己配”，把层数从 12 拖到 96：总数涨到好几倍，位置表一个参数也没有多。再拖 n_positions：这回才是位置表变大。",
    own: "自己配（GPT-2 的结构）",
    sizes: {
      n_layer: "n_layer（层数）",
      n_embd: "n_embd（向量长度）",
      n_positions: "n_positions（位置表行数）",
      vocab_size: "vocab_size（词表行数）",
    },
    models: "选一个模型",
    source: "各个数取自模型公开的 config.json；GPT-3 取自论文（arXiv 2005.14165）的表 2.1。分类头、预训练用的头不算在内。",
    columns: ["占比", "位置表参数", "全部参数", "形状", "模型"],
    bar: (model, share) => `${model} 的全部参数排成一条，位置表占 ${share}`,
    barWords: "词表",
    barLayers: (count) => `${count} 层`,
    barPositions: (share) => `位置表 ${share}`,
    sum: (model) => `${model}：逐项相加`,
    sumColumns: ["算式", "参数", "占比", "是什么"],
    part: "部分",
    total: "合计",
    roles: {
      words: "词嵌入表，每个词元一行",
      positions: "位置表，每个位置一行",
      fixedPositions: "编码器的正弦位置表：算好后存着，不训练，不算位置参数",
      tokenTypes: "句子 A、句子 B 各一行",
      embeddingNorm: "嵌入之后的 LayerNorm：每维一个 γ、一个 β",
      projection: "词向量比模型窄，进出各投影一次",
      convolution: "把声谱变成向量的卷积",
      patches: "把一个图块变成一个向量",
      classToken: "类别词元自己的向量",
      layers: "注意力、MLP 和 LayerNorm，每层一样大",
      finalNorm: "最后一层之后的 LayerNorm",
      pooler: "句首向量再过一个线性层",
    },
    tiedWords: "；输出头也用它，不另算",
    offsetPositions: "；比 max_position_embeddings 多 2 行，位置号先加 2 再查",
    patchPositions: (side) => `：${side} × ${side} 个图块，再加一个类别词元`,
    inside: (part) => `一层 ${part} 里有什么`,
    insideColumns: ["算式", "参数", "是什么"],
    tensors: {
      norm: "LayerNorm，每维一个 γ、一个 β",
      qkv: "一次算出 Q、K、V 的权重和偏置",
      q: "算查询 Q",
      k: "算键 K",
      v: "算值 V",
      attentionOut: "把各个头合起来",
      up: "MLP 第一步：变宽",
      down: "MLP 第二步：变回来",
    },
    cross: (text) => `看编码器的注意力：${text}`,
    layerTotal: "一层",
    storage: "存下来要多大",
    storageColumns: ["位置表", "整个模型"],
    kinds: ["F32，每个数 4 字节", "F16，每个数 2 字节", "int8，每个数 1 字节"],
    storageNote: "1 MB 是 1,000,000 字节；int8 另需的缩放系数没有算。",
    seen: ({ model, position, total, share, perLayer, bothSides }) =>
      `${model === null ? "这个模型" : `${model} `}的位置表有 ${position} 个参数，是全部 ${total} 个的 ${share}。${bothSides ? "编码器、解码器各加一层" : "再加一层"}，总数多 ${perLayer} 个，位置表一个不多。`,
  },
  en: {
    title: "What the position table costs",
    idea: "The position table is [n_positions, n_embd]: its parameters are the product of those two numbers. Layers do not enter, so the deeper a model, the smaller the table’s share.",
    tryThis: "Choose “your own” and drag the layers from 12 to 96: the total grows several times over, the table by not one parameter. Then drag n_positions: only now does the table grow.",
    own: "your own (built like GPT-2)",
    sizes: {
      n_layer: "n_layer (layers)",
      n_embd: "n_embd (length of a vector)",
      n_positions: "n_positions (rows of the position table)",
      vocab_size: "vocab_size (rows of the word table)",
    },
    models: "Choose a model",
    source: "Sizes are those of each model’s published config.json; GPT-3’s are from the paper (arXiv 2005.14165, table 2.1). Heads for classification or pre-training alone are left out.",
    columns: ["share", "position table", "whole model", "shape", "model"],
    bar: (model, share) => `All parameters of ${model} in one bar; the position table takes ${share}`,
    barWords: "words",
    barLayers: (count) => `${count} layers`,
    barPositions: (share) => `positions ${share}`,
    sum: (model) => `${model}, summed term by term`,
    sumColumns: ["sizes", "parameters", "share", "what it is"],
    part: "part",
    total: "total",
    roles: {
      words: "word embeddings, a row for each token",
      positions: "position table, a row for each position",
      fixedPositions: "the encoder’s sinusoids: computed once and stored, not trained, not counted as position parameters",
      tokenTypes: "a row for sentence A and one for sentence B",
      embeddingNorm: "LayerNorm after the embedding: one γ and one β for each dimension",
      projection: "word vectors are narrower than the model: projected on the way in and out",
      convolution: "convolution that turns sound into vectors",
      patches: "turns a patch of the image into a vector",
      classToken: "the class token’s own vector",
      layers: "attention, MLP and LayerNorms, the same size in every layer",
      finalNorm: "LayerNorm after the last layer",
      pooler: "one more linear layer on the first token’s vector",
    },
    tiedWords: "; the output head uses it too and is not counted again",
    offsetPositions: "; 2 rows more than max_position_embeddings, because 2 is added to a position before it is looked up",
    patchPositions: (side) => `: ${side} × ${side} patches and one class token`,
    inside: (part) => `Inside one layer of ${part}`,
    insideColumns: ["sizes", "parameters", "what it is"],
    tensors: {
      norm: "LayerNorm: one γ and one β for each dimension",
      qkv: "makes Q, K and V at once: weight and bias",
      q: "makes the queries Q",
      k: "makes the keys K",
      v: "makes the values V",
      attentionOut: "puts the heads together",
      up: "first step of the MLP: wider",
      down: "second step of the MLP: back again",
    },
    cross: (text) => `attention to the encoder: ${text}`,
    layerTotal: "one layer",
    storage: "How much it takes to store",
    storageColumns: ["position table", "whole model"],
    kinds: ["F32, 4 bytes a number", "F16, 2 bytes a number", "int8, 1 byte a number"],
    storageNote: "1 MB is 1,000,000 bytes; the scales that int8 also needs are left out.",
    seen: ({ model, position, total, share, perLayer, bothSides }) =>
      `The position table of ${model ?? "your model"} has ${position} parameters, ${share} of all ${total}. One more layer${bothSides ? " each in encoder and decoder" : ""} adds ${perLayer} to the total and none to the table.`,
  },
};
