/** Serves dist/ on this machine: node web/serve.mjs [port]. Takes the next port if one is in use. */

import { createServer } from "node:http";
import { fileURLToPath } from "node:url";

import sirv from "sirv";

const firstPort = Number(process.argv[2] ?? 8080);
const tries = 20;

const site = sirv(fileURLToPath(new URL("../dist", import.meta.url)), { dev: true, etag: true });
const server = createServer((request, response) => {
  site(request, response, () => {
    response.statusCode = 404;
    response.end("Not found");
  });
});

function listen(port) {
  server.once("error", (error) => {
    if (error.code === "EADDRINUSE" && port > 0 && port < Math.min(firstPort + tries, 65535)) listen(port + 1);
    else {
      console.error(`Cannot serve at port ${port}: ${error.message}`);
      process.exit(1);
    }
  });
  server.listen(port, "127.0.0.1");
}

server.on("listening", () => {
  console.log(`The page is at http://127.0.0.1:${server.address().port}/  (Ctrl+C stops it)`);
});
listen(firstPort);
