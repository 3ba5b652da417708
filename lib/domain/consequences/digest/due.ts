import { type LetterDraft, queueLetters } from "@/lib/domain/accounts/mail/outbox";
import { inTransaction, read, type VisitorContext, write } from "@/lib/domain/kernel/context";
import { shownNotification } from "@/lib/domain/kernel/visibility";
import { literal, sql } from "@/lib/infra/database/sql";
import type { Digest, User } from "@/lib/infra/prisma/client";
import { MAX_COUNTED, MAX_NAMED, MAX_PERIOD_MS, nextDigestAt } from "./rules";
import { digestToken } from "./settings";
import { describeMissed, type Missed } from "./summary";

/** Accounts of one transaction. */
const BATCH = 50;

type Due = Pick<Digest, "userId" | "mutedKinds"> &
  Pick<User, "handle" | "timeZone"> & {
    hour: number;
    /** Null where nothing may be sent: no confirmed address, or the account is suspended. */
    email: string | null;
    since: Date;
  };

/**
 * Queues the digests that are due: nothing for whom nothing happened. Queueing one and setting the moment of the next
 * is one transaction, so that each is sent once, by however many processes.
 */
export async function sendDueDigests(ctx: VisitorContext): Promise<void> {
  while ((await inTransaction(ctx, sendBatch)) === BATCH);
}

async function sendBatch(tx: VisitorContext): Promise<number> {
  const due = await claimDue(tx);
  if (due.length === 0) return 0;
  const missed = await readMissed(tx, due);
  const nextAt = due.map(({ hour, timeZone }) => nextDigestAt({ hour, timeZone, now: tx.now, lastAt: tx.now }));
  const letters = due.flatMap(({ userId, email, handle, mutedKinds }, index): LetterDraft[] => {
    const described = describeMissed(missed.get(userId) ?? [], mutedKinds);
    if (described === null) return [];
    const token = digestToken(userId);
    return [{ kind: "digest", userId, email, handle, ...described, unsubscribe: token, expiresAt: nextAt[index] }];
  });
  await Promise.all([
    queueLetters(tx, letters),
    write(tx, "digest.advance")`
      UPDATE "Digest" d SET "lastAt" = ${tx.now}, "nextAt" = next.at
        FROM unnest(${due.map(({ userId }) => userId)}::text[], ${nextAt}::timestamptz[]) AS next("userId", at)
       WHERE d."userId" = next."userId"`,
  ]);
  return due.length;
}

function claimDue(tx: VisitorContext): Promise<Due[]> {
  const earliest = new Date(tx.now.getTime() - MAX_PERIOD_MS);
  return read<Due>(tx, "digest.due")`
    SELECT d."userId", d."mutedKinds", d.hour, u.handle, u."timeZone",
           GREATEST(d."lastAt", ${earliest}::timestamptz) AS since,
           CASE WHEN u."emailVerifiedAt" IS NOT NULL AND u."suspendedAt" IS NULL THEN u.email END AS email
      FROM "Digest" d JOIN "User" u ON u.id = d."userId"
     WHERE d."nextAt" <= ${tx.now} ORDER BY d."nextAt", d."userId" LIMIT ${literal(BATCH)}
       FOR NO KEY UPDATE OF d, u SKIP LOCKED`;
}

/** Reads what is unread of each, as the list of notifications shows it. */
async function readMissed(tx: VisitorContext, due: readonly Due[]): Promise<Map<string, Missed[]>> {
  const newest = sql`
    SELECT n.* FROM "Notification" n
     WHERE n."userId" = who.id AND n.folded = false AND n."createdAt" > who.since AND n."createdAt" <= ${tx.now}
     ORDER BY n."createdAt" DESC, n.id DESC LIMIT ${literal(MAX_COUNTED)}`;
  const rows = await read<{ userId: string; missed: Missed[] }>(tx, "digest.missed")`
    SELECT who.id AS "userId", jsonb_agg(to_jsonb(of)) AS missed FROM unnest(
        ${due.map(({ userId }) => userId)}::text[], ${due.map(({ since }) => since)}::timestamptz[]) AS who(id, since),
      LATERAL (
        SELECT n.type, count(*)::int AS count, (array_agg(DISTINCT a.handle))[1:${literal(MAX_NAMED + 1)}] AS handles
          FROM (${newest}) n JOIN "User" a ON a.id = n."actorId"
         WHERE n."readAt" IS NULL AND ${shownNotification(sql`who.id`)}
         GROUP BY n.type ORDER BY n.type) of
     GROUP BY who.id`;
  return new Map(rows.map(({ userId, missed }) => [userId, missed]));
}
