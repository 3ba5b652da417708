import { databaseCodes, isOfOtherSession, isOutcomeUnknown } from "@/lib/infra/database/errors";

const SERIALIZATION_FAILURE = "40001";
/** PostgreSQL's serialization failure and deadlock, and Prisma's code for either. */
const RETRYABLE = new Set([SERIALIZATION_FAILURE, "40P01", "P2034"]);

/** What an act throws to begin again, as it does after one of PostgreSQL's. */
export class SerializationFailure extends Error {
  override name = "SerializationFailure";
  readonly code = SERIALIZATION_FAILURE;
}

/** Whether an act that failed with the error had no effect, and may succeed if it begins again. */
export function isRetryable(error: unknown): boolean {
  if (isOutcomeUnknown(error)) return false;
  return isOfOtherSession(error) || databaseCodes(error).some((code) => RETRYABLE.has(code));
}
