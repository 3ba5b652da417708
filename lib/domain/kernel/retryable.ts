import { databaseCodes } from "@/lib/infra/database/errors";

/** PostgreSQL's serialization failure and deadlock, and Prisma's code for either. */
const RETRYABLE = new Set(["40001", "40P01", "P2034"]);

export function isRetryable(error: unknown): boolean {
  return databaseCodes(error).some((code) => RETRYABLE.has(code));
}
