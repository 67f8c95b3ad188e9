/** Workers of browsers and worker threads of Node behind one face: what remote.ts needs of them. */

import { importFromNode } from "./node.js";

export interface StartedWorker {
  onmessage: ((event: { data: unknown }) => void) | null;
  onerror: ((event: { message: string }) => void) | null;
  postMessage(message: unknown): void;
  terminate(): unknown;
  /** Node: keeps the process alive while the worker has something to do, and no longer. */
  ref?(): void;
  unref?(): void;
}

interface Thread extends Omit<StartedWorker, "onmessage" | "onerror"> {
  on(event: string, listener: (given: never) => void): void;
}

interface WorkerThreads {
  Worker: new (url: URL, options: { execArgv: string[] }) => Thread;
  parentPort: MessagePort;
}

function workerThreads(): Promise<WorkerThreads> {
  return importFromNode("worker_threads") as Promise<WorkerThreads>;
}

/** Inside a thread of Node: its end of the line, where a web worker has globalThis. */
export async function parentPort(): Promise<MessagePort> {
  return (await workerThreads()).parentPort;
}

/** A worker starts from the page's own origin only; what it imports may come from another one. */
function ofOwnOrigin(url: URL): URL | string {
  if (url.origin === globalThis.origin) return url;
  const script = `import ${JSON.stringify(url.href)};`;
  return URL.createObjectURL(new Blob([script], { type: "text/javascript" }));
}

export async function startWorker(url: URL): Promise<StartedWorker> {
  if (typeof Worker !== "undefined") {
    return new Worker(ofOwnOrigin(url), { type: "module" }) as StartedWorker;
  }
  if (!("process" in globalThis)) {
    throw new Error("worker: there are no workers here; leave the option out");
  }
  // Flags of the process such as --input-type would keep the thread from starting.
  const thread = new (await workerThreads()).Worker(url, { execArgv: [] });
  const worker: StartedWorker = {
    onmessage: null,
    onerror: null,
    postMessage: (message) => thread.postMessage(message),
    terminate: () => thread.terminate(),
    ref: () => thread.ref?.(),
    unref: () => thread.unref?.(),
  };
  thread.on("message", (data) => worker.onmessage?.({ data }));
  thread.on("messageerror", (error: Error) => worker.onerror?.(error));
  thread.on("error", (error: Error) => worker.onerror?.(error));
  thread.on("exit", () => worker.onerror?.({ message: "it has ended" }));
  return worker;
}
