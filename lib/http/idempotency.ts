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

/** Claims the key and acts in one transaction, or replays what another request stored meanwhile. */
async function claimAndAct(
  ctx: Context,
  request: IdempotentRequest,
  act: (tx: Context) => Promise<{ status: number; body: string }>,
): Promise<StoredAnswer> {
  try {
    return await inTransaction(ctx, async (tx) => {
      if (!(await claim(tx, request)))
        return replay(request, await tx.db.idempotencyKey.findUniqueOrThrow({ where: rowOf(tx, request) }));
      const answer = await act(tx);
      await tx.db.idempotencyKey.update({
        where: rowOf(tx, request),
        data: { status: answer.status, body: request.secret ? sealSecret(answer.body) : answer.body },
      });
      return { ...answer, replayed: false };
    });
  } catch (error) {
    if (!databaseCodes(error).includes(LOCK_NOT_AVAILABLE)) throw error;
    throw inProgress();
  }
}

function inProgress(): Refusal {
  return new Refusal(
    "idempotency_in_progress",
    "A request with this Idempotency-Key is still running. Try again in a moment.",
    { retryAfter: RETRY_AFTER },
  );
}

/**
 * Runs `act` once for all requests of one key: the claim is a unique row in the transaction of the effect, so that equal
 * requests wait for each other and a crash leaves the key free. Only successes are kept.
 *
 * `prepare` runs before the transaction, and not where an answer is stored already. Of equal requests that come to this
 * process at once one prepares, while the others wait for it as long as for a row, without a connection.
 */
export async function once<P>(
  ctx: Context,
  request: IdempotentRequest,
  prepare: () => Promise<P>,
  act: (tx: Context, prepared: P) => Promise<{ status: number; body: string }>,
): Promise<StoredAnswer> {
  const id = JSON.stringify([ctx.actor.id, request.operation, request.key]);
  const deadline = Date.now() + LOCK_TIMEOUT_MS;
  for (let running; (running = preparing.get(id));) if (!(await settles(running, deadline))) throw inProgress();
  const own = (async () => {
    const stored = await storedAnswer(ctx, request);
    if (stored) return stored;
    const prepared = await prepare();
    return claimAndAct(ctx, request, (tx) => act(tx, prepared));
  })().finally(() => preparing.delete(id));
  preparing.set(id, own);
  return own;
}

const preparing = new Map<string, Promise<unknown>>();

/** Whether it is over, well or not, by the deadline. */
async function settles(running: Promise<unknown>, deadline: number): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<false>((resolve) => (timer = setTimeout(resolve, deadline - Date.now(), false)));
  const over = running.then(
    () => true,
    () => true,
  );
  return Promise.race([over, late]).finally(() => clearTimeout(timer));
}

/** True for the first of its key. A key whose 24 hours are over is free again, swept or not. */
async function claim(tx: Context, { operation, key, fingerprint }: IdempotentRequest): Promise<boolean> {
  await tx.db.$executeRawUnsafe(`SET LOCAL lock_timeout = ${LOCK_TIMEOUT_MS}`);
  const claimed = await tx.db.$executeRaw`
    INSERT INTO "IdempotencyKey" ("userId", operation, key, "requestHash", "createdAt")
    VALUES (${tx.actor.id}, ${operation}, ${key}, ${hashOf(fingerprint)}, ${tx.now})
    ON CONFLICT ("userId", operation, key) DO UPDATE
      SET "requestHash" = excluded."requestHash", "createdAt" = excluded."createdAt", status = 0, body = ''
      WHERE "IdempotencyKey"."createdAt" < ${oldestKept(tx)}`;
  await tx.db.$executeRawUnsafe("SET LOCAL lock_timeout = 0");
  return claimed === 1;
}

/** The answer that an equal request was given, if it is kept. */
async function storedAnswer(ctx: Context, request: IdempotentRequest): Promise<StoredAnswer | undefined> {
  const row = await ctx.db.idempotencyKey.findUnique({ where: rowOf(ctx, request) });
  return row && row.createdAt >= oldestKept(ctx) ? replay(request, row) : undefined;
}

function replay(
  { fingerprint, secret }: IdempotentRequest,
  stored: { requestHash: string; status: number; body: string },
): StoredAnswer {
  if (stored.requestHash !== hashOf(fingerprint)) {
    throw new Refusal(
      "idempotency_conflict",
      "This Idempotency-Key was used with another body. Use a new key for a new request.",
    );
  }
  return { status: stored.status, body: secret && stored.body ? openSecret(stored.body) : stored.body, replayed: true };
}

const rowOf = (ctx: Context, { operation, key }: IdempotentRequest) => ({
  userId_operation_key: { userId: ctx.actor.id, operation, key },
});
const hashOf = (fingerprint: string) => createHash("sha256").update(fingerprint).digest("hex");
const oldestKept = (ctx: Context) => new Date(ctx.now.getTime() - IDEMPOTENCY_RETENTION_MS);
