/** Has the browser keep the page, so that it works without a network from now on. */
export function keepForOffline(): void {
  // Not for frames, whose host page has not asked for it.
  if (!("serviceWorker" in navigator) || window.top !== window) return;
  if (!/^https?:$/.test(location.protocol)) return;
  const register = () => {
    // Refused in private windows and by some policies: the page then works as it did.
    navigator.serviceWorker
      .register(new URL("service-worker.js", import.meta.url))
      .catch(() => undefined);
  };
  if (document.readyState === "complete") register();
  else addEventListener("load", register, { once: true });
}
