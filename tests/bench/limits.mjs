/**
 * What the page's processor gives at most to WebAssembly SIMD on one thread, as a tiny module made
 * here. mul_add does nothing but multiplications and additions in registers, 12 independent numbers
 * of four lanes at a time. read_1, read_2, read_4 do nothing but read 512 MiB, more than any cache
 * holds, as so many streams side by side: which is fastest depends on the processor, so the limit is
 * the best of them.
 */

import wabtModule from "wabt";

export const readBytes = 512 << 20;
export const readStreams = [1, 2, 4];

const locals = (count) => Array.from({ length: count }, (_, i) => `$s${i}`);
const total = (sums) =>
  `(f32x4.extract_lane 0 ${sums.map((sum) => `(local.get ${sum})`).reduce((a, b) => `(f32x4.add ${a} ${b})`)})`;

/** Multiplications in one turn of mul_add, and as many additions. */
export const mulAddsPerTurn = 12 * 4 * 4;

/** x = x / 2 + 1, again and again, which stays near 2. */
function mulAdd() {
  const sums = locals(12);
  const step = (sum) =>
    `(local.set ${sum} (f32x4.add (f32x4.mul (local.get ${sum}) (local.get $half)) (local.get $one)))`;
  const turn = sums.map(step).join("\n        ");
  return `(func (export "mul_add") (param $turns i32) (result f32)
    (local $half v128) (local $one v128) ${sums.map((sum) => `(local ${sum} v128)`).join(" ")}
    (local.set $half (f32x4.splat (f32.const 0.5)))
    (local.set $one (f32x4.splat (f32.const 1)))
    (loop $again
        ${Array(4).fill(turn).join("\n        ")}
      (br_if $again (local.tee $turns (i32.sub (local.get $turns) (i32.const 1)))))
    ${total(sums)})`;
}

/** 32 loads in a turn, equally from each stream, into 8 sums. */
function readAll(streams) {
  const loads = 32;
  const sums = locals(8);
  const perStream = loads / streams;
  const body = Array.from({ length: loads }, (_, i) => {
    const offset = Math.floor(i / perStream) * (readBytes / streams) + 16 * (i % perStream);
    const sum = sums[i % sums.length];
    return `(local.set ${sum} (f32x4.add (local.get ${sum}) (v128.load offset=${offset} (local.get $at))))`;
  });
  return `(func (export "read_${streams}") (result f32)
    (local $at i32) ${sums.map((sum) => `(local ${sum} v128)`).join(" ")}
    (loop $again
        ${body.join("\n        ")}
      (br_if $again (i32.lt_u
        (local.tee $at (i32.add (local.get $at) (i32.const ${16 * perStream})))
        (i32.const ${readBytes / streams}))))
    ${total(sums)})`;
}

/** The module's bytes. */
export async function limitsModule() {
  const { parseWat } = await wabtModule();
  const text = `(module (memory (export "memory") ${readBytes >> 16})
    ${[mulAdd(), ...readStreams.map(readAll)].join("\n    ")})`;
  return parseWat("limits.wat", text, { simd: true }).toBinary({}).buffer;
}
