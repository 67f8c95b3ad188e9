/**
 * What the page's processor gives at most to WebAssembly SIMD on one thread, as a tiny module made
 * here: mul_add does nothing but multiplications and additions with loads from 8 KiB (the nearest
 * cache), 8 sums at a time; read_all does nothing but read memory in order, 4 sums at a time.
 */

import wabtModule from "wabt";

export const mulAddBytes = 8192;
export const readBytes = 128 << 20;

function loop(name, sumCount, step) {
  const sums = Array.from({ length: sumCount }, (_, i) => `$s${i}`);
  const stride = 16 * sumCount;
  const body = sums.map((sum, i) => `(local.set ${sum} ${step(sum, `(v128.load offset=${16 * i} (local.get $at))`)})`);
  const total = sums.map((sum) => `(local.get ${sum})`).reduce((a, b) => `(f32x4.add ${a} ${b})`);
  return `(func (export "${name}") (param $bytes i32) (param $times i32) (result f32)
    (local $at i32) ${sums.map((sum) => `(local ${sum} v128)`).join(" ")}
    (loop $again
      (local.set $at (i32.const 0))
      (loop $pass
        ${body.join("\n        ")}
        (br_if $pass (i32.lt_u (local.tee $at (i32.add (local.get $at) (i32.const ${stride}))) (local.get $bytes))))
      (br_if $again (local.tee $times (i32.sub (local.get $times) (i32.const 1)))))
    (f32x4.extract_lane 0 ${total}))`;
}

/** The module's bytes. */
export async function limitsModule() {
  const { parseWat } = await wabtModule();
  const half = "(v128.const f32x4 0.5 0.5 0.5 0.5)";
  const text = `(module (memory (export "memory") ${readBytes >> 16})
    ${loop("mul_add", 8, (sum, loaded) => `(f32x4.add (local.get ${sum}) (f32x4.mul ${loaded} ${half}))`)}
    ${loop("read_all", 4, (sum, loaded) => `(f32x4.add (local.get ${sum}) ${loaded})`)})`;
  return parseWat("limits.wat", text, { simd: true }).toBinary({}).buffer;
}
