/**
 * Answers for the page when there is no network.
 *
 * Every build's files are in a cache of their own, which is filled as a whole or not at all, each
 * file checked against its hash. A newer build takes over as soon as its cache is full. Pages that
 * are open then go on with the files that they were built with: those bear a hash in their names,
 * and the cache before this one is kept for them.
 */

import { cacheNames, clientsClaim, setCacheNameDetails } from "workbox-core";
import { type PrecacheEntry, precacheAndRoute } from "workbox-precaching";
import { registerRoute } from "workbox-routing";

declare const self: ServiceWorkerGlobalScope;
/** Put there by the build. */
declare const buildVersion: string;
declare const buildFiles: PrecacheEntry[];

const prefix = "tiny-gpt";
setCacheNameDetails({ prefix, precache: buildVersion });

// The address says what the page shows; the file is the same.
precacheAndRoute(buildFiles, { ignoreURLParametersMatching: [/./] });

registerRoute(
  ({ sameOrigin, url }) => sameOrigin && /-[0-9A-Z]{8}\.(js|css|wasm)$/.test(url.pathname),
  async ({ request }) => (await caches.match(request, { ignoreVary: true })) ?? fetch(request),
);

/** Of the caches of this site, which are in the order of their making, the last two stay. */
async function forgetOlderBuilds(): Promise<void> {
  const { scope } = self.registration;
  const others = (await caches.keys()).filter(
    (name) => name.startsWith(prefix) && name.endsWith(scope) && name !== cacheNames.precache,
  );
  await Promise.all(others.slice(0, -1).map((name) => caches.delete(name)));
}

self.addEventListener("activate", (event) => event.waitUntil(forgetOlderBuilds()));
void self.skipWaiting();
clientsClaim();
