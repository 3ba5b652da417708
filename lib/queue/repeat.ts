/**
 * Repeats work in a long-lived process, each run a while after the last has ended. `work` must not reject. Returns the
 * function that stops it, which resolves when a run in progress has ended.
 */
export function repeat(
  work: (isStopping: () => boolean) => Promise<unknown>,
  { everyMs, firstMs = everyMs }: { everyMs: number; firstMs?: number },
): () => Promise<void> {
  let isStopping = false;
  let running: Promise<unknown> = Promise.resolve();
  let timer = setTimeout(async function run() {
    running = work(() => isStopping);
    await running;
    if (!isStopping) timer = setTimeout(run, everyMs).unref();
  }, firstMs).unref();
  return async () => {
    isStopping = true;
    clearTimeout(timer);
    await running;
  };
}
