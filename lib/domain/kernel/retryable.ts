import { databaseCodes } from "@/lib/infra/database/errors";

/** PostgreSQL's serialization failure, deadlock and lock that was not waited for, and Prisma's code for any. */
const RETRYABLE = new Set(["40001", "40P01", "55P03", "P2034"]);

export function isRetryable(error: unknown): boolean {
  return databaseCodes(error).some((code) => RETRYABLE.has(code));
}
