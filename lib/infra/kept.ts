/** Makes a value when it is first asked for, and answers it to everybody for so long. What fails is made again. */
export function keptFor<T>(lifetimeMs: number, make: () => Promise<T>): () => Promise<T> {
  let kept: { value: Promise<T>; until: number } | undefined;
  return () => {
    if (kept && Date.now() < kept.until) return kept.value;
    const fresh = (kept = { value: make(), until: Date.now() + lifetimeMs });
    fresh.value.catch(() => {
      if (kept === fresh) kept = undefined;
    });
    return fresh.value;
  };
}
