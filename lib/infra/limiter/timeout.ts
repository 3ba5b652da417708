/** Rejects if there is no answer within `ms`: a limiter that takes longer counts as unavailable. */
export function withTimeout<T>(answer: Promise<T>, ms: number): Promise<T> {
  return new Promise((resolve, reject) => {
    const fail = () => reject(new Error(`No answer in ${ms} ms`));
    // Fails after this turn's reads, because a process that was blocked may find the answer waiting.
    const timer = setTimeout(() => setImmediate(fail), ms);
    answer.then(
      (value) => (clearTimeout(timer), resolve(value)),
      (error: Error) => (clearTimeout(timer), reject(error)),
    );
  });
}
