/** How long the answer to an `Idempotency-Key` is kept (decisions.md). */
export const IDEMPOTENCY_RETENTION_MS = 86_400_000;
