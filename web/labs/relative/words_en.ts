import { integer } from "../../stepper/numbers.js";
import type { RelativeWords } from "./words.js";

export const en: RelativeWords = {
  title: "From absolute to relative",
  idea: "With positions added to X⁽⁰⁾, a score of attention falls into four terms: content looks at content, content at position, position at content, position at position. Move the whole phrase on by k and nothing about its order has changed, yet three of the terms have. For a score that knows distances only, positions must go elsewhere: turn q and k (RoPE), or change the score itself (ALiBi, T5).",
  tryThis:
    "Under “Added to X⁽⁰⁾”, drag k and see which small table stays; beyond 5 the phrase leaves the table. Then drag the same k under “RoPE”: the hands turn together and the score stays.",
  scheme: "Where positions go",
  schemes: {
    absolute: "Added to X⁽⁰⁾",
    rope: "RoPE",
    alibi: "ALiBi",
    t5: "T5's buckets",
    none: "Nowhere (NoPE)",
    compare: "Comparison",
  },

  k: "Move the phrase by k",
  pairName: (query, key, score) => `${query} looks at ${key}: ${score}`,
  pairScore: (query, key) => `${query} looks at ${key}`,
  letters: "x is a word embedding, p a position vector; m (row) looks at n (column).",
  terms: {
    contentContent: "content – content",
    contentPosition: "content – position",
    positionContent: "position – content",
    positionPosition: "position – position",
  },
  score: "score",
  change: (most) => `moved by ${most} at most since k = 0`,
  shifts: (query, key) => `${query} looks at ${key}, over k`,
  outside: "out of range",
  indexError: (index, size) =>
    `IndexError: wpe has ${size} rows, 0 to ${size - 1}, and no row ${index}. With the phrase moved this far there is no score.`,
  absoluteNote:
    "W_Q and W_K are those of layer 0, head 0 of the teaching model; biases and LayerNorm are left out, as in the formula. The four small tables add up to the score cell by cell. Choose a cell of the score to follow another pair of words.",

  layout: "Pairs of columns",
  layouts: { interleaved: "interleaved", half: "half and half" },
  columns: (i, [a, b]) => `pair ${i}: columns ${a} and ${b}`,
  ropeDial: (i, query, queryPosition, key, keyPosition, product) =>
    `Pair ${i}: q of ${query} turned to position ${queryPosition}, k of ${key} to position ${keyPosition}, dot product ${product}`,
  ropeCaption: (query, queryPosition, key, keyPosition) =>
    `Solid: q of ${query}, turned anticlockwise by ${queryPosition}ω. Dashed: k of ${key}, turned by ${keyPosition}ω (in radians). Both hands turn together, so the angle between them stays, and with it the dot product. Each dial is scaled to its longer hand.`,
  ropeNote:
    "Only word embeddings are fed in. So that there are two ways to pair columns, q and k of the teaching model’s two heads are put side by side as one head of 4 dimensions. Interleaved pairs neighbours (RoFormer); half and half pairs columns i and i + d/2 (GPT-NeoX, LLaMA). The scores differ between the two, and in either they know the distance alone.",

  heads: "Heads",
  head: (head) => `head ${head}`,
  headCorner: "head",
  slope: "slope",
  bias: "added to the score",
  biasTable: "Slopes, and what is added 1, 2, 4 … words back",
  biasOf: "added by head 0",
  distanceBack: "words back",
  alibiName: (heads) =>
    `ALiBi’s lines for ${heads} ${heads === 1 ? "head" : "heads"}: the farther back, the more is taken off; each head has its own slope`,
  alibiCaption:
    "One line for each head: the farther back a word is, the more its score loses. The slopes are given, not learned.",
  alibiNote: (slope) =>
    `The teaching model has two heads; the slope of head 0 is ${slope}. What is added holds m − n but neither m nor n, so moving the phrase changes nothing. ALiBi only looks back: later words are masked.`,

  distance: "Distance, key minus query",
  distanceAxis: "distance (position of key − position of query)",
  bidirectional: "Both directions (encoder)",
  bucket: "bucket",
  t5Name:
    "The bucket of each distance: close by a distance has a bucket to itself, farther away more and more distances share one",
  t5Caption:
    "Close by, each distance has a bucket to itself. Farther out buckets widen with the logarithm, and from 128 on all distances share the last. Each bucket has one learned number for each head, which is added to the score.",
  runs: "The distances in each bucket",
  from: "from",
  to: "to",

  contentScore: "score: content – content alone",
  noneNote:
    "There is no position to move, so k does nothing. The causal mask (“—” in the table) is still there: how many words a word sees depends on where it stands, and that is the only sign of order left. The experiment “Why position at all” shows it at work.",

  comparison: "The ways side by side",
  way: "way",
  columnsOfComparison: ["where it enters", "parameters", "phrase moved", "beyond the trained length"],
  ways: ({ position, rows, heads, buckets, biases, error }) => [
    ["learned wpe", "added to X⁽⁰⁾", `GPT-2 small: ${position}`, "scores change", `looking up row ${rows} is an ${error}`],
    ["sinusoidal", "added to X⁽⁰⁾", "0", "scores change", "can be computed, may do badly"],
    ["RoPE", "q and k of every layer", "0", "scores stay", "can be computed; unseen angles are often rescaled"],
    ["ALiBi", "scores of every layer", "0", "scores stay", "made for it: farther means less"],
    ["T5", "scores of every layer, shared by all layers", `${heads} heads: ${buckets} × ${heads} = ${biases}`, "scores stay", "the last bucket goes on for ever"],
    ["NoPE", "nowhere; the causal mask does it", "0", "scores stay", "no table to leave; may do badly"],
  ],

  seen: {
    absolute: (k, contentStays, change) =>
      k === 0
        ? "k = 0: the phrase stands at the beginning, and the four terms add up to the score. Drag k."
        : `With the phrase moved by ${k}, content – content ${contentStays ? "is the same to the last bit" : "has changed"} and the other three have changed, the score by up to ${change}. The same three words in the same order count differently elsewhere.`,
    outside: (k) => `k = ${k}: the end of the phrase has left the last row of wpe, which is out of range.`,
    rope: (k, change) =>
      `Moved by ${k}, no score changes by more than ${change}, which is rounding. RoPE has no last row; any k can be computed.`,
    alibi: (heads, steepest, flattest) =>
      heads === 1
        ? `One head alone has the slope ${steepest}.`
        : `The slopes of ${heads} heads go from ${steepest} to ${flattest}: some heads care for what is near, others look far back.`,
    t5: (distance, bucket, count) =>
      count === null
        ? `Distance ${integer(distance)} is in bucket ${bucket}, and so is everything beyond it.`
        : count === 1
          ? `Distance ${integer(distance)} has bucket ${bucket} to itself.`
          : `Distance ${integer(distance)} is in bucket ${bucket} and shares its number with ${count - 1} other ${count === 2 ? "distance" : "distances"}.`,
    none: "There are only words in the score, no positions.",
    compare: "The two that are added to X⁽⁰⁾ know places; RoPE, ALiBi and T5 know distances.",
  },
};
