/** Long work in turns, between which the browser answers the reader. */

interface Scheduler {
  postTask(work: () => void, options: { priority: "user-blocking" }): Promise<void>;
}

/** Not every browser has it. */
const { scheduler } = globalThis as { scheduler?: Scheduler };

/** The next turn: after input that waits, and where the browser knows of priorities, before the picture. */
export function nextTurn(): Promise<void> {
  if (scheduler) return scheduler.postTask(() => {}, { priority: "user-blocking" });
  return new Promise((resolve) => setTimeout(resolve));
}
