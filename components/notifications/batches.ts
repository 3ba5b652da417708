/** What is added at once goes together; while more is added, a batch waits until the one before is this old. */
export const BATCH_AFTER_MS = 50;
export const BATCH_EVERY_MS = 2000;

/** Collects ids, each once, and sends them in batches of at most `most`. */
export function createBatches(most: number, send: (ids: string[]) => void) {
  let waiting = new Set<string>();
  let sentAt = -Infinity;
  let timer: ReturnType<typeof setTimeout> | undefined;

  /** Sends at once what was collected. */
  function flush() {
    clearTimeout(timer);
    timer = undefined;
    const ids = [...waiting];
    waiting = new Set();
    if (ids.length > 0) sentAt = Date.now();
    for (let start = 0; start < ids.length; start += most) send(ids.slice(start, start + most));
  }

  return {
    add(ids: readonly string[]) {
      for (const id of ids) waiting.add(id);
      timer ??= setTimeout(flush, Math.max(BATCH_AFTER_MS, sentAt + BATCH_EVERY_MS - Date.now()));
    },
    flush,
  };
}
