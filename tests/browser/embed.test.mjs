/** The element in other people's pages, the frame, and the single file. */

import assert from "node:assert/strict";
import { fileURLToPath } from "node:url";
import { describe, test } from "node:test";

import { openPage } from "./browser.mjs";
import { browser, site } from "./reader.mjs";
import { startSite } from "./site.mjs";

/** A page of somebody else's at an address of the site, with the given body. */
async function onHost(body, run, { head = "", ...options } = {}) {
  const opened = await openPage(browser, site, options);
  const { page } = opened;
  await page.route(`${site.url}host.html`, (route) =>
    route.fulfill({
      contentType: "text/html; charset=utf-8",
      body: `<!doctype html><html lang="zh-CN"><head><title>host</title>${head}</head><body>${body}</body></html>`,
    }),
  );
  const wasm = [];
  page.on("request", (request) => {
    if (request.url().endsWith(".wasm")) wasm.push(request.url());
  });
  await page.goto(`${site.url}host.html`);
  await run(page, { wasm });
  await opened.finish();
}

const script = '<script type="module" src="tiny-gpt-lab.js"></script>';
const ready = (page, selector = "tiny-gpt-lab") => page.locator(`${selector}[ready]`).waitFor();

describe("<tiny-gpt-lab>", () => {
  test("shows the stepper as its attributes say, in the language of the page", () =>
    onHost(
      `${script}<tiny-gpt-lab lab="stepper" ids="0,1" step="sum"><p>替代</p></tiny-gpt-lab>`,
      async (page) => {
        await ready(page);
        const text = await page.locator(".stepper").innerText();
        assert.match(text, /教学模型/);
        assert.equal(await page.locator(".word").first().isVisible(), true);
        assert.equal(await page.getByText("替代").isVisible(), false);
      },
    ));

  for (const lab of ["stepper", "positions"]) {
    test(`while it is loading it says so, what stands inside stays, and nothing moves: ${lab}`, () =>
      onHost(
        `${script}<tiny-gpt-lab lab="${lab}" lang="en"><p style="height: 700px">替代</p></tiny-gpt-lab>`,
        async (page) => {
          let release;
          const released = new Promise((resolve) => (release = resolve));
          await page.route("**/*.wasm", async (route) => {
            await released;
            await route.continue();
          });
          await page.reload();
          await page.getByText("Loading…").waitFor();
          assert.equal(await page.getByText("替代").isVisible(), true);
          const height = () => page.locator("tiny-gpt-lab").evaluate((host) => host.offsetHeight);
          const before = await height();
          await page.waitForTimeout(400);
          assert.equal(await height(), before);
          release();
          await ready(page);
          assert.equal(await page.getByText("Loading…").count(), 0);
          assert.equal(await page.getByText("替代").isVisible(), false);
        },
      ));
  }

  test("an attribute that cannot be used is named", () =>
    onHost(`${script}<tiny-gpt-lab ids="0,x" cell="9,9" lang="en"></tiny-gpt-lab>`, async (page) => {
      await ready(page);
      const unread = await page.locator(".unread").innerText();
      assert.match(unread, /ids=0,x could not be read/);
      assert.match(unread, /cell=9,9 lies beyond/);
    }));

  test("attributes follow the reader, and the reader's view follows attributes", () =>
    onHost(
      `${script}<tiny-gpt-lab lab="positions" past="2" lang="en"></tiny-gpt-lab>`,
      async (page) => {
        await ready(page);
        const element = page.locator("tiny-gpt-lab");
        const told = page.evaluate(
          () => new Promise((resolve) => document.addEventListener("step", (e) => resolve(e.detail))),
        );
        await page.getByLabel("past_length (words in the cache)").first().focus();
        await page.keyboard.press("ArrowRight");
        assert.equal(await element.getAttribute("past"), null, "3 is where it starts");
        assert.deepEqual(await told, { lab: "positions", query: [] });
        await page.keyboard.press("ArrowRight");
        assert.equal(await element.getAttribute("past"), "4");
        await element.evaluate((host) => host.setAttribute("past", "7"));
        await page.waitForFunction(
          () => document.querySelector("tiny-gpt-lab").shadowRoot
            .querySelector("tiny-gpt-laboratory").shadowRoot.querySelector('input[type="range"]').value === "7",
        );
        await element.evaluate((host) => host.setAttribute("lab", "shapes"));
        await page.getByText("Say it in shapes").waitFor();
      },
    ));

  test("what takes another's place keeps room and is ready by itself, and what was replaced is not", () =>
    onHost(`${script}<tiny-gpt-lab lab="positions"></tiny-gpt-lab>`, async (page) => {
      await ready(page);
      const between = await page.evaluate(async () => {
        const host = document.querySelector("tiny-gpt-lab");
        window.shownWhenReady = [];
        host.addEventListener("ready", () => {
          window.shownWhenReady.push(host.shadowRoot.lastElementChild.localName);
        });
        const changed = new Promise((resolve) =>
          new MutationObserver(resolve).observe(host.shadowRoot, { childList: true }),
        );
        host.lab = "stepper";
        await changed;
        const { localName } = host.shadowRoot.lastElementChild;
        const seen = { localName, ready: host.hasAttribute("ready"), hasRoom: host.offsetHeight > 400 };
        host.lab = "shapes";
        return seen;
      });
      assert.deepEqual(between, { localName: "tiny-gpt-stepper", ready: false, hasRoom: true });
      await ready(page);
      assert.deepEqual(await page.evaluate(() => window.shownWhenReady), ["tiny-gpt-laboratory"]);
    }));

  test("one that became ready while another was asked for is ready when it is asked for again", () =>
    onHost(`${script}<tiny-gpt-lab lab="positions" lang="en"></tiny-gpt-lab>`, async (page) => {
      await ready(page);
      await page.evaluate(async () => {
        const host = document.querySelector("tiny-gpt-lab");
        const changed = new Promise((resolve) =>
          new MutationObserver(resolve).observe(host.shadowRoot, { childList: true }),
        );
        host.lab = "stepper";
        await changed;
        const stepper = host.shadowRoot.lastElementChild;
        host.lab = "nope";
        await new Promise((resolve) => stepper.addEventListener("ready", resolve));
        host.lab = "stepper";
      });
      await ready(page);
      assert.equal(await page.locator(".stepper").isVisible(), true);
      assert.equal(await page.getByRole("alert").count(), 0);
    }));

  test("several on one page start one module of a kind, and far ones none until they come near", () =>
    onHost(
      `${script}<tiny-gpt-lab id="a"></tiny-gpt-lab><tiny-gpt-lab id="b" step="ids"></tiny-gpt-lab>
       <p style="height: 6000px"></p><tiny-gpt-lab id="d" lab="shapes"></tiny-gpt-lab><tiny-gpt-lab id="c" lab="positions"><p id="poster">图</p></tiny-gpt-lab>`,
      async (page, { wasm }) => {
        await ready(page, "#a");
        await ready(page, "#b");
        assert.equal(wasm.length, 1);
        assert.equal(await page.locator("#c[ready]").count(), 0);
        await page.locator("#poster").scrollIntoViewIfNeeded();
        await ready(page, "#c");
        await page.locator("#d").scrollIntoViewIfNeeded();
        await ready(page, "#d");
        assert.equal(wasm.length, 2);
      },
    ));

  test("neither side's styles reach the other, and documented colours do", () =>
    onHost(
      `${script}<style>td, p, h2, button { color: rgb(255, 0, 0) !important; font-size: 40px !important }
       tiny-gpt-lab { --tiny-gpt-wpe-ink: rgb(1, 2, 3) }</style>
       <p id="outside">x</p><tiny-gpt-lab lab="shapes"></tiny-gpt-lab>`,
      async (page) => {
        await ready(page);
        const [td, caption, outside] = await page.evaluate(() => {
          const root = document
            .querySelector("tiny-gpt-lab")
            .shadowRoot.querySelector("tiny-gpt-laboratory").shadowRoot;
          return [root.querySelector("td"), root.querySelector(".wpe caption"), document.querySelector("#outside")].map(
            (element) => getComputedStyle(element).color,
          );
        });
        assert.notEqual(td, "rgb(255, 0, 0)");
        assert.equal(caption, "rgb(1, 2, 3)");
        assert.equal(outside, "rgb(255, 0, 0)");
      },
    ));

  test("stands on its own paper, since its colours may not be the page's", () =>
    onHost(
      `${script}<style>body { background: #fff }</style><tiny-gpt-lab lab="shapes" theme="dark"></tiny-gpt-lab>`,
      async (page) => {
        await ready(page);
        const paper = await page.evaluate(() => {
          const root = document.querySelector("tiny-gpt-lab").shadowRoot;
          return getComputedStyle(root.querySelector("tiny-gpt-laboratory")).backgroundColor;
        });
        assert.equal(paper, "rgb(15, 15, 14)");
      },
    ));

  test("theme chooses light or dark against the reader's system", () =>
    onHost(
      `${script}<tiny-gpt-lab id="d" lab="shapes" theme="dark"></tiny-gpt-lab><tiny-gpt-lab id="l" lab="shapes"></tiny-gpt-lab>`,
      async (page) => {
        await ready(page, "#d");
        await ready(page, "#l");
        const ink = (id) =>
          page.evaluate(
            (name) =>
              getComputedStyle(
                document.querySelector(name).shadowRoot.querySelector("tiny-gpt-laboratory"),
              ).color,
            id,
          );
        assert.notEqual(await ink("#d"), await ink("#l"));
        await page.locator("#d").evaluate((host) => host.setAttribute("theme", "light"));
        assert.equal(await ink("#d"), await ink("#l"));
      },
    ));

  test("finds its files beside itself, below a path, whatever the page's <base>, not isolated", async (t) => {
    const below = await startSite("/cdn/tiny-gpt/");
    t.after(() => below.close());
    const { page, finish } = await openPage(browser, below);
    await page.route(`${below.origin}/host.html`, (route) =>
      route.fulfill({
        contentType: "text/html; charset=utf-8",
        body: `<!doctype html><title>host</title><base href="/elsewhere/"><link rel="icon" href="data:,">
          <script type="module" src="/cdn/tiny-gpt/tiny-gpt-lab.js"></script>
          <tiny-gpt-lab></tiny-gpt-lab><tiny-gpt-lab lab="shapes"></tiny-gpt-lab>`,
      }),
    );
    await page.goto(`${below.origin}/host.html`);
    await ready(page, "tiny-gpt-lab:not([lab])");
    await page.locator("tiny-gpt-lab[lab]").scrollIntoViewIfNeeded();
    await ready(page, "tiny-gpt-lab[lab]");
    assert.equal(await page.evaluate(() => crossOriginIsolated), false);
    await finish();
  });

  test("works from another origin, the worker too", async (t) => {
    const cdn = await startSite("/tiny-gpt/", {}, { "access-control-allow-origin": "*" });
    t.after(() => cdn.close());
    const { page, finish } = await openPage(browser, { origin: "http://127.0.0.1:" });
    const loaded = [];
    page.on("request", (request) => loaded.push(request.url()));
    await page.goto(`${site.url}tests/browser/elsewhere.html?script=${cdn.url}tiny-gpt-lab.js`);
    await ready(page);
    await page.getByRole("button", { name: "跑完 12 层" }).click();
    // The worker computes when it tells how far it is.
    await page.waitForFunction(() => {
      const { shadowRoot } = document.querySelector("tiny-gpt-lab");
      const bar = shadowRoot.querySelector("tiny-gpt-stepper").shadowRoot.querySelector("progress");
      return bar?.value > 0;
    });
    await page.getByRole("button", { name: "取消" }).click();
    await page.getByText("已取消。").waitFor();
    assert.ok(loaded.some((url) => url.startsWith(`${cdn.url}tinygpt-worker-`)), loaded.join());
    await finish();
  });

  test("an unknown laboratory is named, keeps what stands inside, and tells the page", () =>
    onHost(
      `<script>addEventListener("error", (e) => { if (e.detail) window.told = e.detail.message });</script>
       ${script}<tiny-gpt-lab lab="nope"><p>替代</p></tiny-gpt-lab>`,
      async (page) => {
        await page.getByText("没有叫“nope”的实验。").waitFor();
        assert.equal(await page.getByText("替代").isVisible(), true);
        assert.match(await page.evaluate(() => window.told), /nope/);
      },
    ));

  test("works under a strict policy of the host, and without script shows what stands inside", async () => {
    const policy =
      "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'self'; script-src 'self' 'wasm-unsafe-eval'\">";
    await onHost(`${script}<tiny-gpt-lab lab="shapes"></tiny-gpt-lab>`, (page) => ready(page), {
      head: policy,
    });
    await onHost(
      `${script}<tiny-gpt-lab><img alt="海报" src="favicon.svg"></tiny-gpt-lab>`,
      async (page) => assert.equal(await page.getByAltText("海报").isVisible(), true),
      { javaScriptEnabled: false },
    );
  });
});

/** The snippet of the author's guide, which sets the height of the frame that sent it. */
const hostSnippet = `<script>
  addEventListener("message", (event) => {
    const { type, version, height } = event.data ?? {};
    if (type !== "tiny-gpt-lab" || version !== 1 || !(height > 0)) return;
    for (const frame of document.querySelectorAll("iframe")) {
      if (frame.contentWindow === event.source) frame.style.height = height + "px";
    }
  });
</script>`;

describe("in a frame", () => {
  for (const [name, file, sandbox] of [
    ["embed.html", "embed.html", ""],
    ["the single file, closed to its own origin", "tiny-gpt-lab.single.html", 'sandbox="allow-scripts"'],
  ]) {
    test(`${name} runs and the frame takes the height it needs`, () =>
      onHost(
        `${hostSnippet}<iframe ${sandbox} width="700" height="300" src="${file}?lab=shapes&batch=3&lang=en"></iframe>`,
        async (page) => {
          const frame = page.frameLocator("iframe");
          await frame.locator("tiny-gpt-lab[ready]").waitFor();
          await frame.getByText("X⁽⁰⁾[2]").waitFor();
          await page.waitForFunction(() => document.querySelector("iframe").offsetHeight > 600);
          const overflow = await frame
            .locator("html")
            .evaluate((root) => root.scrollHeight - root.clientHeight);
          assert.ok(overflow <= 1, `${overflow} px are cut off`);
        },
      ));
  }

  test("a message from elsewhere moves no frame", () =>
    onHost(
      `${hostSnippet}<iframe width="700" height="300" src="embed.html?lab=shapes"></iframe>`,
      async (page) => {
        await page.frameLocator("iframe").locator("tiny-gpt-lab[ready]").waitFor();
        await page.evaluate(() =>
          window.postMessage({ type: "tiny-gpt-lab", version: 1, height: 5 }, "*"),
        );
        await page.waitForTimeout(200);
        assert.ok((await page.locator("iframe").evaluate((frame) => frame.offsetHeight)) > 100);
      },
    ));
});

describe("tiny-gpt-lab.single.html", () => {
  test("runs from a file, at both scales, and asks for nothing", async () => {
    const opened = await openPage(browser, { origin: "file://" });
    const requests = [];
    opened.page.on("request", (request) => requests.push(request.url()));
    const file = new URL("../../dist/tiny-gpt-lab.single.html", import.meta.url).href;
    assert.ok(fileURLToPath(file));
    await opened.page.goto(`${file}?lab=stepper&ids=0,1,2&step=sum&lang=zh`);
    await opened.page.locator("tiny-gpt-lab[ready]").waitFor();
    await opened.page.getByText("GPT-2 small 的形状").click();
    await opened.page.getByText("wte[50257, 768]").first().waitFor();
    assert.equal(requests.filter((url) => !/^(file|data|blob):/.test(url)).length, 0);
    assert.equal(requests.length, 1);
    await opened.finish();
  });
});
