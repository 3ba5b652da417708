import { writeAuditEntry } from "@/lib/domain/accounts/audit-log/commands";
import { type Context, idFor, inTransaction, read, type VisitorContext, write } from "@/lib/domain/kernel/context";
import { DomainError } from "@/lib/domain/kernel/errors";
import { lockAccount } from "@/lib/domain/kernel/locks";
import { preparedRead } from "@/lib/infra/database/db";
import { literal, sql } from "@/lib/infra/database/sql";
import type { Session } from "@/lib/infra/prisma/client";
import { deleteOwnSessions } from "./closing";
import { MAX_SESSIONS } from "./rules";
import type { SessionSummary } from "./schema";

export interface NewSession {
  userId: string;
  userAgent: string;
  maxAgeSeconds: number;
  /** Details for the audit log, besides the browser. */
  details?: Record<string, string | boolean>;
}

/** Begins a session and returns its id. Beyond `MAX_SESSIONS` the oldest one ends. */
export function beginSession(
  ctx: VisitorContext,
  { userId, userAgent, maxAgeSeconds, details = {} }: NewSession,
): Promise<string> {
  return inTransaction(ctx, async (tx) => {
    await lockAccount(tx, userId);
    const id = idFor(tx, "ses");
    const browser = userAgent.slice(0, 300);
    const expiresAt = new Date(tx.now.getTime() + maxAgeSeconds * 1000);
    await Promise.all([
      write(tx, "sessions.insert")`
        INSERT INTO "Session" (id, "userId", "userAgent", "createdAt", "lastSeenAt", "expiresAt")
        VALUES (${id}, ${userId}, ${browser}, ${tx.now}, ${tx.now}, ${expiresAt})`,
      write(tx, "sessions.endOldest")`
        DELETE FROM "Session" WHERE id IN (
          SELECT id FROM "Session" WHERE "userId" = ${userId} AND id <> ${id} ORDER BY "createdAt" DESC, id DESC
            OFFSET ${literal(MAX_SESSIONS - 1)})`,
      writeAuditEntry(tx, { action: "sign-in", actorId: userId, details: { userAgent: browser, ...details } }),
    ]);
    return id;
  });
}

export async function endSession(ctx: VisitorContext, id: string): Promise<void> {
  await inTransaction(ctx, async (tx) => {
    const [ended] = await read<{ userId: string }>(tx, "sessions.end")`
      DELETE FROM "Session" WHERE id = ${id} RETURNING "userId"`;
    if (ended) await writeAuditEntry(tx, { action: "session.ended", actorId: ended.userId });
  });
}

/** Returns which of these sessions are open and belong to accounts that are not suspended. */
export async function openSessions(ids: string[], now: Date): Promise<Set<string>> {
  const rows = await preparedRead<{ id: string }>(
    "sessions.open",
    sql`SELECT s.id FROM "Session" s JOIN "User" u ON u.id = s."userId"
      WHERE s.id = ANY (${ids}::text[]) AND s."expiresAt" > ${now} AND u."suspendedAt" IS NULL`,
  );
  return new Set(rows.map(({ id }) => id));
}

export async function listSessions(ctx: Context): Promise<{ data: SessionSummary[] }> {
  const sessions = await read<Pick<Session, "id" | "userAgent" | "createdAt" | "expiresAt">>(ctx, "sessions.list")`
    SELECT id, "userAgent", "createdAt", "expiresAt" FROM "Session"
    WHERE "userId" = ${ctx.actor.id} AND "expiresAt" > ${ctx.now}
    ORDER BY "createdAt" DESC, id DESC LIMIT ${literal(MAX_SESSIONS)}`;
  const data = sessions.map(({ id, userAgent, createdAt, expiresAt }) => ({
    id,
    userAgent,
    createdAt: createdAt.toISOString(),
    expiresAt: expiresAt.toISOString(),
    current: id === ctx.session?.id,
  }));
  return { data };
}

/** Ends one of the actor's sessions. @throws DomainError `not_found` */
export async function endOwnSession(ctx: Context, { id }: { id: string }): Promise<void> {
  await inTransaction(ctx, async (tx) => {
    const ended = await write(tx, "sessions.endOwn")`
      DELETE FROM "Session" WHERE id = ${id} AND "userId" = ${tx.actor.id}`;
    if (ended === 0) throw new DomainError("not_found", "That session has already ended.");
    await writeAuditEntry(tx, { action: "session.ended" });
  });
}

export async function endAllSessions(ctx: Context): Promise<void> {
  await inTransaction(ctx, async (tx) => {
    await deleteOwnSessions(tx);
    await writeAuditEntry(tx, { action: "sessions.ended" });
  });
}
