/** One clock for every relative time on the page; it ticks only while subscribed. */
const TICK = 30_000;
const listeners = new Set<() => void>();
let current = Date.now();
let timer: ReturnType<typeof setInterval> | undefined;

export const clock = {
  subscribe(listener: () => void) {
    listeners.add(listener);
    timer ??= setInterval(tick, TICK);
    return () => {
      listeners.delete(listener);
      if (listeners.size > 0) return;
      clearInterval(timer);
      timer = undefined;
    };
  },
  now() {
    // Without subscribers, the last tick may be old.
    if (!timer && Date.now() - current > TICK) current = Date.now();
    return current;
  },
};

function tick() {
  current = Date.now();
  for (const listener of listeners) listener();
}
