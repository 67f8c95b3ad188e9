/** Values by what is wrong with them, for the tests that feed them to every entry point. */

function detached(array) {
  structuredClone(array, { transfer: [array.buffer] });
  return array;
}

/** What is neither a whole number, nor a list, nor an options object, nor a word. */
const oddities = {
  true: true,
  false: false,
  "a symbol": Symbol("a"),
  "a function": () => 0,
  "an empty string": "",
  "the string 2": "2",
};

export const noWholeNumbers = {
  ...oddities,
  null: null,
  1.5: 1.5,
  NaN: NaN,
  Infinity: Infinity,
  "-Infinity": -Infinity,
  "2^53": 2 ** 53,
  "1e300": 1e300,
  "an object": {},
  "an array of one": [1],
  "a number object": Object(1),
  "an object with valueOf": { valueOf: () => 1 },
  "2n ** 64n": 2n ** 64n,
  "-(2n ** 64n)": -(2n ** 64n),
};

export const noLists = {
  ...oddities,
  null: null,
  "a lone number": 2,
  "a lone bigint": 2n,
  "an object": {},
  "a Map": new Map(),
  "a Set": new Set([0]),
  "an ArrayBuffer": new ArrayBuffer(8),
  "a DataView": new DataView(new ArrayBuffer(8)),
  "a string object": new String("01"),
  "a sparse array": [0, , 1],
  "an array with a hole at its end": new Array(3),
  "an array of arrays": [[0]],
  "an array of NaN": [NaN],
  "an array of 0.5": [0.5],
  "a length without elements": { length: 3 },
  "a negative length": { length: -1 },
  "a fractional length": { length: 1.5, 0: 0 },
  "a length of NaN": { length: NaN },
  "a length of Infinity": { length: Infinity },
  "a length in words": { length: "1", 0: 0 },
  "a length of 1n": { length: 1n, 0: 0 },
  "a length of 2^53 - 1": { length: Number.MAX_SAFE_INTEGER },
  "a length of 2^32": { length: 2 ** 32 },
  "one entry more than are taken": { length: 2 ** 24 + 1 },
  "fractions in a Float32Array": Float32Array.of(0, 0.5),
  "NaN in a Float64Array": Float64Array.of(NaN),
  "2^63 in a BigUint64Array": BigUint64Array.of(2n ** 63n),
  "a detached Int32Array": detached(Int32Array.of(0)),
  "a detached BigInt64Array": detached(BigInt64Array.of(0n)),
};

export const noObjects = { ...oddities, null: null, "a number": 1, "a bigint": 1n };
export const noWords = {
  ...oddities,
  null: null,
  undefined,
  "a number": 0,
  "an array": ["wte"],
  __proto__: "__proto__",
  toString: "toString",
  "in capitals": "WTE",
};
export const noSwitches = {
  "a symbol": Symbol("a"),
  "a function": () => true,
  "the string true": "true",
  null: null,
  0: 0,
  1: 1,
  "a boolean object": Object(true),
};
export const noNumbers = {
  ...oddities,
  null: null,
  "a bigint": 2n,
  "an object": {},
  "a number object": Object(2),
};
export const noFloatArrays = {
  ...oddities,
  null: null,
  undefined,
  "a number": 4,
  "a plain array": [0, 0, 0, 0],
  "a Float64Array": new Float64Array(4),
  "an Int32Array": new Int32Array(4),
  "an ArrayBuffer": new ArrayBuffer(16),
  "a DataView": new DataView(new ArrayBuffer(16)),
  "an object in its prototype's clothes": Object.create(Float32Array.prototype),
  "a proxy": new Proxy(new Float32Array(4), {}),
  "no values": new Float32Array(0),
  "a value too few": new Float32Array(3),
  "a value too many": new Float32Array(5),
  "a detached Float32Array": detached(new Float32Array(4)),
};
