/** To fetch and store every file at once would take the processor from the page while it starts. */
const millisecondsAfterLoad = 3000;

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
  const wait = () => setTimeout(register, millisecondsAfterLoad);
  if (document.readyState === "complete") wait();
  else addEventListener("load", wait, { once: true });
}
