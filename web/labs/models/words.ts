import type { Language } from "../../words/index.js";
import type { LabWords } from "../lab.js";
import type { ModelName } from "./published.js";

type Each = Readonly<Record<ModelName, string>>;

export interface ModelsWords extends LabWords {
  readonly model: string;
  readonly mask: string;
  readonly place: (place: number, word: string) => string;
  readonly pad: string;
  readonly overview: string;
  readonly modelColumn: string;
  readonly table: string;
  readonly overviewNote: string;
  /** What is particular about each model. */
  readonly how: Each;
  readonly rule: string;
  readonly keys: string;
  readonly key: string;
  readonly value: string;
  readonly modules: string;
  readonly module: string;
  readonly shape: string;
  readonly noWeight: string;
  readonly fixedTable: string;
  readonly documentation: (model: string) => string;
  readonly source: (model: string) => string;
  /** The mistake to try; none where the slider is the thing to try. */
  readonly mistakes: Readonly<Partial<Record<ModelName, string>>>;

  readonly standIn: string;
  readonly ladder: string;
  readonly row: string;
  readonly cutOff: string;
  readonly takenBy: string;
  readonly takenByMistake: string;
  readonly comma: string;
  readonly sums: string;
  readonly sumsMistake: string;

  readonly tokenTypes: string;
  readonly training: string;
  readonly p: string;
  readonly seed: string;
  readonly stages: {
    readonly word: string;
    readonly tokenType: string;
    readonly position: string;
    readonly sum: string;
    readonly normed: string;
    readonly kept: string;
    readonly output: (scale: string) => string;
  };
  readonly bertNote: string;

  readonly encoder: string;
  readonly encoderMistake: string;
  readonly end: (index: number, size: number) => string;

  readonly side: string;
  readonly patches: string;
  readonly patchesCaption: (pixels: number, side: number) => string;
  readonly classToken: (row: number | null) => string;
  readonly vitError: (index: number, size: number) => string;

  readonly block: string;
  readonly before: string;
  readonly after: string;
  readonly dropped: string;

  readonly seenGpt2: (facts: { right: string | null; tried: string | null; chance: string }) => string;
  readonly seenBert: (facts: { difference: string; dropped: number; scale: string; training: boolean; wrong: boolean; count: number }) => string;
  readonly seenOffset: (facts: { model: string; right: number | null; tried: number | null; padRow: number | null; last: number }) => string;
  readonly seenWhisper: (facts: { tried: boolean; difference: string }) => string;
  readonly seenVit: (facts: { needed: number; rows: number; index: number | null; wrong: boolean; last: number }) => string;
  readonly seenCropped: (facts: { dropped: number; before: string; after: string; chance: string }) => string;
}

export const words: Readonly<Record<Language, ModelsWords>> = {
  zh: {
    title: "各个模型怎么做",
    idea: "都说“加一行位置向量”，可是表有几行、从第几行数起、补齐的词元取哪一行、加几张表，各家不同。同样四个词，送进七个模型看看。",
    tryThis:
      "选 GPT-2，勾上“把 OPT 的行号抄过来”：没有报错，下一个词却变了。再选 nanoGPT，把 block_size 从 3 拖到 2。",
    model: "模型",
    mask: "attention_mask（0 是补齐的词元）",
    place: (place, word) => `索引 ${place}，${word}`,
    pad: "补齐",
    overview: "同样的词，各取位置表的第几行",
    modelColumn: "模型",
    table: "位置表",
    overviewNote:
      "行号从 0 数。BERT、Whisper 的解码器和 nanoGPT 不看 mask，补齐的词元也占一个位置。ViT 读的不是词，是四块图，类别词元已占去第 0 行。",
    how: {
      gpt2: "两张表：wte 和 wpe。生成时位置从 attention_mask 累加得来，补齐处填 1，反正没人看它。",
      bert: "三张表相加：词、句子类型（token_type_ids 是 0 或 1）、位置，然后 LayerNorm（ε = 1e-12），再 dropout；推理时 dropout 不起作用。",
      roberta: "位置从 padding_idx + 1 数起，也就是从 2 数起；补齐的词元取第 1 行。所以表有 514 行，只能放 512 个词元。",
      opt: "位置从 0 数，查表时再加 2，所以表比 max_position_embeddings 多两行；补齐的词元取第 1 行。",
      whisper: "两种做法都有：解码器读文字，位置表是学来的；编码器读声音，位置表由正弦公式算好存着，不训练，前一半列全是 sin，后一半全是 cos。",
      vit: "图切成 16 × 16 的小块，前面添一个类别词元：它取第 0 行，各块按行从左到右取后面的行。",
      nanogpt: "和 GPT-2 相同，只是上限叫 block_size。forward 遇到更长的输入就报错，generate 则不声不响只留最后 block_size 个。",
    },
    rule: "照源码写的规则",
    keys: "决定位置的配置",
    key: "键",
    value: "值",
    modules: "模块，按先后",
    module: "模块",
    shape: "权重形状",
    noWeight: "没有权重",
    fixedTable: "算好的，不训练",
    documentation: (model) => `${model} 的文档`,
    source: (model) => `${model} 的源码`,
    mistakes: {
      gpt2: "把 OPT 的行号（+2）抄过来",
      bert: "不给 token_type_ids（全按 0）",
      roberta: "照 BERT 那样从 0 数",
      opt: "自己先加了 2，模块里又加一次",
      whisper: "当成 sin、cos 交错排列",
      vit: "忘了类别词元，块从第 0 行取起",
    },

    standIn: "这里用教学模型的 8 行表当替身，行号的规则是各家自己的。",
    ladder: "谁取哪一行",
    row: "行",
    cutOff: "裁掉",
    takenBy: "取它的词",
    takenByMistake: "弄错以后",
    comma: "、",
    sums: "X⁽⁰⁾ = wte + wpe",
    sumsMistake: "弄错以后的 X⁽⁰⁾",

    tokenTypes: "token_type_ids",
    training: "训练（dropout 打开）",
    p: "dropout 的概率 p",
    seed: "随机种子",
    stages: {
      word: "词嵌入",
      tokenType: "句子类型",
      position: "位置向量",
      sum: "三者的和",
      normed: "LayerNorm 之后",
      kept: "dropout 的掩码",
      output: (scale) => `输出，留下的乘 ${scale}`,
    },
    bertNote: "词和位置用教学模型的表，句子类型借位置表没用到的最后两行。四个词当作两句：狗 追 | 猫 吃。",

    encoder: "编码器的表，前 8 行，宽 8 列",
    encoderMistake: "交错排列的表",
    end: (index, size) =>
      `解码器的表有 ${size} 行，位置 ${index} 就越界：IndexError，有效范围 0 到 ${size - 1}。`,

    side: "每边几块",
    patches: "每块取第几行",
    patchesCaption: (pixels, side) => `每一块取第几行：${pixels} × ${pixels} 的图，每边 ${side} 块，从左到右、从上到下。`,
    classToken: (row) => (row === null ? "类别词元：被忘了" : `类别词元：第 ${row} 行`),
    vitError: (index, size) =>
      `IndexError：要取第 ${index} 行，表只有 ${size} 行，有效范围 0 到 ${size - 1}。斜线的块没有行。要读更大的图，得先插值（见“长度的墙”）。`,

    block: "block_size",
    before: "不截时",
    after: "截短后",
    dropped: "丢掉：",

    seenGpt2: ({ right, tried, chance }) =>
      right === null
        ? "全是补齐的词元，没有词可接。"
        : tried === null
          ? `位置对的时候，下一个词是“${right}”，概率 ${chance}。`
          : `每个词都错开两行，没有报错；下一个词${
              tried === right ? "还是" : `从“${right}”变成`
            }“${tried}”，概率 ${chance}。`,
    seenBert: ({ difference, dropped, scale, training, wrong, count }) =>
      `${
        wrong
          ? `不给 token_type_ids 也不报错，LayerNorm 之后最多差 ${difference}。`
          : "三张表各给每个词一行，加完再归一化。"
      }${
        training
          ? `dropout 把 ${count} 个数中的 ${dropped} 个变成 0，留下的乘 ${scale}。`
          : "推理时 dropout 关着，输出就是 LayerNorm 的结果。"
      }`,
    seenOffset: ({ model, right, tried, padRow, last }) =>
      right === null
        ? "全是补齐的词元。"
        : tried === null
          ? `${model} 的第一个真词取第 ${right} 行${padRow === null ? "" : `，补齐的词元取第 ${padRow} 行`}；第 0 行没有人取。`
          : tried === right
            ? `这一次第一个真词还是取第 ${right} 行，碰巧没错；换一换 mask 再看。`
            : `第一个真词本该取第 ${right} 行，弄错后取第 ${tried} 行；不报错，只是取错了行${
                tried > right ? `，越往后越近表尾，最大的行号现在是 ${last}` : ""
              }。`,
    seenWhisper: ({ tried, difference }) =>
      tried
        ? `交错排列的表和 Whisper 的表同一格最多差 ${difference}：数的范围一样，看不出错，意思全乱了。`
        : "位置 0 那一行，前一半全是 sin 0 = 0，后一半全是 cos 0 = 1；越往右频率越低，变得越慢。",
    seenVit: ({ needed, rows, index, wrong, last }) =>
      index !== null
        ? `这张图要 ${needed} 行，表只有 ${rows} 行，第 ${index} 行起没有。`
        : wrong
          ? `每一块都早取了一行，最后一块取第 ${last} 行，不报错。`
          : needed === rows
            ? `块数加一个类别词元正好是 ${needed} 行，表一行不多，一行不少。`
            : `这张图只要 ${needed} 行，表有 ${rows} 行。行是按 14 × 14 排的，直接取前面的行，上下邻居就乱了，同样要插值。`,
    seenCropped: ({ dropped, before, after, chance }) =>
      dropped === 0
        ? `四个词都放得下，下一个词是“${before}”，概率 ${chance}。`
        : `丢了开头 ${dropped} 个词，没有报错；留下的词位置都往前挪，下一个词${
            before === after ? "仍是" : `从“${before}”变成`
          }“${after}”，概率 ${chance}。`,
  },
  en: {
    title: "How the models do it",
    idea: "“Add a row of positions”, they all say; but how many rows there are, where counting starts, which row a pad takes and how many tables are added differs. Here the same four words go into seven models.",
    tryThis:
      "Choose GPT-2 and copy OPT’s row numbers into it: no error, yet the next word changes. Then choose nanoGPT and drag block_size from 3 to 2.",
    model: "Model",
    mask: "attention_mask (0 is a pad)",
    place: (place, word) => `index ${place}, ${word}`,
    pad: "pad",
    overview: "The same words: which row of the position table each takes",
    modelColumn: "model",
    table: "position table",
    overviewNote:
      "Rows count from 0. BERT, Whisper’s decoder and nanoGPT do not look at the mask, so a pad uses up a position. ViT reads no words but four patches of an image; its class token has taken row 0.",
    how: {
      gpt2: "Two tables, wte and wpe. When generating, positions are the running sum of attention_mask; pads are filled with 1, which nobody looks at.",
      bert: "Three tables are added: word, token type (token_type_ids, 0 or 1) and position. Then LayerNorm (ε = 1e-12), then dropout, which is off at inference.",
      roberta: "Positions start at padding_idx + 1, which is 2, and pads take row 1. So the table has 514 rows for 512 tokens.",
      opt: "Positions start at 0 and 2 is added at the lookup, so the table has two rows more than max_position_embeddings. Pads take row 1.",
      whisper: "It does both. The decoder reads text and has a learned table. The encoder reads sound; its table is computed by the sinusoidal formula, stored and never trained. The first half of its columns are all sines, the second half all cosines.",
      vit: "The image is cut into patches of 16 × 16 pixels, with a class token before them. It takes row 0; the patches take the rows after it, line by line.",
      nanogpt: "As GPT-2, but the limit is called block_size. forward refuses longer input; generate silently keeps only the last block_size ids.",
    },
    rule: "The rule, as in the source",
    keys: "Configuration that decides on positions",
    key: "key",
    value: "value",
    modules: "Modules, in order",
    module: "module",
    shape: "shape of the weight",
    noWeight: "no weight",
    fixedTable: "computed, not trained",
    documentation: (model) => `Documentation of ${model}`,
    source: (model) => `Source of ${model}`,
    mistakes: {
      gpt2: "Copy OPT’s row numbers (+2)",
      bert: "Leave out token_type_ids (all 0)",
      roberta: "Count from 0, as for BERT",
      opt: "Add 2 beforehand; the module adds it again",
      whisper: "Take sin and cos to be interleaved",
      vit: "Forget the class token: patches from row 0",
    },

    standIn: "The teaching model’s table of 8 rows stands in here; the rule for the rows is each model’s own.",
    ladder: "Who takes which row",
    row: "row",
    cutOff: "cut off",
    takenBy: "taken by",
    takenByMistake: "with the mistake",
    comma: ", ",
    sums: "X⁽⁰⁾ = wte + wpe",
    sumsMistake: "X⁽⁰⁾ with the mistake",

    tokenTypes: "token_type_ids",
    training: "Training (dropout on)",
    p: "Probability p of dropout",
    seed: "Seed",
    stages: {
      word: "word",
      tokenType: "token type",
      position: "position",
      sum: "the sum of all three",
      normed: "after LayerNorm",
      kept: "mask of dropout",
      output: (scale) => `output; what is kept × ${scale}`,
    },
    bertNote:
      "Words and positions are the teaching model’s tables; the token types borrow the last two rows of its position table, which it does not use. The four words are two sentences: 狗 追 | 猫 吃.",

    encoder: "The encoder’s table: 8 rows, 8 columns wide",
    encoderMistake: "The interleaved table",
    end: (index, size) =>
      `The decoder’s table has ${size} rows; position ${index} is out of range: IndexError, 0 to ${size - 1} are valid.`,

    side: "Patches along a side",
    patches: "The row that each patch takes",
    patchesCaption: (pixels, side) =>
      `The row that each patch takes: an image of ${pixels} × ${pixels} pixels, ${side} patches along a side, line by line.`,
    classToken: (row) => (row === null ? "class token: forgotten" : `class token: row ${row}`),
    vitError: (index, size) =>
      `IndexError: row ${index} of ${size}; 0 to ${size - 1} are valid. Hatched patches have no row. A larger image needs the table interpolated first (see “The wall”).`,

    block: "block_size",
    before: "uncropped",
    after: "cropped",
    dropped: "Dropped:",

    seenGpt2: ({ right, tried, chance }) =>
      right === null
        ? "All are pads; there is no word to go on from."
        : tried === null
          ? `With the right positions the next word is “${right}”, probability ${chance}.`
          : `Every word is two rows off and nothing raised an error; the next word ${
              tried === right ? "is still" : `went from “${right}” to`
            } “${tried}”, probability ${chance}.`,
    seenBert: ({ difference, dropped, scale, training, wrong, count }) =>
      `${
        wrong
          ? `Without token_type_ids nothing raises an error; after LayerNorm numbers differ by up to ${difference}. `
          : "Each table gives every word one row; they are added, then normalised. "
      }${
        training
          ? `Dropout turned ${dropped} of ${count} numbers into 0 and multiplied the others by ${scale}.`
          : "At inference dropout is off and LayerNorm’s result is the output."
      }`,
    seenOffset: ({ model, right, tried, padRow, last }) =>
      right === null
        ? "All are pads."
        : tried === null
          ? `In ${model} the first real word takes row ${right}${padRow === null ? "" : ` and a pad row ${padRow}`}; nobody takes row 0.`
          : tried === right
            ? `This time the first real word takes row ${right} all the same, by luck; change the mask and look again.`
            : `The first real word should take row ${right} and now takes row ${tried}: no error, only the wrong row${
                tried > right ? `, and closer to the end of the table; the highest row is now ${last}` : ""
              }.`,
    seenWhisper: ({ tried, difference }) =>
      tried
        ? `The interleaved table and Whisper’s differ by up to ${difference} in the same cell. The numbers have the same range, so nothing looks wrong, and all of it means something else.`
        : "In the row of position 0 the first half are all sin 0 = 0, the second half all cos 0 = 1. To the right of each half the frequency falls, and the numbers change more slowly.",
    seenVit: ({ needed, rows, index, wrong, last }) =>
      index !== null
        ? `This image needs ${needed} rows, the table has ${rows}: from row ${index} on there is none.`
        : wrong
          ? `Every patch takes the row before its own, the last one row ${last}, and nothing raises an error.`
          : needed === rows
            ? `The patches and the class token need ${needed} rows, exactly those of the table.`
            : `This image needs only ${needed} of the ${rows} rows. They lie as 14 × 14, so taking the first ones would mix up which patch is above which: it needs interpolation all the same.`,
    seenCropped: ({ dropped, before, after, chance }) =>
      dropped === 0
        ? `All four words fit; the next word is “${before}”, probability ${chance}.`
        : `The first ${dropped} ${dropped === 1 ? "word was" : "words were"} dropped without an error and the others moved forward; the next word ${
            before === after ? "is still" : `went from “${before}” to`
          } “${after}”, probability ${chance}.`,
  },
};
