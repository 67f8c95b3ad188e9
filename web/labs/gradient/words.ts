import type { LabWords } from "../lab.js";
import type { Bar, Mix } from "./lengths.js";

export interface GradientWords extends LabWords {
  readonly oneStep: string;
  readonly lengths: string;
  readonly lengthsHint: string;
  readonly batch: string;
  readonly place: string;
  readonly words: (count: number) => string;
  readonly onlyTarget: string;
  readonly gradient: string;
  readonly gradientNote: string;
  readonly row: string;
  readonly fetched: string;
  readonly fetchedBy: (sentences: number, all: number) => string;
  readonly neverFetched: string;
  readonly wholeTraining: string;
  readonly trainingNote: string;
  readonly mix: string;
  readonly mixes: Readonly<Record<Mix, string>>;
  readonly weights: string;
  readonly weightsHint: string;
  readonly steps: string;
  readonly batchSize: string;
  readonly drawAgain: string;
  readonly histogram: string;
  readonly histogramAxes: readonly [string, string];
  readonly lengthsOf: (bar: Bar) => string;
  readonly share: string;
  readonly updates: string;
  readonly updatesAxes: readonly [string, string];
  readonly updatesCaption: string;
  readonly updatesColumns: readonly [string, string];
  readonly seenZero: (facts: { longest: number; first: number; last: number }) => string;
  readonly seenAll: (rows: number) => string;
  readonly seenBoth: (oneStep: string, training: string) => string;
  readonly seenTraining: (facts: {
    steps: string;
    first: string;
    lastRow: number;
    last: string;
    drawn: string;
    half: number | null;
  }) => string;
}

export const words: { zh: GradientWords; en: GradientWords } = {
  zh: {
    title: "哪些行学得到",
    idea: "训练时，只有被取到的行才有梯度。句子没有长到那里，位置表的那一行就一步也不动，停在随机的开头。",
    tryThis: "把第一个长度改成 8：第 7 行还是正好 0，因为最后一个词只当目标，不进模型。改成 9，第 7 行才动。下面换成“BERT 的两段”，看第 128 行那道坎。",
    oneStep: "一步：一批句子给 wpe 的梯度",
    lengths: "每句几个词",
    lengthsHint: "2 到 9 之间，最多 8 句；词按四句训练句轮流取。",
    batch: "这一批",
    place: "位置（从\u00a00\u00a0数）",
    words: (count) => `${count} 个词`,
    onlyTarget: "（只当目标）",
    gradient: "∂L/∂wpe",
    gradientNote: "模型还没训练，权重是合成的随机数；形状与教学模型相同。输入是 batch[:-1]：每句的最后一个词只作为上一个词的目标（虚框）。",
    row: "行",
    fetched: "几句取过",
    fetchedBy: (sentences) => `${sentences} 句`,
    neverFetched: "0 句，正好 0",
    wholeTraining: "整个训练：512 行的位置表，每行更新几步",
    trainingNote: "T 是一句输入的长度（已去掉只当目标的词）。一步有 B 句，只要有一句的 T 大于 p，第 p 行就更新一次。共 M 步，期望更新的步数如下，训练分几段时各段相加：",
    mix: "训练句的长度",
    mixes: { short: "短句居多", uniform: "各种长度一样多", phases: "BERT 的两段", own: "自己定" },
    weights: "每一段长度的份数",
    weightsHint: "八个 0 到 100 的整数，依次管长度 1–64、65–128……449–512。",
    steps: "M（步数）",
    batchSize: "B（每步几句）",
    drawAgain: "再抽一遍",
    histogram: "训练句的长度分布",
    histogramAxes: ["输入长度", "占训练句的百分比"],
    lengthsOf: ({ from, to }) => (from === to ? String(to) : `${from}–${to}`),
    share: "占训练句",
    updates: "位置表每一行在几步里更新",
    updatesAxes: ["wpe 的行（从 0 数）", "更新的步数"],
    updatesCaption: "每一行在几步里更新。线：公式算出的期望。点：按随机种子真抽一遍长度（每 8 行画一点）。",
    updatesColumns: ["期望的步数", "抽到的步数"],
    seenZero: ({ longest, first, last }) =>
      `最长的一句有 ${longest} 个词，进模型的是前 ${longest - 1} 个，${first === last ? `第 ${first} 行` : `第 ${first} 到 ${last} 行`}的梯度正好是 0。`,
    seenAll: (rows) => `最长的一句有 ${rows + 1} 个词，进模型的是前 ${rows} 个，${rows} 行都有梯度。`,
    seenBoth: (oneStep, training) => oneStep + training,
    seenTraining: ({ steps, first, lastRow, last, drawn, half }) =>
      `整个训练的 ${steps} 步里，第 0 行更新 ${first} 步，最后的第 ${lastRow} 行期望 ${last} 步，实际抽到 ${drawn} 步${half === null ? "" : `；从第 ${half} 行起，更新不到一半的步数`}。`,
  },
  en: {
    title: "Which rows learn",
    idea: "In training, only rows that are fetched have a gradient. Where no sentence is long enough to reach a row of the position table, that row never moves and stays at its random start.",
    tryThis: "Change the first length to 8: row 7 is still exactly 0, because the last word is only a target and never enters the model. With 9, row 7 moves. Then choose BERT’s two phases below and look at the drop at row 128.",
    oneStep: "One step: what a batch of sentences gives wpe",
    lengths: "Words in each sentence",
    lengthsHint: "From 2 to 9, for at most 8 sentences; their words are those of the four training sentences in turn.",
    batch: "The batch",
    place: "position (from\u00a00)",
    words: (count) => `${count} words`,
    onlyTarget: " (only a target)",
    gradient: "∂L/∂wpe",
    gradientNote: "The model is untrained: synthetic random weights in the teaching model’s shape. Inputs are batch[:-1], so the last word of each sentence (dashed) is only the target of the word before it.",
    row: "row",
    fetched: "fetched",
    fetchedBy: (sentences, all) => `${sentences} of ${all}`,
    neverFetched: "none",
    wholeTraining: "A whole training: in how many steps each of 512 rows is updated",
    trainingNote: "T is the length of an input, without the word that is only a target. A step has B inputs and updates row p if at least one of them has T above p. Over M steps the expected number of updates is as follows, added up where training has several phases:",
    mix: "Lengths of the training texts",
    mixes: {
      short: "mostly short",
      uniform: "all equally often",
      phases: "BERT’s two phases",
      own: "your own",
    },
    weights: "How often each range of lengths occurs",
    weightsHint: "Eight whole numbers from 0 to 100, for lengths 1–64, 65–128, …, 449–512.",
    steps: "M (steps)",
    batchSize: "B (sequences in a step)",
    drawAgain: "Draw again",
    histogram: "How long the training texts are",
    histogramAxes: ["length of the input", "percent of the texts"],
    lengthsOf: ({ from, to }) => (from === to ? String(to) : `${from}–${to}`),
    share: "of the texts",
    updates: "In how many steps each row of the position table is updated",
    updatesAxes: ["row of wpe (from 0)", "steps with an update"],
    updatesCaption: "Steps in which each row is updated. Line: the expected number, by formula. Dots: one training with lengths really drawn (every 8th row).",
    updatesColumns: ["expected", "as drawn"],
    seenZero: ({ longest, first, last }) =>
      `The longest sentence has ${longest} words, of which the first ${longest - 1} enter the model: the gradient of ${first === last ? `row ${first}` : `rows ${first} to ${last}`} is exactly 0.`,
    seenAll: (rows) => `The longest sentence has ${rows + 1} words, of which the first ${rows} enter the model: all ${rows} rows have a gradient.`,
    seenBoth: (oneStep, training) => `${oneStep} ${training}`,
    seenTraining: ({ steps, first, lastRow, last, drawn, half }) =>
      `Of the whole training’s ${steps} steps, row 0 is updated in ${first}; the last row, ${lastRow}, in ${last} by expectation and ${drawn} as drawn${half === null ? "" : `. From row ${half} on, fewer than half of the steps bring an update`}.`,
  },
};
