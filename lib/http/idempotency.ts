import { createHash } from "node:crypto";
import { type Context, inTransaction } from "@/lib/domain/context";
import { Refusal } from "@/lib/domain/errors";
import { IDEMPOTENCY_RETENTION_MS } from "@/lib/domain/retention/rules";
import { databaseCodes } from "@/lib/domain/retryable";
import { openSecret, sealSecret } from "@/lib/infra/secrets";

/** What a success answered. An empty body is "". */
export interface StoredAnswer {
  status: number;
  body: string;
  replayed: boolean;
}

export interface IdempotentRequest {
  /** The raw header's value. */
  key: string;
  /** Method and path. */
  operation: string;
  fingerprint: string;
  /** The answer holds a secret. */
  secret: boolean;
}

/** Seconds a client should wait when the first of two equal requests still runs. */
const RETRY_AFTER = 1;
const LOCK_TIMEOUT_MS = 2000;
const LOCK_NOT_AVAILABLE = "55P03";

/** The key of an `Idempotency-Key` header, raw or quoted: 1-255 printable ASCII characters. */
export function parseIdempotencyKey(header: string): string {
  const key = /^"(.*)"$/.exec(header)?.[1] ?? header;
  if (/^[\x20-\x7e]{1,255}$/.test(key) && key.trim() !== "") return key;
  const message = "Idempotency-Key must be 1-255 printable ASCII characters, for instance a UUID.";
  throw new Refusal("invalid_request", message, { issues: [{ param: "Idempotency-Key", message }] });
}

/**
 * Runs `act` once for all requests of one key: the claim is a unique row in the transaction of the effect, so that equal
 * requests wait for each other and a crash leaves the key free. Only successes are kept.
 */
export async function once(ctx: Context, request: IdempotentRequest, act: (tx: Context) => Promise<{ status: number; body: string }>): Promise<StoredAnswer> {
  try {
    return await inTransaction(ctx, async (tx) => {
      const requestHash = createHash("sha256").update(request.fingerprint).digest("hex");
      if (!(await claim(tx, request, requestHash))) return replay(tx, request, requestHash);
      const answer = await act(tx);
      await tx.db.idempotencyKey.update({
        where: { userId_operation_key: { userId: tx.actor.id, operation: request.operation, key: request.key } },
        data: { status: answer.status, body: request.secret ? sealSecret(answer.body) : answer.body },
      });
      return { ...answer, replayed: false };
    });
  } catch (error) {
    if (!databaseCodes(error).includes(LOCK_NOT_AVAILABLE)) throw error;
    const message = "A request with this Idempotency-Key is still running. Try again in a moment.";
    throw new Refusal("idempotency_in_progress", message, { retryAfter: RETRY_AFTER });
  }
}

/** True for the first of its key. A key whose 24 hours are over is free again, swept or not. */
async function claim(tx: Context, { operation, key }: IdempotentRequest, requestHash: string): Promise<boolean> {
  await tx.db.$executeRawUnsafe(`SET LOCAL lock_timeout = ${LOCK_TIMEOUT_MS}`);
  const over = new Date(tx.now.getTime() - IDEMPOTENCY_RETENTION_MS);
  const claimed = await tx.db.$executeRaw`
    INSERT INTO "IdempotencyKey" ("userId", operation, key, "requestHash", "createdAt")
    VALUES (${tx.actor.id}, ${operation}, ${key}, ${requestHash}, ${tx.now})
    ON CONFLICT ("userId", operation, key) DO UPDATE
      SET "requestHash" = excluded."requestHash", "createdAt" = excluded."createdAt", status = 0, body = ''
      WHERE "IdempotencyKey"."createdAt" < ${over}`;
  await tx.db.$executeRawUnsafe("SET LOCAL lock_timeout = 0");
  return claimed === 1;
}

async function replay(tx: Context, { operation, key, secret }: IdempotentRequest, requestHash: string): Promise<StoredAnswer> {
  const stored = await tx.db.idempotencyKey.findUniqueOrThrow({
    where: { userId_operation_key: { userId: tx.actor.id, operation, key } },
  });
  if (stored.requestHash !== requestHash) {
    throw new Refusal("idempotency_conflict", "This Idempotency-Key was used with another body. Use a new key for a new request.");
  }
  return { status: stored.status, body: secret && stored.body ? openSecret(stored.body) : stored.body, replayed: true };
}
