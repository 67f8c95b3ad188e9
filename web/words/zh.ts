/** 中文词条。每一条在 en.ts 里都有对应，由类型检查保证。 */

import { fixedTerms } from "./terms.js";

export const zh = {
  ...fixedTerms,
  languageName: "中文",
  listComma: "、",
  gloss: {} as Readonly<Record<string, string>>,
  page: {
    title: "X⁽⁰⁾ 从哪里来：词嵌入加位置向量",
    heading: "X⁽⁰⁾ 从哪里来",
    lead: "GPT 读一句话，先查两张表：按 id 查词嵌入 wte，按位置查位置向量 wpe。两行逐列相加，就是送进第一层的 X⁽⁰⁾。",
    links: "语言和其他页",
    loading: "正在启动计算模块……",
    failed: "计算模块没能启动。",
    reload: "重新加载",
    workbench: "实验台",
    chapter: "回到正文",
    about:
      "页面上的每个数都由一个 C++ 写的 GPT 算出，它编译成 WebAssembly，就在这个浏览器里运行，不连接别的服务器。",
  },
  address: {
    unreadable: (key: string, value: string) => `${key}=${value} 读不懂，已换成默认值。`,
    outside: (key: string, value: string) =>
      `${key}=${value} 超出了这个句子或模型，已换成默认值。`,
    tooMany: (key: string, count: number, most: number) =>
      `${key} 有 ${count} 个数，最多 ${most} 个，已换成默认值。`,
    lengthMismatch: (count: number, ids: number) =>
      `position_ids 有 ${count} 个，ids 有 ${ids} 个，对不上，已换成默认值。`,
    noSuchStep: (step: string, model: string) =>
      `step=${step}：“${model}”这个模型没有这一步，已换成默认值。`,
  },
  model: {
    legend: "模型",
    teaching: "教学模型",
    teachingNote: "5 个词，4 维，真正训练过。表里的数只有一位小数，可以口算。",
    "book-3.8": "书中 3.8 节的例题",
    "book-3.8Note":
      "书中 3.8 节（表 3-17 到 3-23）的例题，按书里的权重重新算过：归一化不改变输入，MLP 是 0.1·ReLU，输出另用一个矩阵。书没有给出的词嵌入（EOS、6）当作 0。",
    "gpt2-small": "GPT-2 small 的形状",
    "gpt2-smallNote":
      "形状和真的一样，权重是合成的：每个数由张量名和序号算出，没有训练过。",
  },
  steps: {
    legend: "步骤",
    scrubber: "当前步骤",
    names: {
      ids: "ids",
      position_ids: "位置",
      wte: "wte",
      wpe: "wpe",
      sum: "相加",
      attention: "注意力",
      mlp: "MLP",
      next: "下一词",
      range: "越界",
    },
    skip: "跳到步骤",
    back: "上一步",
    forward: "下一步",
    of: (step: number, count: number, name: string) => `第 ${step} 步，共 ${count} 步：${name}`,
  },
  explain: {
    empty: {
      teaching: "句子还是空的。点一个词开始。",
      "book-3.8": "句子还是空的。点一个词开始。",
      "gpt2-small": "句子还是空的。输入文字或 id 开始。",
    },
    ids: "分词之后，句子就是一串 id。每个 id 是 wte 的一个行号。",
    prefill:
      "预填充时整句一次读入，位置从 0 数起；解码时接着已有的位置往下数。每个位置是 wpe 的一个行号。",
    explicit: "位置是手工给的，不再是 0, 1, 2, …。程序不会报错，只是取到了别的行。",
    wte: "按 id 到 wte 里取行。同一个词，无论在哪里，取到的都是同一行。",
    wpe: "按位置到 wpe 里取行。同一个位置，无论是什么词，取到的都是同一行。",
    // hints 和 repeated 接在一句话后面；英文开头有空格。
    hints: { sum: "点任意一格，看它是怎么算出来的。", attention: "点一格看它怎么算。" },
    sum: "两行逐列相加，得到 X⁽⁰⁾。",
    attention:
      "每个词元看自己和前面的词元：查询 q 和各个键 k 做点积，除以 √2，过 softmax，就是权重。",
    mlp: "注意力的结果加回 X⁽⁰⁾，再加上 MLP 的结果，就是这一层的输出 X⁽¹⁾。",
    next: "最后一个词元的输出和 wte 的每一行做点积，得到 logits；过 softmax 就是下一个词的概率。",
    range: "表有多少行，索引就只能到行数减一。再往后没有这一行，查表只能报错。",
    repeated: (word: string, places: string, rows: string) =>
      `“${word}”出现在索引 ${places}：它们的 wte 行相同，X⁽⁰⁾ 只差 wpe 的第 ${rows} 行。`,
    repeatedSame: (word: string, places: string) =>
      `“${word}”出现在索引 ${places}，位置也相同，所以 X⁽⁰⁾ 的行完全一样：模型分不清它们。`,
  },
  sentence: {
    caption: "句子",
    word: "词元",
    remove: "删除",
    left: "左移",
    right: "右移",
    add: "添词",
    addWord: (word: string) => `添上“${word}”`,
    clear: "清空",
    reset: "还原",
    prefill: "位置恢复为 0, 1, 2, …",
    text: "文字",
    textHint: "按 GPT-2 的词表切分；第一次输入时载入词表。",
    loadingVocabulary: "正在载入词表……",
    vocabularyFailed: "词表没能载入，仍可直接输入 id。",
    idList: "ids",
    idListHint: "用逗号或空格隔开，回车生效。",
    notInteger: (part: string) => `“${part}”不能用：这里要整数。原来的句子没有变。`,
    tooMany: (count: number, most: number) => `一次最多 ${most} 个，这里有 ${count} 个。`,
    place: (t: number) => `第 ${t + 1} 个词元，索引 ${t}`,
    idOf: (t: number) => `第 ${t + 1} 个词元的 id`,
    positionOf: (t: number) => `第 ${t + 1} 个词元的 position_id`,
    attemptNote: "这是试验，你的句子没有变。",
    omitted: (count: number) => `省略 ${count} 个`,
  },
  tables: {
    titles: { wte: "词嵌入，按 id 查", wpe: "位置向量，按位置查" },
    row: { wte: "id", wpe: "位置" },
    gathered: { wte: "取到的 wte 行", wpe: "取到的 wpe 行", x0: "和" },
    takenBy: (places: number[]) =>
      `第 ${places.map((t) => t + 1).join("、")} 个词元取这一行`,
    missingRow: "没有这一行",
    gap: (count: number) => `省略 ${count} 行`,
    columns: (first: number, last: number, count: number) =>
      `第 ${first} 到 ${last} 列，共 ${count} 列`,
    firstColumn: "从第几列看起",
    scale: (limit: string) => `色条：紫为负，灰为正，颜色越浓离 0 越远；到 ±${limit} 为止`,
    notComputed: "没有算出来",
  },
  cell: {
    caption: (t: number, word: string, c: number) =>
      `第 ${t + 1} 个词元“${word}”，索引 ${t}，第 ${c} 列`,
    exact: (sum: string) => `float32 里的值：${sum}`,
    label: (t: number, c: number, value: string) => `X⁽⁰⁾[${t}][${c}] = ${value}`,
    none: "点 X⁽⁰⁾ 里的一格，看它的算式。",
  },
  attention: {
    heads: "注意力头",
    head: (head: number) => `头 ${head}`,
    weights: "权重，每行加起来是 1",
    query: "谁看",
    masked: "后面的词看不到",
    index: (place: number) => `索引 ${place}`,
    label: (query: string, key: string, weight: string) => `${query} 看${key}：权重 ${weight}`,
    caption: (query: string, key: string) => `${query} 看 ${key}`,
    score: "分数",
    softmax: "softmax",
    q: "查询 q",
    k: "键 k",
    v: "值 v",
    context: "权重乘 v，相加",
  },
  block: {
    attention: "注意力的结果",
    residual: "残差：两者相加",
    mlp: "MLP 的结果",
    output: "这一层的输出",
  },
  next: {
    caption: (word: string) => `“${word}”之后的词`,
    word: "词",
    logit: "logit",
    probability: "概率",
    append: (word: string) => `把“${word}”接到句尾`,
    full: (count: number) => `句子已有 ${count} 个词元，再接一个就越界了。`,
    chosen: "选出的词",
  },
  rounds: {
    title: "KV 缓存一轮一轮变长",
    prompt: (rows: number) => `第 1 轮是预填充：整句一次读入，写下 ${rows} 行 k 和 v。`,
    goOn: "把选出的词接到句尾，下一轮解码就只读入这一个词元，只添一行。",
    later: (rounds: number, rows: string) =>
      `后面 ${rounds} 轮是解码，每轮只算新词元的 ${rows} 行，前面的行从缓存里读，不再计算。`,
    caption: "KV 缓存的每一行，和每轮对它做了什么",
    row: "位置、词元",
    round: (n: number) => `第 ${n} 轮`,
    prefill: "预填充",
    decode: "解码",
    written: "算",
    read: "读",
    rowsRead: "读出的行",
    rowsWritten: "新算的行",
    difference: "logits 和不用缓存时相比",
    same: "逐位相同",
    again: "回到最初的句子",
  },
  offset: {
    title: "缓存长度记错一个",
    note: (past: number, word: string) =>
      `KV 缓存里已有 ${past} 个词元，只算后面的“${word}”。它的位置等于缓存长度 past_length；拖动滑块，看这个数错一个会怎样。`,
    label: "偏移",
    value: (offset: string, position: string) => `偏移 ${offset}，位置 ${position}`,
    chosen: (position: number, word: string, probability: string) =>
      `取 wpe 的第 ${position} 行，选出“${word}”，概率 ${probability}。`,
    instead: (word: string) => `长度没错时选的是“${word}”。`,
    unnoticed: "没有什么报错，模型只是变笨。",
    kept: (rows: number) => `缓存没有动，还是 ${rows} 行。`,
    right: "长度没错",
    here: (offset: string) => `偏移 ${offset}`,
    none: "算不出",
  },
  book: {
    counting: (position: number, codePosition: number, head: number, codeHead: number) =>
      `书中从 1 数，代码从 0 数：下面的位置 ${position} 就是代码里的位置 ${codePosition}，头 ${head} 就是代码里的头 ${codeHead}。`,
    position: (position: number) => `位置 ${position}`,
    other: "其他",
    noToken: (word: string) => `“${word}”不代表哪一个词元，没法接到句尾。`,
    ended: "选出的是 EOS：回答到此结束，不再往下接。",
    explain: {
      mlp: "注意力的结果加回 X⁽⁰⁾，再加上 MLP 的结果，就是这一层的输出 X⁽¹⁾。例题的 MLP 是 0.1·ReLU：正数乘 0.1，负数变成 0。",
      next: "最后一个词元的输出 x 乘以输出矩阵，得到各个候选的 logits，书里记作 z；过 softmax 就是下一个词的概率。",
    },
  },
  layers: {
    title: (count: number) => `接下来的 ${count} 层`,
    note: (mebibytes: number) =>
      `在后台线程里运行：先算出约 ${mebibytes} MiB 的合成权重，再逐层计算，随时可以取消。权重没有训练过，所以选出的词没有意义；形状、步骤和速度是真的。`,
    run: (count: number) => `跑完 ${count} 层`,
    phases: { load: "正在生成权重", run: "正在计算" },
    cancel: "取消",
    cancelled: "已取消。",
    failed: "没能跑完：",
    took: (count: number, milliseconds: number, perSecond: string) =>
      `${count} 个词元用了 ${milliseconds} 毫秒，每秒 ${perSecond} 个。`,
    layer: "层",
    head: "头",
    lastLooksAt: "最后一个词元最看重：",
    bars: "条的长短是和最大的一个比。",
  },
  range: {
    legend: "试一个越界的索引",
    tooLong: (count: number) => `第 ${count} 个词元`,
    position: (index: string) => `位置 ${index}`,
    id: (index: string) => `id ${index}`,
    table: "表",
    index: "索引",
    notInteger: (part: string) => `“${part}”不能用：索引要整数。`,
    valid: (table: string, index: string) =>
      `${table} 有第 ${index} 行，不越界：所有系统都返回这一行。`,
    title: "越界",
    wte: (at: number, index: string, size: number) =>
      `第 ${at + 1} 个词元（索引 ${at}）要取 wte 的第 ${index} 行，可是 wte 只有 ${size} 行，有效范围是 0 到 ${size - 1}。`,
    wpe: (at: number, index: string, size: number) =>
      `第 ${at + 1} 个词元（索引 ${at}）要取 wpe 的第 ${index} 行，可是 wpe 只有 ${size} 行，有效范围是 0 到 ${size - 1}。`,
    adviceId: (last: number) =>
      `换成 0 到 ${last} 之间的 id。id 要由和模型配套的分词器给出。`,
    advicePosition: (size: number) =>
      `把句子缩短到 ${size} 个词元以内，或把位置改回表内。表的行数 n_positions 就是这个模型能读的最大长度。`,
    adviceNegative: "负数在这里不表示“倒数第几行”。",
    nothingWritten: "错误发生在写入之前：X⁽⁰⁾ 没有算出来，别的什么也没变。",
    undo: "回到上一个有效的句子",
    keepHead: (count: number) => `只留前 ${count} 个`,
    keepTail: (count: number) => `只留后 ${count} 个`,
    dropped: { head: (count: number) => `丢掉了前面 ${count} 个词元。`, tail: (count: number) => `丢掉了后面 ${count} 个词元。` },
    message: "核心给出的错误",
  },
  elsewhere: {
    caption: (expression: string) => `别的系统怎样回答 ${expression}`,
    lead: "同一个索引，按各家文档写明的规则算出：",
    system: "系统",
    answer: "回答",
    noticed: "能否发现",
    yes: "能",
    no: "不能",
    later: "能，但要到下次同步",
    here: "本页",
    names: {
      "pytorch-cpu": "PyTorch，CPU",
      "pytorch-cuda": "PyTorch，CUDA",
      "tensorflow-cpu": "TensorFlow，CPU",
      "tensorflow-gpu": "TensorFlow，GPU（不用 XLA）",
      "jax-index": "JAX，x[i]",
      "jax-take": "JAX，jnp.take(axis=0)",
      numpy: "NumPy，x[i]",
      "typed-array": "JavaScript 类型化数组",
      "c-array": "C 数组",
    },
    raises: "报错",
    row: (table: string, row: number) => `返回 ${table} 的第 ${row} 行`,
    clamped: (table: string, row: number) => `截到边界，返回 ${table} 的第 ${row} 行`,
    wrapped: (table: string, row: number) => `从末尾倒数，返回 ${table} 的第 ${row} 行`,
    zeros: "返回一行 0",
    nan: { "jax-take": "返回一行 NaN", "typed-array": "undefined，参与运算变成 NaN" },
    memory: (tensor: string, element: number) =>
      `读到表外的内存：${tensor} 从第 ${element} 个数起（权重按检查点的顺序连续存放时）`,
    outside: "地址在模型的内存之外：可能崩溃，也可能读到任何值",
    source: "出处",
    sourceOf: (system: string) => `${system} 的出处`,
  },
  bet: {
    toggle: "先猜再看",
    question: (t: number, c: number) => `X⁽⁰⁾[${t}][${c}] = ?`,
    answer: "你的答案",
    check: "对答案",
    next: "换一格",
    notNumber: "请输入一个数。",
    right: (sum: string) => `对：${sum}。`,
    onlyWte: "这只是 wte 的那一格，忘了加 wpe。",
    onlyWpe: "这只是 wpe 的那一格，忘了加 wte。",
    difference: "相减了；这里要相加。",
    wrongRow: (used: number, right: number) =>
      `用了 wte 的第 ${used} 行；这个词元的 id 是 ${right}。`,
    wrongPosition: (used: number, right: number) =>
      `用了 wpe 的第 ${used} 行；这个词元的位置是 ${right}，位置从 0 数起。`,
    wrongColumn: (used: number, right: number) => `看的是第 ${used} 列；要的是第 ${right} 列，列从 0 数起。`,
    wrong: (wteCell: string, wpeCell: string) => `不对。把 ${wteCell} 和 ${wpeCell} 加起来。`,
  },
};

type Widened<T> = T extends string
  ? string
  : T extends (...given: infer Given) => string
    ? (...given: Given) => string
    : { readonly [Key in keyof T]: Widened<T[Key]> };

/** What every language must say. */
export type Words = Widened<typeof zh>;
