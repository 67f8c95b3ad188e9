/**
 * Draws the posters, pictures of laboratories for places where none can run: print, e-books, mail,
 * hosts without script.
 *
 *     node web/posters/render.mjs [folder [name...]]     by default all of them into dist/posters/
 *
 * Each state of posters.json is opened in both languages in the built page, as print shows it, and
 * saved as NAME.LANG.svg (type as outlines, from pdftocairo) and NAME.LANG.png (twice the size). The
 * alternative text is the laboratory's own sentence about that state. posters.json in the folder
 * lists them; posters.md has the lines to paste, for a host that has dist/ as tiny-gpt/ as the guide says
 * (web/guide/embedding.md). The same build gives the same bytes on the same
 * machine; on another its fonts may differ.
 */

import { execFile } from "node:child_process";
import { mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

// The browser and the server are the tests' own.
import { launchChromium, openPage } from "../../tests/browser/browser.mjs";
import { startSite } from "../../tests/browser/site.mjs";

const here = fileURLToPath(new URL(".", import.meta.url));
const [, , asked = join(here, "../../dist/posters"), ...names] = process.argv;
const folder = resolve(asked);
const { width, languages, posters } = JSON.parse(await readFile(join(here, "posters.json"), "utf8"));
const chosen = posters.filter(({ name }) => names.length === 0 || names.includes(name));

const escapeXml = (text) =>
  text.replace(/[<>&"]/g, (sign) => ({ "<": "&lt;", ">": "&gt;", "&": "&amp;", '"': "&quot;" })[sign]);

/** What the laboratory says about its state, after its title; the stepper, of its error or its chosen cell. */
async function altOf(page, lang) {
  const text = async (selector) => (await page.locator(selector).first().innerText()).replace(/\s+/g, " ").trim();
  const colon = lang === "zh" ? "：" : ": ";
  if (await page.locator(".seen").count()) {
    const leadIn = await text(".seen .lead-in");
    return `${await text(".title")}${colon}${(await text(".seen")).slice(leadIn.length).trim()}`;
  }
  if (await page.locator(".error").count()) {
    const name = await text(".error strong");
    return `${name}${colon}${(await text(".error p")).slice(name.length).trim()}`;
  }
  const words = await page.locator(".x0-rows .word").allInnerTexts();
  return `${words.join(" ")}${colon}${await page.locator('.x0-rows .cell[aria-pressed="true"]').getAttribute("aria-label")}`;
}

async function open(page, site, { lab, query, lang }) {
  const address = ["lab=" + lab, query, "lang=" + lang, "theme=light"].filter(Boolean).join("&");
  await page.goto(`${site.url}embed.html?${address}`);
  await page.locator("tiny-gpt-lab[ready]").waitFor();
  await page.locator("lab-chart:not(:has(svg))").first().waitFor({ state: "detached" });
  await page.evaluate(() => document.fonts.ready);
  return address;
}

/** A page of the picture's own size, whose type pdftocairo turns into outlines. */
async function svgOf(page, height, alt, pdf) {
  // A fraction of a pixel less would put the last line on a second page.
  const size = { width: `${width}px`, height: `${height + 1}px` };
  await page.pdf({ path: pdf, ...size, printBackground: true, pageRanges: "1" });
  const { stdout } = await promisify(execFile)("pdftocairo", ["-svg", pdf, "-"], { maxBuffer: 1 << 26 });
  return stdout.replace(/<svg [^>]*>/, (tag) => `${tag}\n<title>${escapeXml(alt)}</title>`);
}

async function draw(page, site, poster, lang) {
  await page.emulateMedia({ media: null });
  const address = await open(page, site, { ...poster, lang });
  await page.emulateMedia({ media: "print" });
  const alt = await altOf(page, lang);
  // Rounded as the browser rounds the height that it can take a picture of.
  const height = await page.evaluate(() => Math.round(document.documentElement.getBoundingClientRect().height));
  const name = `${poster.name}.${lang}`;
  await page.screenshot({ path: join(folder, `${name}.png`), clip: { x: 0, y: 0, width, height }, fullPage: true });
  const pdf = join(folder, `${name}.pdf`);
  await writeFile(join(folder, `${name}.svg`), await svgOf(page, height, alt, pdf));
  await rm(pdf);
  return { name: poster.name, lang, lab: poster.lab, query: address, width, height, alt };
}

/** The image, which reads right everywhere, and the frame that may follow it. */
function lines({ name, lang, alt, query }) {
  const address = escapeXml(`tiny-gpt/embed.html?${query.replace("&theme=light", "")}`);
  return `## ${name} (${lang})

    ![${alt}](tiny-gpt/posters/${name}.${lang}.svg)

    <iframe src="${address}" title="${escapeXml(alt)}" width="100%" height="700" class="no-print" data-external="1" loading="lazy"></iframe>
`;
}

await mkdir(folder, { recursive: true });
const site = await startSite();
const browser = await launchChromium();
const drawn = [];
try {
  const opened = await openPage(browser, site, { width, height: 900, deviceScaleFactor: 2, reducedMotion: "reduce" });
  for (const poster of chosen) {
    for (const lang of languages) {
      drawn.push(await draw(opened.page, site, poster, lang));
      const { name } = poster;
      console.log(`${drawn.length}/${chosen.length * languages.length} ${name}.${lang}.svg, ${name}.${lang}.png`);
    }
  }
  await opened.finish();
} finally {
  await browser.close();
  await site.close();
}
await writeFile(join(folder, "posters.json"), JSON.stringify(drawn, null, 2) + "\n");
await writeFile(join(folder, "posters.md"), "# Lines to paste\n\n" + drawn.map(lines).join("\n"));
