import { setTimeout as sleep } from "node:timers/promises";

/** Runs so many clients concurrently until the signal; each repeats as soon as it is answered. */
export async function crowd(
  size: number,
  signal: AbortSignal,
  act: (client: number, round: number) => Promise<unknown>,
): Promise<void> {
  await Promise.all(
    Array.from({ length: size }, async (_, client) => {
      for (let round = 0; !signal.aborted; round += 1) await act(client, round);
    }),
  );
}

/** Starts that many requests a second until the signal, whether or not earlier ones are answered. */
export async function everySecond(
  count: number,
  signal: AbortSignal,
  act: (n: number) => Promise<unknown>,
): Promise<void> {
  const acts: Promise<unknown>[] = [];
  const start = performance.now();
  for (let n = 0; !signal.aborted; n += 1) {
    acts.push(act(n));
    await sleep(Math.max(0, start + ((n + 1) * 1000) / count - performance.now()));
  }
  await Promise.all(acts);
}

/** Resolves at the signal, for attacks that only hold connections open. */
export function until(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) =>
    signal.aborted ? resolve() : signal.addEventListener("abort", () => resolve(), { once: true }),
  );
}
