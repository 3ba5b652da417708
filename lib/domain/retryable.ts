/** PostgreSQL's serialization failure and deadlock, and Prisma's code for either. */
const RETRYABLE = new Set(["40001", "40P01", "P2034"]);

/** Whether the same transaction may succeed when it is retried. */
export function isRetryable(error: unknown): boolean {
  return databaseCodes(error).some((code) => RETRYABLE.has(code));
}

/** Returns every code in a chain of errors by Prisma, its adapter or `pg`, outermost first. */
export function databaseCodes(error: unknown): string[] {
  const codes: string[] = [];
  const seen = new Set<unknown>();
  const visit = (value: unknown) => {
    if (typeof value !== "object" || value === null || seen.has(value)) return;
    seen.add(value);
    for (const [key, inner] of Object.entries(value)) {
      if ((key === "code" || key === "originalCode" || key === "kind") && typeof inner === "string") codes.push(inner);
      else if (key === "meta" || key === "cause" || key === "driverAdapterError") visit(inner);
    }
    if (value instanceof Error) visit(value.cause);
  };
  visit(error);
  return codes;
}
