/** A built book as a static host serves it, and what reads it. */

import { createServer } from "node:http";
import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";

import sirv from "sirv";

import { openPage } from "../browser/browser.mjs";

const drawn = JSON.parse(
  await readFile(new URL("../../dist/posters/posters.json", import.meta.url), "utf8"),
);

/** What the drawn poster says of itself. */
export const altOf = (name, lang) =>
  drawn.find((poster) => poster.name === name && poster.lang === lang).alt;

export const builtFolder = (host) =>
  fileURLToPath(new URL(`../../build/books/${host}/built`, import.meta.url));

export async function serveBook(host) {
  const book = sirv(builtFolder(host), { dev: true, extensions: ["html"] });
  const server = createServer((request, response) =>
    book(request, response, () => {
      // Browsers ask for an icon, which these books do not have.
      response.statusCode = request.url === "/favicon.ico" ? 204 : 404;
      response.end();
    }),
  );
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  const origin = `http://127.0.0.1:${server.address().port}`;
  return { url: `${origin}/`, origin, close: () => new Promise((resolve) => server.close(resolve)) };
}

/** Opens a page of the book, runs the body, and fails on console errors and foreign requests. */
export async function onBook(browser, book, path, body, options) {
  const opened = await openPage(browser, book, options);
  await opened.page.goto(book.url + path);
  await body(opened.page);
  await opened.finish();
}

/** The poster's image, once it is loaded. */
export async function loadedPoster(page, alt) {
  const image = page.getByAltText(alt, { exact: true });
  await image.waitFor();
  await image.evaluate((img) => img.decode());
  return image;
}
