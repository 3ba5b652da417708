import type { VisitorContext } from "@/lib/domain/context";
import { EVENT_RETENTION_DAYS } from "@/lib/domain/events/rules";
import { reservedSince } from "@/lib/domain/users/handles";
import { NETWORK_RETENTION_DAYS } from "@/lib/domain/users/rules";
import { DAILY_XP_RETENTION_DAYS, IDEMPOTENCY_RETENTION_MS } from "./rules";

const DAY_MS = 86_400_000;
/** Rows a statement: locks are short, and nothing is held up. */
const BATCH = 1000;

/**
 * Removes what nobody may ask for any more: answers kept for idempotency, events with their deliveries, ended sessions, what
 * past days paid, handles kept for who gave them up, networks not signed in from.
 */
export async function forgetOld(ctx: VisitorContext): Promise<void> {
  const answers = new Date(ctx.now.getTime() - IDEMPOTENCY_RETENTION_MS);
  const events = new Date(ctx.now.getTime() - EVENT_RETENTION_DAYS * DAY_MS);
  const networks = new Date(ctx.now.getTime() - NETWORK_RETENTION_DAYS * DAY_MS);
  await untilFew(
    () => ctx.db.$executeRaw`
    DELETE FROM "IdempotencyKey" WHERE ctid = ANY (ARRAY(
      SELECT ctid FROM "IdempotencyKey" WHERE "createdAt" < ${answers} ORDER BY "createdAt" LIMIT ${BATCH} FOR UPDATE SKIP LOCKED))`,
  );
  await untilFew(
    () => ctx.db.$executeRaw`
    WITH old AS (SELECT id FROM "Event" WHERE "createdAt" < ${events} ORDER BY "createdAt" LIMIT ${BATCH} FOR UPDATE SKIP LOCKED),
         delivered AS (DELETE FROM "Delivery" WHERE "eventId" IN (SELECT id FROM old))
    DELETE FROM "Event" WHERE id IN (SELECT id FROM old)`,
  );
  await untilFew(
    () => ctx.db.$executeRaw`
    DELETE FROM "Session" WHERE id IN (
      SELECT id FROM "Session" WHERE "expiresAt" < ${ctx.now} ORDER BY "expiresAt" LIMIT ${BATCH} FOR UPDATE SKIP LOCKED)`,
  );
  const days = new Date(ctx.now.getTime() - DAILY_XP_RETENTION_DAYS * DAY_MS);
  await untilFew(
    () => ctx.db.$executeRaw`
    DELETE FROM "DailyXp" WHERE ctid = ANY (ARRAY(
      SELECT ctid FROM "DailyXp" WHERE day < ${days}::date ORDER BY day LIMIT ${BATCH} FOR UPDATE SKIP LOCKED))`,
  );
  await untilFew(
    () => ctx.db.$executeRaw`
    DELETE FROM "ReleasedHandle" WHERE handle IN (
      SELECT handle FROM "ReleasedHandle" WHERE "releasedAt" <= ${reservedSince(ctx)} ORDER BY "releasedAt" LIMIT ${BATCH} FOR UPDATE SKIP LOCKED)`,
  );
  await untilFew(
    () => ctx.db.$executeRaw`
    DELETE FROM "SignInNetwork" WHERE ctid = ANY (ARRAY(
      SELECT ctid FROM "SignInNetwork" WHERE "lastSignInAt" < ${networks} ORDER BY "lastSignInAt" LIMIT ${BATCH} FOR UPDATE SKIP LOCKED))`,
  );
}

async function untilFew(removeBatch: () => Promise<number>): Promise<void> {
  while ((await removeBatch()) === BATCH);
}
