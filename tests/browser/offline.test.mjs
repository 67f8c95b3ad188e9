/** The page without a network, and when a newer build takes the place of the one it came from. */

import assert from "node:assert/strict";
import { cp, mkdtemp, readdir, readFile, rm, unlink, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { after, before, describe, test } from "node:test";

import sirv from "sirv";

import { buildServiceWorker } from "../../web/offline/build.mjs";
import { launchChromium, matrixRows, openPage } from "./browser.mjs";
import { golden, urlSays, x0Row } from "./reader.mjs";

const dist = fileURLToPath(new URL("../../dist/", import.meta.url));
const hashed = /-([0-9A-Z])([0-9A-Z]{7})(?=\.(js|css|wasm)\b)/g;

let browser;
let folder;
const hosts = [];
before(async () => {
  browser = await launchChromium();
  folder = await mkdtemp(join(tmpdir(), "tiny-gpt-offline-"));
});
after(async () => {
  await browser?.close();
  // Those of tests that failed keep the process from ending.
  await Promise.all(hosts.map((host) => host.stop()));
  await rm(folder, { recursive: true });
});

const builds = new Map();

/** dist/ as a build of other sources would be: every hashed file has another name and content. */
function anotherBuild(mark) {
  if (!builds.has(mark)) builds.set(mark, makeBuild(mark));
  return builds.get(mark);
}

async function makeBuild(mark) {
  const target = join(folder, mark);
  await cp(dist, target, { recursive: true });
  const named = (text) => text.replaceAll(hashed, `-${mark}$2`);
  const emptySection = Buffer.from([0, 2, 1, mark.charCodeAt(0)]);
  for (const name of await readdir(target)) {
    const path = join(target, name);
    if (/\.(js|html)$/.test(name)) {
      const end = name.endsWith(".js") ? `\n// ${mark}` : `<!-- ${mark} -->`;
      await writeFile(path, named(await readFile(path, "utf8")) + end);
    } else if (name.endsWith(".wasm")) {
      await writeFile(path, Buffer.concat([await readFile(path), emptySection]));
    }
    if (named(name) === name) continue;
    await writeFile(join(target, named(name)), await readFile(path));
    await unlink(path);
  }
  await buildServiceWorker(target, { bundle: true, minify: true, target: "es2023" });
  return target;
}

/** A host whose files can be exchanged, and which can be gone. */
async function startHost(files) {
  let answer;
  const asked = [];
  const server = createServer((request, response) => {
    asked.push(new URL(request.url, "http://host").pathname);
    response.setHeader("cache-control", "no-cache");
    answer(request, response, () => {
      response.statusCode = 404;
      response.end();
    });
  });
  const serve = (path) => {
    answer = sirv(path, { dev: true, etag: true });
  };
  serve(files);
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  const origin = `http://127.0.0.1:${server.address().port}`;
  const stop = () => {
    server.closeAllConnections();
    return new Promise((resolve) => server.close(resolve));
  };
  const host = { origin, url: `${origin}/`, asked, serve, stop };
  hosts.push(host);
  return host;
}

async function visit(host, options) {
  const opened = await openPage(browser, host, { serviceWorkers: "allow", ...options });
  const loaded = [];
  opened.page.on("response", (response) => loaded.push(new URL(response.url()).pathname));
  await opened.open();
  return { ...opened, loaded };
}

const isKept = (page) =>
  page.evaluate(async () => {
    await navigator.serviceWorker.ready;
    while (navigator.serviceWorker.controller?.state !== "activated") {
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  });

async function typesText(page) {
  await page.getByLabel("文字").fill("Alan Turing theorized that computers would one day become");
  await urlSays(page, "ids", golden.cases[1].ids.join(","));
}

describe("without a network", () => {
  test("all of the page works after the first visit", { timeout: 300_000 }, async () => {
    const host = await startHost(dist);
    const { page, loaded, finish, open } = await visit(host);
    await isKept(page);
    const worker = host.asked.indexOf("/service-worker.js");
    assert.ok(worker > host.asked.findIndex((path) => path.endsWith(".wasm")), "after the first load");
    await host.stop();

    await page.getByText("GPT-2 small 的形状").click();
    await typesText(page);

    await open("?ids=0,1,2&step=wpe");
    await page.getByRole("button", { name: "下一步" }).click();
    const rows = (await matrixRows(page, ".x0-rows")).map((row) => row.slice(1, 5));
    assert.deepEqual(rows, [0, 1, 2].map((t) => x0Row(t, t)));

    await page.goto(`${host.url}workbench.html?lab=sinusoidal&show=waves&lang=zh`);
    await page.locator("tiny-gpt-laboratory lab-chart svg").first().waitFor();

    await open("?model=gpt2-small");
    await page.getByRole("button", { name: "跑完 12 层" }).click();
    await page.locator(".layers .candidates").waitFor({ timeout: 200_000 });
    for (const part of ["tinygpt-worker-", "r50k_base-", "tinygpt-laboratories-"]) {
      assert.ok(loaded.some((path) => path.startsWith(`/${part}`)), part);
    }
    await finish();
  });
});

describe("a newer build", () => {
  /** The first letters of all hashes that a page has loaded since. */
  const marksOf = (paths) =>
    [...new Set(paths.flatMap((path) => [...path.matchAll(hashed)].map(([, mark]) => mark)))].sort();

  const takeOver = (page) =>
    page.evaluate(async () => {
      const changed = new Promise((resolve) =>
        navigator.serviceWorker.addEventListener("controllerchange", resolve, { once: true }),
      );
      await (await navigator.serviceWorker.getRegistration()).update();
      await changed;
    });

  test("an open page keeps its build's files, and after a reload all are the newer's", async () => {
    const first = await anotherBuild("A");
    const second = await anotherBuild("B");
    const host = await startHost(first);
    const { page, loaded, finish } = await visit(host);
    await isKept(page);
    host.serve(second);
    await takeOver(page);
    await page.getByText("GPT-2 small 的形状").click();
    await typesText(page);
    await page.getByRole("button", { name: "跑完 12 层" }).click();
    await page.getByRole("button", { name: "取消" }).click();
    await page.getByText("已取消。").waitFor();
    assert.ok(loaded.some((path) => path.startsWith("/tinygpt-worker-A")));
    assert.deepEqual(marksOf(loaded), ["A"]);

    loaded.length = 0;
    await host.stop();
    await page.reload();
    await page.locator("tiny-gpt-stepper[ready]").waitFor();
    await page.locator(".x0-rows").waitFor();
    assert.ok(loaded.some((path) => /^\/tinygpt-B.*\.wasm$/.test(path)), loaded.join());
    assert.deepEqual(marksOf(loaded), ["B"]);
    await finish();
  });

  test("of the builds before it, only the last is kept", async () => {
    const host = await startHost(await anotherBuild("A"));
    const { page, finish } = await visit(host);
    await isKept(page);
    const kept = () => page.evaluate(() => caches.keys());
    const [oldest] = await kept();
    for (const mark of ["B", "C"]) {
      host.serve(await anotherBuild(mark));
      await takeOver(page);
    }
    await page.evaluate(async (name) => {
      while (await caches.has(name)) await new Promise((resolve) => setTimeout(resolve, 50));
    }, oldest);
    assert.equal((await kept()).length, 2);
    await finish();
    await host.stop();
  });

  test("one that the host has only half of is not taken", async () => {
    const whole = await anotherBuild("C");
    const half = await anotherBuild("D");
    await cp(join(whole, "index.html"), join(half, "index.html"));
    const host = await startHost(whole);
    const { page, loaded, finish, complaints } = await visit(host);
    await isKept(page);
    host.serve(half);
    const ended = await page.evaluate(async () => {
      const registration = await navigator.serviceWorker.getRegistration();
      const found = new Promise((resolve) =>
        registration.addEventListener("updatefound", () => resolve(registration.installing)),
      );
      await registration.update();
      const worker = await found;
      while (worker.state === "installing") await new Promise((resolve) => setTimeout(resolve, 50));
      return worker.state;
    });
    assert.equal(ended, "redundant");
    await host.stop();
    loaded.length = 0;
    await page.reload();
    await page.locator("tiny-gpt-stepper[ready]").waitFor();
    assert.deepEqual(marksOf(loaded), ["C"]);
    // The browser tells of the file that is not what it should be.
    complaints.splice(0, complaints.length, ...complaints.filter((text) => !/integrity|digest/.test(text)));
    await finish();
  });
});

describe("as an app", () => {
  test("the browser finds nothing that keeps it from being installed", async () => {
    const host = await startHost(dist);
    const { page, finish } = await visit(host);
    const session = await page.context().newCDPSession(page);
    const { errors, data } = await session.send("Page.getAppManifest");
    assert.deepEqual(errors, []);
    const manifest = JSON.parse(data);
    assert.match(manifest.name, /\p{Script=Han}/u);
    assert.match(manifest.name_localized.en, /^[^\p{Script=Han}]+$/u);
    const { installabilityErrors } = await session.send("Page.getInstallabilityErrors");
    // A fresh context is a private window, where nothing can be installed.
    const kinds = installabilityErrors.map(({ errorId }) => errorId).filter((id) => id !== "in-incognito");
    assert.deepEqual(kinds, []);
    for (const { src, sizes, type } of manifest.icons) {
      const response = await page.request.get(new URL(src, host.url).href);
      assert.equal(response.headers()["content-type"], type);
      if (type !== "image/png") continue;
      const picture = await response.body();
      assert.equal(`${picture.readUInt32BE(16)}x${picture.readUInt32BE(20)}`, sizes);
    }
    await finish();
    await host.stop();
  });

  test("a frame has nothing kept", async () => {
    const host = await startHost(dist);
    const opened = await openPage(browser, host, { serviceWorkers: "allow" });
    const { page } = opened;
    await page.route(`${host.url}host.html`, (route) =>
      route.fulfill({ contentType: "text/html", body: '<iframe src="./?lang=zh"></iframe>' }),
    );
    await page.goto(`${host.url}host.html`);
    const frame = page.frameLocator("iframe");
    await frame.locator("tiny-gpt-stepper[ready]").waitFor({ state: "attached" });
    await page.waitForLoadState("load");
    await page.waitForTimeout(500);
    assert.ok(!host.asked.includes("/service-worker.js"));
    await opened.finish();
    await host.stop();
  });
});
