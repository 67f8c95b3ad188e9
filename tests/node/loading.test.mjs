/** Where the module comes from: beside the face, a URL, bytes at hand, inside a worker. */

import assert from "node:assert/strict";
import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import { test } from "node:test";
import { Worker } from "node:worker_threads";

import { loadLaboratories } from "../../dist/tinygpt-laboratories.js";
import { embeddingBytes, loadTinyGpt, wasmBytes, wasmUrl } from "./runtime.mjs";

// A load that neither succeeds nor fails would otherwise hold up the run.
const timeout = 30_000;

function embeddingOf(tinyGpt) {
  const model = tinyGpt.createModel("gpt2-small");
  const bytes = embeddingBytes(model.embed([15496, 995]));
  model.dispose();
  return bytes;
}

const expected = embeddingOf(await loadTinyGpt());

async function assertRejects(options) {
  await assert.rejects(
    () => loadTinyGpt(options),
    (error) => {
      assert.ok(error instanceof Error, `something that is no Error: ${String(error)}`);
      assert.ok(error.message.length > 0);
      return true;
    },
  );
}

/** Serves the wasm by several types, what is no such wasm, and nothing elsewhere. */
async function withServer(use) {
  const bytes = await readFile(wasmUrl);
  const empty = Uint8Array.of(0, 0x61, 0x73, 0x6d, 1, 0, 0, 0);
  const files = {
    "/right": ["application/wasm", bytes],
    "/plain": ["text/plain", bytes],
    "/page": ["text/html; charset=utf-8", "<!doctype html><title>Sign in</title>"],
    "/lying": ["application/wasm", "<!doctype html>"],
    "/half": ["application/wasm", bytes.subarray(0, bytes.length / 2)],
    "/another": ["application/wasm", empty],
  };
  const server = createServer((request, response) => {
    const [type, body] = files[request.url] ?? [];
    if (request.url === "/broken") request.socket.destroy();
    else if (type === undefined) response.writeHead(404).end("not here");
    else response.writeHead(200, { "content-type": type }).end(body);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  try {
    await use(`http://127.0.0.1:${server.address().port}`);
  } finally {
    server.closeAllConnections();
    server.close();
  }
}

test("without options the module is found beside the face", { timeout }, async () => {
  assert.equal(embeddingOf(await loadTinyGpt()), expected);
  assert.equal(embeddingOf(await loadTinyGpt({})), expected);
  assert.equal(embeddingOf(await loadTinyGpt({ wasmUrl: undefined })), expected);
});

test("wasmUrl may be a file: URL, as an object or in words", { timeout }, async () => {
  assert.equal(embeddingOf(await loadTinyGpt({ wasmUrl })), expected);
  assert.equal(embeddingOf(await loadTinyGpt({ wasmUrl: wasmUrl.href })), expected);
});

test("wasmUrl may be http, whatever type the server names", { timeout }, async () => {
  await withServer(async (origin) => {
    for (const path of ["/right", "/plain"]) {
      assert.equal(embeddingOf(await loadTinyGpt({ wasmUrl: origin + path })), expected);
      assert.equal(embeddingOf(await loadTinyGpt({ wasmUrl: new URL(path, origin) })), expected);
    }
  });
});

test("an address that has no WebAssembly of this runtime is named, with what it has", { timeout }, async () => {
  await withServer(async (origin) => {
    for (const [path, sentence] of [
      ["/missing", "answered HTTP 404"],
      ["/page", "answered (text/html; charset=utf-8) is not WebAssembly, or not all of it: "],
      ["/lying", "answered (application/wasm) is not WebAssembly, or not all of it: "],
      ["/half", "answered (application/wasm) is not WebAssembly, or not all of it: "],
      ["/another", "answered (application/wasm) is WebAssembly, but not this runtime's: "],
      ["/broken", "cannot be reached: "],
    ]) {
      const wasmUrl = origin + path;
      for (const load of [loadTinyGpt, loadLaboratories, (source) => loadTinyGpt({ ...source, worker: true })]) {
        await assert.rejects(
          () => load({ wasmUrl }),
          ({ name, message }) => {
            assert.equal(name, "Error");
            assert.ok(message.startsWith("wasmUrl: ") && message.includes(`${wasmUrl} ${sentence}`), message);
            return true;
          },
        );
      }
    }
  });
  const wasmUrl = new URL(import.meta.url);
  await assert.rejects(() => loadTinyGpt({ wasmUrl }), ({ message }) =>
    message.startsWith(`wasmUrl: ${wasmUrl} is not WebAssembly`));
});

test(
  "wasmBinary is used as it is, stays as it was and may be used again",
  { timeout },
  async () => {
    const wasmBinary = await wasmBytes();
    const before = Buffer.from(wasmBinary).toString("base64");
    assert.equal(embeddingOf(await loadTinyGpt({ wasmBinary })), expected);
    assert.equal(embeddingOf(await loadTinyGpt({ wasmBinary })), expected);
    assert.equal(Buffer.from(wasmBinary).toString("base64"), before);
  },
);

test("several loads at a time each get a module", { timeout }, async () => {
  const all = await Promise.all([loadTinyGpt(), loadTinyGpt(), loadTinyGpt()]);
  assert.equal(new Set(all).size, 3);
  for (const tinyGpt of all) assert.equal(embeddingOf(tinyGpt), expected);
});

test("a truncated module rejects, wherever it was cut", { timeout }, async () => {
  const whole = await wasmBytes();
  for (let sixteenth = 0; sixteenth < 16; sixteenth++) {
    const cut = Math.floor((whole.byteLength * sixteenth) / 16);
    await assertRejects({ wasmBinary: whole.slice(0, cut) });
  }
  await assertRejects({ wasmBinary: whole.slice(0, -1) });
});

test("bytes that are no module reject", { timeout }, async () => {
  const corrupt = await wasmBytes();
  new Uint8Array(corrupt).fill(0xff, 8, 4096);
  await assertRejects({ wasmBinary: corrupt });
  await assertRejects({ wasmBinary: new TextEncoder().encode("<!doctype html>").buffer });
  await assertRejects({ wasmBinary: new ArrayBuffer(100_000) });
});

test("a sound module that is not this one rejects", { timeout }, async () => {
  const empty = Uint8Array.of(0, 0x61, 0x73, 0x6d, 1, 0, 0, 0).buffer;
  await assertRejects({ wasmBinary: empty });
});

test("wasmBinary of the wrong kind rejects", { timeout }, async () => {
  const transferred = await wasmBytes();
  structuredClone(transferred, { transfer: [transferred] });
  for (const wasmBinary of [null, 0, 42, "bytes", {}, [], () => 0, transferred]) {
    await assertRejects({ wasmBinary });
  }
});

test("a wasmUrl that leads nowhere rejects", { timeout }, async () => {
  for (const url of [
    new URL("missing.wasm", wasmUrl),
    new URL("missing.wasm", wasmUrl).href,
    "file://",
    "not a url",
    "",
    "data:text/plain,nothing",
    null,
    42,
    {},
  ]) {
    await assertRejects({ wasmUrl: url });
  }
});

test("options that are no object reject", { timeout }, async () => {
  for (const options of [null, 1, "tinygpt.wasm", true, () => 0]) await assertRejects(options);
});

test("a failed load does not spoil the next", { timeout }, async () => {
  await assertRejects({ wasmBinary: new ArrayBuffer(8) });
  assert.equal(embeddingOf(await loadTinyGpt()), expected);
});

for (const [how, options] of [
  ["by itself", async () => undefined],
  ["from bytes handed over", async () => ({ wasmBinary: await wasmBytes() })],
]) {
  test(
    `in a worker thread the module is loaded ${how} and gives the same bytes`,
    { timeout },
    async () => {
      const worker = new Worker(new URL("loading_worker.mjs", import.meta.url), {
        workerData: { ids: [15496, 995], options: await options() },
      });
      const [{ embedding, error, again }] = await once(worker, "message");
      await worker.terminate();
      assert.equal(embeddingBytes(embedding), expected);
      assert.deepEqual(error, { isIndexError: true, index: 50257 });
      assert.equal(embeddingBytes(again), expected);
    },
  );
}
