/** What the head of a page says to sites that show it, and what dist/ says to the browser at once. */

import assert from "node:assert/strict";
import { readdir, readFile } from "node:fs/promises";
import { describe, test } from "node:test";

import { cardTags, oembed, siteUrl } from "../../web/share.mjs";
import { importPageModule } from "./bundle.mjs";

const { catalogues } = await importPageModule("words/index.ts");
const site = "https://example.org/tiny-gpt/";

describe("cards", () => {
  test("the site's address gets its slash, and what is none is refused", () => {
    assert.equal(siteUrl("https://example.org/tiny-gpt"), site);
    assert.equal(siteUrl(site), site);
    assert.equal(siteUrl(""), undefined);
    for (const wrong of ["example.org", "ftp://example.org/", "https://example.org/?a=1", "/tiny-gpt/"]) {
      assert.throws(() => siteUrl(wrong), /^Error: TINYGPT_SITE_URL: /);
    }
  });

  test("addresses are complete, and only there where the site's own is known", () => {
    const tags = cardTags(catalogues, site, "workbench.html", "screenshot.png").join("\n");
    assert.match(tags, /og:url" content="https:\/\/example\.org\/tiny-gpt\/workbench\.html"/);
    assert.match(tags, /og:image" content="https:\/\/example\.org\/tiny-gpt\/screenshot\.png"/);
    assert.match(tags, /json\+oembed" href="https:\/\/example\.org\/tiny-gpt\/oembed\.json"/);
    const without = cardTags(catalogues, undefined, "", "screenshot.png").join("\n");
    assert.match(without, /og:title/);
    assert.doesNotMatch(without, /https?:|oembed|image/);
  });

  test("oEmbed's answer has what its kind needs, and a frame with a complete address", () => {
    const answer = oembed(catalogues, site);
    assert.deepEqual([answer.type, answer.version], ["rich", "1.0"]);
    assert.match(answer.html, /^<iframe src="https:\/\/example\.org\/tiny-gpt\/embed\.html\?lab=stepper&amp;/);
    assert.ok(answer.html.includes(`width="${answer.width}" height="${answer.height}"`));
  });
});

describe("the built pages", () => {
  const dist = new URL("../../dist/", import.meta.url);
  const read = (name) => readFile(new URL(name, dist), "utf8");

  for (const name of ["index.html", "workbench.html", "embed.html"]) {
    test(`${name} names files that are there, and all that its script imports`, async () => {
      const page = await read(name);
      const there = new Set(await readdir(dist));
      const named = [...page.matchAll(/<(?:link|script)[^>]* (?:href|src)="([^"]+)"/g)].map(([, to]) => to);
      assert.deepEqual(named.filter((file) => !there.has(file)), []);
      assert.equal(new Set(named).size, named.length, "no file is named twice");
      const script = named.find((file) => /^(page|embed)-.*\.js$/.test(file));
      const preloaded = new Set(
        [...page.matchAll(/rel="modulepreload" href="([^"]+)"/g)].map(([, file]) => file),
      );
      for (const file of [script, ...preloaded]) {
        const imports = [...(await read(file)).matchAll(/(?:\bfrom|\bimport)"\.\/([^"]+)"/g)];
        for (const [, imported] of imports) assert.ok(preloaded.has(imported), `${file}: ${imported}`);
      }
    });
  }

  test("a name with a hash is that of its content, so that no host serves another under it", async () => {
    const { hashedName } = await import("../../web/hashed.mjs");
    let found = 0;
    for (const name of await readdir(dist)) {
      const [, plain, ending] = /^(tinygpt.*|page|embed)-[0-9A-Z]{8}(\.wasm|\.css)$/.exec(name) ?? [];
      if (!plain) continue;
      const content = await readFile(new URL(name, dist));
      assert.equal(hashedName(`${plain}${ending}`, content), name);
      found++;
    }
    assert.equal(found, 4, "two modules, two style sheets");
  });
});
