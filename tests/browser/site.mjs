/** Serves dist/ as a static host would, and tests/ beside it for what a test brings along. */

import { createServer } from "node:http";
import { fileURLToPath } from "node:url";

import sirv from "sirv";

const folder = (path) => fileURLToPath(new URL(path, import.meta.url));

/**
 * @param {string} [base] where on the host the site lies, with both slashes
 * @param {Record<string, string>} [more] further folders, by prefix with both slashes
 * @param {Record<string, string>} [headers] that the site's files are sent with
 */
export async function startSite(base = "/", more = {}, headers = {}) {
  const setHeaders = (response) => {
    for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
  };
  const site = sirv(folder("../../dist"), { etag: true, setHeaders });
  const tests = sirv(folder(".."), { dev: true });
  const others = Object.entries(more).map(([prefix, path]) => [prefix, sirv(path, { dev: true })]);
  const answer = (handler, prefix) => (request, response) => {
    request.url = request.url.slice(prefix.length - 1);
    handler(request, response, () => {
      response.statusCode = 404;
      response.end();
    });
  };
  const handle = (request, response) => {
    const other = others.find(([prefix]) => request.url.startsWith(prefix));
    if (other) answer(other[1], other[0])(request, response);
    else if (request.url.startsWith("/tests/")) answer(tests, "/tests/")(request, response);
    else if (request.url.startsWith(base)) answer(site, base)(request, response);
    else answer((_request, _response, next) => next(), "/")(request, response);
  };
  const server = createServer(handle);
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${server.address().port}${base}`,
    origin: `http://127.0.0.1:${server.address().port}`,
    close: () => new Promise((resolve) => server.close(resolve)),
  };
}
