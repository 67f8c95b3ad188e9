import { integer } from "../../stepper/numbers.js";
import type { Language } from "../../words/index.js";
import type { LabWords } from "../lab.js";

/** Sentences to begin with, longer than the table. */
export const samples: Readonly<Record<Language, string>> = {
  zh: "一只猫追着一条狗跑过小桥，最后它们一起吃鱼。",
  en: "A cat chased a dog across the bridge, and in the end they ate fish together.",
};

export interface LimitWords extends LabWords {
  readonly text: string;
  readonly textNote: string;
  readonly rows: string;
  readonly words: (count: number) => string;
  readonly wall: string;
  readonly beyond: string;
  readonly published: (rows: number, columns: number) => string;
  readonly learned: string;
  readonly formula: string;
  readonly position: string;
  readonly noRow: string;
  readonly error: (at: number, index: number, size: number) => string;
  readonly fits: (count: number, rows: number) => string;
  readonly notUnderstood: (index: number) => string;
  readonly way: string;
  readonly ways: Readonly<Record<"truncate" | "windows" | "rows" | "grid", string>>;
  readonly price: string;

  readonly keep: string;
  readonly keeps: Readonly<Record<"head" | "tail", string>>;
  readonly kept: string;
  readonly lost: string;
  readonly truncatePrice: string;

  readonly overlap: string;
  readonly window: (number: number, start: number, end: number) => string;
  readonly again: string;
  readonly pairs: string;
  readonly pairsCaption: string;
  readonly windowsPrice: (repeated: number) => string;

  readonly target: string;
  readonly align: string;
  readonly column: string;
  readonly curve: (column: number) => string;
  readonly curveCaption: string;
  readonly before: string;
  readonly after: string;
  readonly newRow: string;
  readonly source: string;
  readonly values: string;
  readonly rowsPrice: string;

  readonly side: string;
  readonly classToken: string;
  readonly classRow: string;
  readonly gridBefore: (side: number) => string;
  readonly gridAfter: (side: number) => string;
  readonly gridRow: string;
  readonly gridNote: string;
  readonly gridRefused: string;
  readonly gridPrice: string;

  readonly seenTruncate: (dropped: number, keep: "head" | "tail") => string;
  readonly seenWindows: (
    facts: { count: number; pairs: number; unseen: number; size: number; first: string; last: string; apart: boolean },
  ) => string;
  readonly seenRows: (
    facts: { rows: number; target: number; step: string; twins: number; missing: number | null },
  ) => string;
  readonly seenGrid: (
    facts: { from: number; to: number; classToken: boolean; before: string; after: string },
  ) => string;
}

export const words: Readonly<Record<Language, LimitWords>> = {
  zh: {
    title: "长度的墙",
    idea: "学来的位置表有几行，写在权重的形状里：wpe.weight 是 [n_positions, n_embd]。位置从 0 数，最后一行是 n_positions − 1；再往后一个位置，表里没有行。出路有三条，每条都有代价。",
    tryThis:
      "先截断，看丢了哪些词；再换成滑动窗口，把重叠从 2 拖到 7，看哪些词始终见不着面；最后插值，把新行数拖到 32，看两端是不是出现了一模一样的行。",
    text: "你的文字",
    textNote: "按词切开，标点也算一个。真正的分词器切法不同，常常切得更碎。",
    rows: "n_positions（表有几行）",
    words: (count) => `${count} 个词，下面的数是位置，从 0 数`,
    wall: "墙：表到这里为止",
    beyond: "越界",
    published: (rows, columns) =>
      `这里用教学模型的前几行。GPT-2 small 的表是 [${rows}, ${columns}]，墙在位置 ${rows}。`,
    learned: "学来的表 wpe",
    formula: "正弦公式",
    position: "位置",
    noRow: "没有这一行",
    error: (at, index, size) =>
      `IndexError：第 ${at + 1} 个词（索引 ${at}）要取 wpe 的第 ${integer(index)} 行，可是 wpe 只有 ${size} 行，有效范围是 0 到 ${size - 1}。`,
    fits: (count, rows) => `${count} 个词都有位置，表有 ${rows} 行，还没有撞墙。`,
    notUnderstood: (index) =>
      `公式在位置 ${index} 照样给出数来。但有值不等于读得懂：后面各层的权重只在训练时见过的位置上调过，没见过的那几行，谁也没教过它们怎么用。`,
    way: "出路",
    ways: { truncate: "截断", windows: "滑动窗口", rows: "插值：拉长表", grid: "插值：ViT 的网格" },
    price: "代价",

    keep: "留下",
    keeps: { head: "开头", tail: "结尾" },
    kept: "留下",
    lost: "丢掉",
    truncatePrice:
      "丢掉的词模型一个也看不到。留结尾时，留下的词位置重新从 0 数，所以同一个词加上的是另一行。",

    overlap: "重叠几个词",
    window: (number, start, end) => `窗口 ${number}：原文索引 ${start} 到 ${end}，位置从 0 重新数`,
    again: "和上一个窗口重叠",
    pairs: "谁能看见谁",
    pairsCaption:
      "一行是一个词，往左是它前面的词。灰块是一个窗口里互相看得见的，重叠处更深；斜线处是没有一个窗口看得见的。",
    windowsPrice: (repeated) =>
      `不在同一个窗口里的两个词互相看不见；重叠能补一些，但要多算${
        repeated === 0 ? "" : `：这里重复算了 ${repeated} 次，同一个词每次的位置不同`
      }。`,

    target: "新表有几行",
    align: "align_corners（首尾两行对齐）",
    column: "看哪一列",
    curve: (column) => `wpe 第 ${column} 列，拉长前后`,
    curveCaption: "实线圆点是原来的表，虚线方块是拉长以后的，横轴是位置，竖的点线是原来的墙。曲线被拉宽，新行落在两行之间时，尖峰也磨平一些。",
    before: "原来",
    after: "拉长后",
    newRow: "新行",
    source: "落在旧表第几行",
    values: "新行的值",
    rowsPrice:
      "新行不是学来的，是相邻两行的加权平均。相邻两个词在旧表里原本隔一行，现在隔得更近，模型从没这样训练过，要接着微调才好用。",

    side: "新网格每边几块",
    classToken: "第 0 行是类别词元",
    classRow: "类别词元",
    gridBefore: (side) => `原来：${side} × ${side} 块`,
    gridAfter: (side) => `双三次插值后：${side} × ${side} 块`,
    gridRow: "块的行",
    gridNote: "数取自合成的 GPT-2 位置表第 0 列，没有训练过，只用来看插值怎样走。紫为负，灰为正。",
    gridRefused: "忘了这一行，把整张表当成网格，核心就拒绝：",
    gridPrice:
      "图片的位置是二维的，所以按行列一起插值；类别词元不是一块图，它的行原样留下。ViT 的论文在换分辨率后还要微调。",

    seenTruncate: (dropped, keep) =>
      dropped === 0
        ? "所有的词都放得下，一个也没丢。"
        : `${keep === "head" ? "结尾" : "开头"}丢了 ${dropped} 个词，划掉的就是。`,
    seenWindows: ({ count, pairs, unseen, size, first, last, apart }) =>
      unseen === 0
        ? `一共 ${count} 个窗口，${pairs} 对词全都见得着。`
        : `一共 ${count} 个窗口；${pairs} 对词里有 ${unseen} 对从不在同一个窗口。${
            apart ? `“${first}”和“${last}”就见不着面。` : ""
          }隔 ${size} 个词或更远的，无论怎样重叠都见不着。`,
    seenRows: ({ rows, target, step, twins, missing }) =>
      `${rows} 行变成 ${target} 行，中间相邻两行在旧表里隔 ${step} 行。${
        twins === 0 ? "没有两行相同。" : `有 ${twins} 处，相邻两行一模一样：模型分不清这两个位置。`
      }${missing === null ? "你的词都有行了。" : `还差：位置 ${missing} 没有行。`}`,
    seenGrid: ({ from, to, classToken, before, after }) =>
      `${from} × ${from} 变成 ${to} × ${to}，${
        classToken ? "类别词元的行一个数也没变" : "没有类别词元，每一行都是一块图"
      }；离 0 最远的值原来是 ${before}，现在是 ${after}。`,
  },
  en: {
    title: "The wall",
    idea: "How many rows a learned position table has is written in its weight’s shape: wpe.weight is [n_positions, n_embd]. Positions count from 0, so the last row is n_positions − 1, and one position further there is no row. There are three ways out, and each has its price.",
    tryThis:
      "Truncate first and see which words go. Then slide a window, drag the overlap from 2 to 7, and watch which words still never meet. Last, interpolate: drag the new table to 32 rows and look for rows at its ends that have become the same.",
    text: "Your text",
    textNote:
      "Cut into words; a punctuation mark counts as one. A real tokenizer cuts differently, often into smaller pieces.",
    rows: "n_positions (rows of the table)",
    words: (count) => `${count} words; the number below each is its position, counted from 0`,
    wall: "the wall: the table ends here",
    beyond: "out of range",
    published: (rows, columns) =>
      `The table here is the first rows of the teaching model’s. GPT-2 small’s is [${rows}, ${columns}]: its wall stands at position ${rows}.`,
    learned: "The learned table wpe",
    formula: "The sinusoidal formula",
    position: "position",
    noRow: "no such row",
    error: (at, index, size) =>
      `IndexError: word ${at + 1} (index ${at}) asks for row ${integer(index)} of wpe, but wpe has ${size} rows; 0 to ${size - 1} are valid.`,
    fits: (count, rows) =>
      `Each of the ${count} words has a position in a table of ${rows} rows: no wall yet.`,
    notUnderstood: (index) =>
      `The formula still gives numbers at position ${index}. A value is not understanding: the weights of the layers behind were fitted to the positions met in training, and nobody taught them what to do with the others.`,
    way: "Way out",
    ways: {
      truncate: "truncate",
      windows: "sliding window",
      rows: "interpolate: a longer table",
      grid: "interpolate: ViT’s grid",
    },
    price: "The price",

    keep: "Keep",
    keeps: { head: "the beginning", tail: "the end" },
    kept: "kept",
    lost: "lost",
    truncatePrice:
      "The model sees nothing of what was dropped. If the end is kept, its positions start again from 0, so the same word is added to another row than before.",

    overlap: "Overlap, in words",
    window: (number, start, end) =>
      `Window ${number}: indices ${start} to ${end} of the text, positions from 0 again`,
    again: "also in the window before",
    pairs: "Who can see whom",
    pairsCaption:
      "A row is a word; to its left are the words before it. Grey is what shares a window, darker where windows overlap; hatching marks pairs that no window can see.",
    windowsPrice: (repeated) =>
      `Two words that share no window cannot see each other. Overlap mends some of that and costs work${
        repeated === 0
          ? ""
          : `: ${repeated} ${repeated === 1 ? "word is" : "words are"} computed once more here, at another position each time`
      }.`,

    target: "Rows of the new table",
    align: "align_corners (first and last row stay)",
    column: "Column to draw",
    curve: (column) => `Column ${column} of wpe, before and after`,
    curveCaption:
      "Solid with dots: the table as it was. Dashed with squares: the longer one. Across runs the position; the dotted line is the old wall. The curve is pulled wider, and where new rows fall between two old ones its peaks are blunted.",
    before: "before",
    after: "after",
    newRow: "new row",
    source: "lies at old row",
    values: "values of the new row",
    rowsPrice:
      "The new rows were not learned; each is a weighted mean of two neighbours. Two words in a row used to be one row apart and are now closer, which the model never met in training, so it needs fine-tuning.",

    side: "Patches along a side of the new grid",
    classToken: "Row 0 is the class token",
    classRow: "class token",
    gridBefore: (side) => `before: ${side} × ${side} patches`,
    gridAfter: (side) => `after bicubic interpolation: ${side} × ${side} patches`,
    gridRow: "row of patches",
    gridNote:
      "The numbers are column 0 of the synthetic GPT-2 position table. They were never trained and only show how interpolation goes. Purple is negative, grey positive.",
    gridRefused: "Forget that row and take the whole table for a grid, and the core refuses:",
    gridPrice:
      "Positions in an image are two-dimensional, so rows and columns are interpolated together. The class token is no patch and its row is kept as it is. The ViT paper fine-tunes after a change of resolution.",

    seenTruncate: (dropped, keep) =>
      dropped === 0
        ? "Every word fits; nothing was dropped."
        : `${dropped} ${dropped === 1 ? "word was" : "words were"} dropped at the ${
            keep === "head" ? "end" : "beginning"
          }, the ${dropped === 1 ? "one" : "ones"} struck out.`,
    seenWindows: ({ count, pairs, unseen, size, first, last, apart }) =>
      unseen === 0
        ? `${count} ${count === 1 ? "window sees" : "windows see"} all ${pairs} pairs of words.`
        : `${count} windows; ${unseen} of ${pairs} pairs of words never share one. ${
            apart ? `“${first}” and “${last}” never meet. ` : ""
          }Words ${size} or more apart cannot meet, whatever the overlap.`,
    seenRows: ({ rows, target, step, twins, missing }) =>
      `${rows} rows became ${target}; in the middle two neighbours are ${step} old rows apart. ${
        twins === 0
          ? "No two rows are the same. "
          : `In ${twins} ${twins === 1 ? "place" : "places"} two neighbours are exactly the same row: the model cannot tell these positions apart. `
      }${missing === null ? "All your words have a row now." : `Position ${missing} still has none.`}`,
    seenGrid: ({ from, to, classToken, before, after }) =>
      `${from} × ${from} became ${to} × ${to}; ${
        classToken ? "not a number of the class token’s row changed" : "without a class token every row is a patch"
      }. The value farthest from 0 was ${before} and is now ${after}.`,
  },
};
