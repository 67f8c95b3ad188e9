import type { LabWords } from "../lab.js";
import { significant } from "../parts/numbers.js";

export interface OrderWords extends LabWords {
  readonly positions: string;
  readonly causal: string;
  readonly ids: string;
  readonly order: string;
  readonly comma: string;
  readonly readOut: string;
  readonly fed: string;
  readonly fedSummary: string;
  readonly word: string;
  /** A word and its place in the first sentence, and in the second. */
  readonly placed: readonly [
    (place: number, word: string) => string,
    (place: number, word: string) => string,
  ];
  readonly difference: string;
  readonly sees: string;
  readonly picture: (first: string, second: string, same: number, count: number) => string;
  readonly caption: string;
  readonly seen: {
    readonly sameSentence: string;
    readonly set: (difference: number) => string;
    readonly positions: (difference: string, causal: boolean) => string;
    readonly causal: (same: readonly string[], difference: string) => string;
  };
}

export const words: { zh: OrderWords; en: OrderWords } = {
  zh: {
    title: "为什么要有位置",
    idea: "注意力自己不知道先后。不加位置，“猫追狗”和“狗追猫”送进去的是同样几行；每个词又能看到所有的词，那么同一个词在两句里读出的向量就完全一样，谁追谁分不出来。",
    tryThis:
      "先勾上“加位置”，看等号变成不等号。再去掉它，只勾“因果掩码”：没有位置，顺序也露出来了。换一句话，拖“第几种排法”，都是这样。",
    positions: "加位置（wpe）",
    causal: "因果掩码（只看自己和前面）",
    ids: "第一句（id）",
    order: "第二句：第几种排法",
    comma: "，",
    readOut: "注意力给每个词读出的向量",
    fed: "送进去的行",
    fedSummary: "送进去的是哪些行",
    word: "索引，词",
    placed: [
      (place, word) => `第一句 ${place} ${word}`,
      (place, word) => `第二句 ${place} ${word}`,
    ],
    difference: "最大差",
    sees: "看到谁",
    picture: (first, second, same, count) =>
      `${first} 和 ${second} 上下对着，同一个词连成线：${count} 个词里有 ${same} 个读出的向量相同`,
    caption:
      "词旁的四格是读出的向量：紫为负，灰为正，颜色越浓离 0 越远。“=”是两句里一样，“≠”是不一样。索引从 0 数起；用的是教学模型的第 0 层。",
    seen: {
      sameSentence: "两句一样，当然读出的也一样。拖“第几种排法”换个顺序。",
      set: (difference) =>
        difference === 0
          ? "每个词在两句里读出的向量每一位都一样：没有位置，句子只是一袋词。"
          : `每个词在两句里读出的向量一样，最多差 ${significant(difference, 2)}，那是相加次序不同带来的舍入：没有位置，句子只是一袋词。`,
      positions: (difference, causal) =>
        `加上位置，同一个词在不同的地方读出不同的向量，最多差 ${difference}：顺序进到数里了。${causal ? "这里掩码也在起作用。" : ""}`,
      causal: (same, difference) =>
        `没有加位置，读出的向量却${same.length > 0 ? `只有“${same.join("、")}”还一样` : "都不一样了"}，最多差 ${difference}：掩码让每个词只看到前面，前面有谁取决于顺序。所以不加位置（NoPE）的解码器也能学到次序；没有掩码的编码器不行。`,
    },
  },
  en: {
    title: "Why position at all",
    idea: "Attention by itself does not know what comes first. Without positions, 猫追狗 (cat chases dog) and 狗追猫 (dog chases cat) feed in the same rows; where every word may look at every word, each reads out the very same vector in both. Who chases whom is lost.",
    tryThis:
      "Tick “Add positions” and see = turn into ≠. Untick it and tick “Causal mask” alone: the order shows although there are no positions. Try another sentence and other orders.",
    positions: "Add positions (wpe)",
    causal: "Causal mask (each word looks at itself and back)",
    ids: "First sentence (ids)",
    order: "Second sentence: which order",
    comma: ", ",
    readOut: "What attention reads out for each word",
    fed: "The rows fed in",
    fedSummary: "Which rows are fed in",
    word: "index, word",
    placed: [(place, word) => `first ${place} ${word}`, (place, word) => `second ${place} ${word}`],
    difference: "largest gap",
    sees: "sees",
    picture: (first, second, same, count) =>
      `${first} above ${second}, each word joined with itself: ${same} of ${count} words read out the same vector`,
    caption:
      "The four squares beside a word are the vector read out for it: purple below 0, grey above, stronger farther from 0. “=” is the same in both sentences, “≠” is not. Indices count from 0; this is layer 0 of the teaching model.",
    seen: {
      sameSentence: "Both sentences are the same, so of course the read-outs are. Drag to another order.",
      set: (difference) =>
        difference === 0
          ? "Every word reads out the same vector in both sentences, to the last bit: without positions a sentence is a bag of words."
          : `Every word reads out the same vector in both sentences; they differ by ${significant(difference, 2)} at most, rounding from another order of addition. Without positions a sentence is a bag of words.`,
      positions: (difference, causal) =>
        `With positions the same word reads out another vector at another place, by up to ${difference}: the order is in the numbers now.${causal ? " Here the mask plays its part, too." : ""}`,
      causal: (same, difference) =>
        `No positions were added, and yet ${same.length > 0 ? `only ${same.join(" and ")} still reads out the same` : "every read-out has changed"}, by up to ${difference}: the mask lets a word see only what comes before it, and what that is depends on the order. That is why a decoder without positions (NoPE) can learn order at all. An encoder, which has no mask, cannot.`,
    },
  },
};
