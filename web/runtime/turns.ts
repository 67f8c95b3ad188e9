/** Long work in turns, between which the browser answers the reader. */

interface Scheduler {
  postTask(work: () => void, options: { priority: "user-blocking" }): Promise<void>;
}

const { scheduler } = globalThis as { scheduler?: Partial<Scheduler> };

/** The next turn: after input that waits, and where the browser knows of priorities, before the picture. */
export function nextTurn(): Promise<void> {
  // Not every browser has it, and some pages call something else so.
  if (typeof scheduler?.postTask === "function") {
    return scheduler.postTask(() => {}, { priority: "user-blocking" });
  }
  return new Promise((resolve) => setTimeout(resolve));
}
