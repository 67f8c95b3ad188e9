import { subscript } from "../parts/numbers.js";
import type { SinusoidalWords } from "./words.js";

export const zh: SinusoidalWords = {
  title: "固定还是学习",
  idea: "位置向量不一定要学。最早的 Transformer 用正弦和余弦直接算出来：一行里有许多对 (sin, cos)，像一排快慢不同的钟，位置就是时间。这里位置 pos、列、对 i 都从 0 数起。",
  tryThis:
    "在“钟面”里把 pos 从 0 慢慢拖大：开头的指针一圈圈地跑，末尾的几乎不动。再到“移动 k 步”，固定 k 拖 pos：每个指针转过的角度不变。",
  show: "看哪一面",
  views: {
    formula: "公式",
    waves: "波",
    clock: "钟面",
    shift: "移动 k 步",
    distance: "距离",
    training: "训练",
    compare: "对照",
  },
  d: "维数 d",
  pos: "位置 pos",
  i: "第 i 对",
  layouts: {
    interleaved: "交错：sin、cos 轮流",
    half: "对半：先 sin，后 cos",
  },
  layoutNote:
    "两张表是同样的数，只是列的次序不同。论文写的是交错，不少代码用对半；训练和使用时用同一种就行，混用就错了。",

  column: "列",
  heatName: (rows, columns) =>
    `正弦位置表 [${rows}, ${columns}] 的热图：上面的列随位置快速变化，下面的列几乎不变`,
  heatCaption: (sine, cosine) =>
    `横向是位置，纵向是列。紫为负，灰为正，颜色越浓离 0 越远。框住的是第 ${sine}、${cosine} 列。`,
  wavesName: (i) => `第 ${i} 对的 sin 和 cos 随位置变化的曲线`,
  wavesCaption: (i, wavelength) =>
    `第 ${i} 对：实线是 sin，虚线是 cos，每 ${wavelength} 个位置重复一次。`,
  pair: (i) => `第 ${i} 对`,

  clockName: (i, sin, cos) => `第 ${i} 个钟面：sin ${sin}，cos ${cos}`,
  wavelength: (positions) => `${positions} 个位置一圈`,
  turn: "一圈几个位置",
  clockCaption: (dots) =>
    `指针的横坐标是 sin，纵坐标是 cos；pos = 0 时都指向十二点，然后顺时针走。小点是前 ${dots} 个位置的指针：快的散开，慢的叠在一起。`,

  k: "移动 k 步",
  shiftName: (i, from, to, angle) =>
    `第 ${i} 个钟面：从位置 ${from} 到位置 ${to}，转过 ${angle} 弧度`,
  turnedBy: (angle) => `转 ${angle}`,
  shiftCaption: (from, to) =>
    `虚线在位置 ${from}，实线是它乘以 Mₖ 之后。表的第三行是直接算的位置 ${to}。角度用弧度。`,
  shiftTable: "乘出来的和算出来的",
  difference: "差",
  matrixSummary: (k) => `M${subscript(k)} 是什么样`,
  matrixNote: (k) =>
    `每一对一个 2 × 2 的小块 [cos kω, sin kω; −sin kω, cos kω]，别处都是 0。块里的数就是表的第 ${k} 行，里面没有 pos。`,

  start: "另一个起点 pos",
  product: "点积",
  distanceTable: (d) => `相隔 k 的两行的点积，d = ${d}`,
  distanceName: (start) => `点积随距离 k 变化：从 0 起和从 ${start} 起的两条曲线重合`,
  distanceCaption: (start) =>
    `粗线从位置 0 起，虚线从位置 ${start} 起。两条线重合：点积只看隔多远，不看在哪里。`,

  steps: "训练几步",
  row: "行",
  moved: "最多动了",
  unmoved: "没动",
  trainedTables: {
    learned: "参数：学来的 wpe",
    sinusoidal: "缓冲区：正弦表",
  },
  trainingNote: (sentence, learningRate) =>
    `教学模型没学过“${sentence}”，拿它来训练：梯度下降，步长 ${learningRate}。“${sentence[2]}”只是要猜的词，没有送进去，所以只取了第 0、1 行。两次训练的其他权重都照常更新。`,

  comparison: "逐条对照",
  point: "比什么",
  fixedTable: "固定（正弦）",
  learnedTable: "学习（wpe）",
  points: ({ rows, last, position, error }) => [
    ["数从哪里来", "公式算出", "随机开始，训练得到"],
    ["存成什么", "缓冲区，或者用时再算", "参数，跟着检查点一起存"],
    ["参数个数", "0", `GPT-2 small：${position}`],
    ["训练时", "不动，每一位都和原来一样", "取到的行才动；没取到的行停在随机的开头"],
    ["最长多少", `没有最后一行，${rows} 也算得出；模型没见过，不保证好用`, `到 ${last} 为止；查第 ${rows} 行是 ${error}`],
    ["行与行的关系", "移动 k 步是同一个旋转，点积只看距离", "没有规定，学成什么样就是什么样"],
    ["随任务调整", "不能，形状是定死的", "能，数据要什么就学什么"],
    ["谁在用", "最早的 Transformer，Whisper 的编码器", "GPT-2，BERT，OPT，ViT，Whisper 的解码器"],
  ],

  seen: {
    formula: (i, frequency, pairs) =>
      i === 0
        ? `第 0 对的 ω 是 ${frequency}，每走一个位置转 1 弧度，是最快的一对。`
        : `第 ${i} 对的 ω 只有 ${frequency}${i === pairs - 1 ? "，是这一行里最慢的一对" : ""}：每走一个位置，角度只加这么多。`,
    waves: (i, wavelength, turns) =>
      `第 ${i} 对每 ${wavelength} 个位置转一圈，图上的 128 个位置里转了 ${turns} 圈。越往下的列变得越慢。`,
    clock: (pos, fastest, slowest) =>
      pos === 0
        ? "位置 0：所有指针都在十二点，sin 全是 0，cos 全是 1。"
        : `走到位置 ${pos}，最快的指针转了 ${fastest} 圈，最慢的只转了 ${slowest} 圈：快的分得清近邻，慢的记得住大概在哪里。`,
    shift: (k, checked, difference) =>
      k === 0
        ? "k = 0：M 是单位矩阵，什么也没有变。"
        : `M${subscript(k)} 里没有 pos。当场查了 0 到 ${checked - 1} 的每个位置：乘出来的行和直接算的第 pos + ${k} 行最多差 ${difference}，只是舍入。`,
    distance: (start, difference) =>
      start === 0
        ? "现在两个起点都是 0。把起点拖走，看两列数变不变。"
        : `起点从 0 换到 ${start}，所有点积最多差 ${difference}，只是舍入。离得越远，点积大体上越小，中间有起伏。`,
    training: (steps, moved, same, [before, after]) =>
      `训练 ${steps} 步，损失从 ${before} 变成 ${after}。学来的表动了第 ${moved.join("、")} 行，别的行没有动；正弦表${same ? "每一位都和原来一样" : "变了"}。`,
    compare: (percent) =>
      `学习的表占 GPT-2 small 参数的 ${percent}%，换来自由；代价是有最后一行。正弦表不占参数，也没有最后一行。`,
  },
};
