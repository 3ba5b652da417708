const STEPS = 5;

/**
 * Waits for `work` at most `ms` milliseconds, and then returns (or throws) what `onTimeout` does. The work itself goes
 * on. Time during which this process is blocked hardly counts: an answer that arrived meanwhile is read between two
 * steps.
 * @throws an Error at the timeout, unless `onTimeout` is given
 */
export async function withTimeout<Result, Late = never>(
  work: Promise<Result>,
  ms: number,
  onTimeout: () => Late = () => fail(ms),
): Promise<Result | Late> {
  let timer: NodeJS.Timeout | undefined;
  const late = async () => {
    for (let step = 0; step < STEPS; step += 1)
      await new Promise((resolve) => (timer = setTimeout(resolve, ms / STEPS)));
    return onTimeout();
  };
  return Promise.race([work, late()]).finally(() => clearTimeout(timer));
}

function fail(ms: number): never {
  throw new Error(`No answer within ${ms} ms`);
}
