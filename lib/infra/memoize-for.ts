/** Memoizes an async value for `lifetimeMs`. A rejected promise is not kept. */
export function memoizeFor<T>(lifetimeMs: number, make: () => Promise<T>): () => Promise<T> {
  let memo: { value: Promise<T>; until: number } | undefined;
  return () => {
    if (memo && Date.now() < memo.until) return memo.value;
    const fresh = (memo = { value: make(), until: Date.now() + lifetimeMs });
    fresh.value.catch(() => {
      if (memo === fresh) memo = undefined;
    });
    return fresh.value;
  };
}
