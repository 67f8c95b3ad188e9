import { integer } from "../../stepper/numbers.js";
import type { RelativeWords } from "./words.js";

export const zh: RelativeWords = {
  title: "从绝对到相对",
  idea: "位置加在 X⁽⁰⁾ 里，注意力的分数就拆成四项：内容看内容，内容看位置，位置看内容，位置看位置。整句往后移 k 位，词的先后没有变，后三项却都变了。想让分数只看相对距离，就要换个地方放位置：转 q 和 k（RoPE），或者直接改分数（ALiBi，T5）。",
  tryThis:
    "在“加在 X⁽⁰⁾”里拖 k，看哪张小表不动；拖过 5 就越界。再到“RoPE”拖同一个 k：指针一起转，分数不变。",
  scheme: "位置放在哪里",
  schemes: {
    absolute: "加在 X⁽⁰⁾",
    rope: "RoPE",
    alibi: "ALiBi",
    t5: "T5 的桶",
    none: "不放（NoPE）",
    compare: "对照",
  },

  k: "整句后移 k",
  pairName: (query, key, score) => `${query}看${key}：${score}`,
  pairScore: (query, key) => `${query}看${key}`,
  letters: "x 是词嵌入，p 是位置向量；m 是看的词（行），n 是被看的词（列）。",
  terms: {
    contentContent: "内容看内容",
    contentPosition: "内容看位置",
    positionContent: "位置看内容",
    positionPosition: "位置看位置",
  },
  score: "分数",
  change: (most) => `和 k = 0 比，最多变了 ${most}`,
  shifts: (query, key) => `“${query}看${key}”随 k 变化`,
  outside: "越界",
  indexError: (index, size) =>
    `IndexError：wpe 只有 ${size} 行，从 0 到 ${size - 1}，没有第 ${index} 行。整句移到这里，分数就算不出来了。`,
  absoluteNote:
    "教学模型第 0 层头 0 的 W_Q、W_K，按公式不含偏置和 LayerNorm。四张小表逐格相加就是分数。点分数里的一格，换一对词看。",

  layout: "怎样配对",
  layouts: { interleaved: "交错", half: "对半" },
  columns: (i, [a, b]) => `第 ${i} 对：第 ${a}、${b} 列`,
  ropeDial: (i, query, queryPosition, key, keyPosition, product) =>
    `第 ${i} 对：${query} 的 q 转到位置 ${queryPosition}，${key} 的 k 转到位置 ${keyPosition}，点积 ${product}`,
  ropeCaption: (query, queryPosition, key, keyPosition) =>
    `实线是“${query}”的 q，逆时针转了 ${queryPosition}ω；虚线是“${key}”的 k，转了 ${keyPosition}ω（弧度）。两根针一起转，夹角不变，点积也就不变。每个钟面按较长的一根缩放。`,
  ropeNote:
    "送进去的只有词嵌入。为了有两种配法，这里把教学模型两个头的 q 和 k 接成一个 4 维的头。交错：相邻两列一对（RoFormer）；对半：第 i 列和第 i + d/2 列一对（GPT-NeoX，LLaMA）。两种配法分数不同，但都只看距离。",

  heads: "几个头",
  head: (head) => `头 ${head}`,
  headCorner: "头",
  slope: "斜率",
  bias: "加到分数上的数",
  biasTable: "斜率，和隔 1、2、4……个词时加的数",
  biasOf: "头 0 加的数",
  distanceBack: "往回隔几个词",
  alibiName: (heads) => `ALiBi 的 ${heads} 条直线：隔得越远，扣得越多，每个头的斜率不同`,
  alibiCaption: "每个头一条直线：隔得越远，分数扣得越多。斜率是定好的，不用学。",
  alibiNote: (slope) =>
    `教学模型有两个头，头 0 的斜率是 ${slope}。加的数里只有 m − n，没有 m 和 n：整句移多少位都一样。ALiBi 只往回看，后面的词被掩码挡住。`,

  distance: "键减查询的距离",
  distanceAxis: "距离（键的位置 − 查询的位置）",
  bidirectional: "双向（编码器）",
  bucket: "桶",
  t5Name: "每个距离落进哪个桶：近处一个距离一个桶，远处越来越多的距离共用一个桶",
  t5Caption:
    "近处一个距离一个桶，往远处桶按对数变宽，隔 128 或更远的都在最后一个桶里。每个桶、每个头学一个数，加到分数上。",
  runs: "每个桶管哪些距离",
  from: "从",
  to: "到",

  contentScore: "分数：只有内容看内容",
  noneNote:
    "没有位置可移，k 当然不起作用。因果掩码（表里的“—”）还在：每个词能看到几个词，取决于它在哪里，这是唯一的次序线索。“为什么要有位置”那个实验里能看到它。",

  comparison: "几种办法对照",
  way: "办法",
  columnsOfComparison: ["放在哪里", "参数", "整句后移", "超出训练过的长度"],
  ways: ({ position, rows, heads, buckets, biases, error }) => [
    ["学来的 wpe", "加在 X⁽⁰⁾", `GPT-2 small：${position}`, "分数变", `查第 ${rows} 行是 ${error}`],
    ["正弦", "加在 X⁽⁰⁾", "0", "分数变", "算得出，不保证好用"],
    ["RoPE", "每层的 q 和 k", "0", "分数不变", "算得出；没见过的角度，常要缩放"],
    ["ALiBi", "每层的分数", "0", "分数不变", "为此设计：越远扣得越多"],
    ["T5", "每层的分数，各层共用", `${heads} 个头：${buckets} × ${heads} = ${biases}`, "分数不变", "最远的桶一直管下去"],
    ["NoPE", "不放，靠因果掩码", "0", "分数不变", "没有表，不会越界；不保证好用"],
  ],

  seen: {
    absolute: (k, contentStays, change) =>
      k === 0
        ? "k = 0：句子在开头，四项加起来就是分数。拖 k 看看。"
        : `整句后移 ${k} 位：内容看内容${contentStays ? "每一位都没变" : "变了"}，另外三项都变，分数最多变了 ${change}。同样三个词、同样的先后，换个地方就不一样。`,
    outside: (k) => `k = ${k}：句子的末尾越过了 wpe 的最后一行，越界。`,
    rope: (k, change) =>
      `后移 ${k} 位，所有分数最多变 ${change}，只是舍入。RoPE 没有最后一行，k 再大也算得出。`,
    alibi: (heads, steepest, flattest) =>
      heads === 1
        ? `只有一个头，斜率 ${steepest}。`
        : `${heads} 个头的斜率从 ${steepest} 到 ${flattest}：有的头只顾近处，有的头看得很远。`,
    t5: (distance, bucket, count) =>
      count === null
        ? `距离 ${integer(distance)} 在 ${bucket} 号桶，更远的也都在这个桶里。`
        : count === 1
          ? `距离 ${integer(distance)} 独占 ${bucket} 号桶。`
          : `距离 ${integer(distance)} 在 ${bucket} 号桶，和另外 ${count - 1} 个距离共用一个数。`,
    none: "分数里只有词，没有位置。",
    compare: "加在 X⁽⁰⁾ 的两种认的是地方；RoPE、ALiBi、T5 认的是距离。",
  },
};
