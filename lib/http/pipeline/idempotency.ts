import { createHash } from "node:crypto";
import { commitWith, type Context, inTransaction, read, write } from "@/lib/domain/kernel/context";
import { DomainError } from "@/lib/domain/kernel/errors";
import { IDEMPOTENCY_RETENTION_MS } from "@/lib/domain/deployment/retention/rules";
import { databaseCodes, LOCK_NOT_AVAILABLE } from "@/lib/infra/database/errors";
import type { IdempotencyKey } from "@/lib/infra/prisma/client";
import { decrypt, encrypt } from "@/lib/infra/secrets";
import { literal, sql } from "@/lib/infra/database/sql";
import { withTimeout } from "@/lib/infra/timeout";

/** A stored successful response. An empty body is "". */
export interface StoredResponse {
  status: number;
  body: string;
  replayed: boolean;
}

interface IdempotentRequest {
  /** The header's raw value. */
  key: string;
  /** From `boundOperation`. */
  operation: string;
  /** SHA-256, in hex, of what a retry must repeat exactly. */
  requestHash: string;
  secret: boolean;
}

/** Seconds that a client should wait while the first of two identical requests is still running. */
const RETRY_AFTER_SECONDS = 1;
const LOCK_TIMEOUT_MS = 2000;
/** The status of a claim. It is committed only where a pooler changes sessions within a transaction. */
const UNFINISHED = 0;

/** Parses an `Idempotency-Key` header, raw or quoted: 1-255 printable ASCII characters. */
export function parseIdempotencyKey(header: string): string {
  const key = /^"(.*)"$/.exec(header)?.[1] ?? header;
  if (/^[\x20-\x7e]{1,255}$/.test(key) && key.trim() !== "") return key;
  const message = "Idempotency-Key must be 1-255 printable ASCII characters, for instance a UUID.";
  throw new DomainError("invalid_request", message, { issues: [{ param: "Idempotency-Key", message }] });
}

/** Real paths are far shorter. PostgreSQL cannot index a value of thousands of characters. */
const MAX_OPERATION_LENGTH = 500;

/** Returns what an `Idempotency-Key` is bound to. A path that is too long, which no operation has, is hashed. */
export function boundOperation(method: string, pathname: string): string {
  const path = pathname.endsWith("/") ? pathname.slice(0, -1) : pathname;
  const operation = `${method} ${path}`;
  if (operation.length <= MAX_OPERATION_LENGTH) return operation;
  return `${method} ${createHash("sha256").update(path).digest("hex")}`;
}

/** Claims the key and runs the operation in one transaction, or replays what another request stored meanwhile. */
async function claimAndAct(
  ctx: Context,
  request: IdempotentRequest,
  act: (tx: Context) => Promise<{ status: number; body: string }>,
): Promise<StoredResponse> {
  try {
    return await inTransaction(ctx, async (tx) => {
      if (!(await claim(tx, request))) return replay(request, (await findClaim(tx, request))!);
      const answer = await act(tx);
      await commitWith(tx, complete(tx, request, answer));
      return { ...answer, replayed: false };
    });
  } catch (error) {
    if (!databaseCodes(error).includes(LOCK_NOT_AVAILABLE)) throw error;
    throw inProgress();
  }
}

function inProgress(): DomainError {
  return new DomainError(
    "idempotency_in_progress",
    "A request with this Idempotency-Key is still running. Try again in a moment.",
    { retryAfterSeconds: RETRY_AFTER_SECONDS },
  );
}

/**
 * Runs `act` once for all requests with the same key. The claim is a unique row, inserted in the transaction of the
 * effect, so identical requests wait for each other and a crash leaves the key free. Only successes are stored.
 *
 * `prepare` runs before the transaction, and only if no response is stored yet. Among identical concurrent requests in
 * one process, one prepares while the others wait without holding a connection.
 */
export async function once<P>(
  ctx: Context,
  request: IdempotentRequest,
  prepare: () => Promise<P>,
  act: (tx: Context, prepared: P) => Promise<{ status: number; body: string }>,
): Promise<StoredResponse> {
  const id = JSON.stringify([ctx.actor.id, request.operation, request.key]);
  const deadline = Date.now() + LOCK_TIMEOUT_MS;
  for (let running; (running = preparing.get(id));) if (!(await settles(running, deadline))) throw inProgress();
  const own = (async () => {
    const stored = await findStoredResponse(ctx, request);
    if (stored) return stored;
    const prepared = await prepare();
    return claimAndAct(ctx, request, (tx) => act(tx, prepared));
  })().finally(() => preparing.delete(id));
  preparing.set(id, own);
  return own;
}

const preparing = new Map<string, Promise<unknown>>();

async function settles(running: Promise<unknown>, deadline: number): Promise<boolean> {
  const over = running.then(
    () => true,
    () => true,
  );
  return withTimeout(over, deadline - Date.now(), () => false);
}

/** True for the first request with its key, which is free again after 24 hours. */
async function claim(tx: Context, { operation, key, requestHash }: IdempotentRequest): Promise<boolean> {
  const insert = sql`
    INSERT INTO "IdempotencyKey" ("userId", operation, key, "requestHash", "createdAt")
    VALUES (${tx.actor.id}, ${operation}, ${key}, ${requestHash}, ${tx.now})
    ON CONFLICT ("userId", operation, key) DO UPDATE
      SET "requestHash" = excluded."requestHash", "createdAt" = excluded."createdAt", status = ${UNFINISHED}, body = ''
      WHERE "IdempotencyKey"."createdAt" < ${oldestKept(tx)}`;
  const [, claimed] = await Promise.all([
    write(tx, "idempotency.limitWait")`SET LOCAL lock_timeout = ${literal(LOCK_TIMEOUT_MS)}`,
    write(tx, "idempotency.claim")`${insert}`,
    write(tx, "idempotency.unlimitWait")`SET LOCAL lock_timeout = 0`,
  ]);
  return claimed === 1;
}

async function complete(
  tx: Context,
  { operation, key, secret }: IdempotentRequest,
  { status, body }: { status: number; body: string },
): Promise<void> {
  await write(tx, "idempotency.complete")`
    UPDATE "IdempotencyKey" SET status = ${status}, body = ${secret ? encrypt(body) : body}
    WHERE "userId" = ${tx.actor.id} AND operation = ${operation} AND key = ${key}`;
}

async function findStoredResponse(ctx: Context, request: IdempotentRequest): Promise<StoredResponse | undefined> {
  const row = await findClaim(ctx, request);
  return row && row.createdAt >= oldestKept(ctx) ? replay(request, row) : undefined;
}

function replay(
  { requestHash, secret }: IdempotentRequest,
  stored: { requestHash: string; status: number; body: string },
): StoredResponse {
  if (stored.requestHash !== requestHash) {
    throw new DomainError(
      "idempotency_conflict",
      "This Idempotency-Key was used with another body. Use a new key for a new request.",
    );
  }
  if (stored.status === UNFINISHED)
    throw new DomainError(
      "outcome_unknown",
      "A request with this Idempotency-Key was torn apart by the database. Check what was done, and use a new key.",
    );
  return { status: stored.status, body: secret && stored.body ? decrypt(stored.body) : stored.body, replayed: true };
}

type Claim = Pick<IdempotencyKey, "requestHash" | "status" | "body" | "createdAt">;

async function findClaim(ctx: Context, { operation, key }: IdempotentRequest): Promise<Claim | undefined> {
  const [row] = await read<Claim>(ctx, "idempotency.find")`
    SELECT "requestHash", status, body, "createdAt" FROM "IdempotencyKey"
     WHERE "userId" = ${ctx.actor.id} AND operation = ${operation} AND key = ${key}`;
  return row;
}

const oldestKept = (ctx: Context) => new Date(ctx.now.getTime() - IDEMPOTENCY_RETENTION_MS);
