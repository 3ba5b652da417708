import type { VisitorContext } from "@/lib/domain/context";
import { UNDONE_RETENTION_MS } from "@/lib/domain/incoming/rules";
import { INTERACTION_RETENTION_MS } from "@/lib/domain/guilds/rules";
import { SIGN_UP_WINDOW_MS } from "@/lib/domain/sign-ups/rules";
import { reservedSince } from "@/lib/domain/users/handles";
import { DEVICE_RETENTION_DAYS, NETWORK_RETENTION_DAYS } from "@/lib/domain/users/rules";
import { DAILY_XP_RETENTION_DAYS, IDEMPOTENCY_RETENTION_MS } from "./rules";
import { DAY_MS, HOUR_MS } from "@/lib/domain/durations";

/** Rows per statement, so that locks are short. */
const BATCH = 1000;

/**
 * Deletes rows whose retention has ended: responses stored for idempotency, acts of others that were undone, ended
 * subscriptions of logs, ended sessions, daily XP counts, reserved handles, known networks and browsers, ids of Discord
 * interactions, email tokens, used challenges, and networks of sign-ups. Tokens of a closed account stay as long as it
 * is kept: their time stands still while it is closed.
 */
export async function deleteExpired(ctx: VisitorContext): Promise<void> {
  const responsesBefore = new Date(ctx.now.getTime() - IDEMPOTENCY_RETENTION_MS);
  const undoneBefore = new Date(ctx.now.getTime() - UNDONE_RETENTION_MS);
  const networksBefore = new Date(ctx.now.getTime() - NETWORK_RETENTION_DAYS * DAY_MS);
  await untilDone(
    () => ctx.db.$executeRaw`
    DELETE FROM "IdempotencyKey" WHERE ctid = ANY (ARRAY(
      SELECT ctid FROM "IdempotencyKey" WHERE "createdAt" < ${responsesBefore} ORDER BY "createdAt" LIMIT ${BATCH}
        FOR UPDATE SKIP LOCKED))`,
  );
  await untilDone(
    () => ctx.db.$executeRaw`
    DELETE FROM "IncomingAct" WHERE ctid = ANY (ARRAY(
      SELECT ctid FROM "IncomingAct" WHERE NOT stands AND NOT told AND "changedAt" < ${undoneBefore}
       ORDER BY "changedAt" LIMIT ${BATCH} FOR UPDATE SKIP LOCKED))`,
  );
  await untilDone(
    () => ctx.db.$executeRaw`
    DELETE FROM "LogSubscription" WHERE ctid = ANY (ARRAY(
      SELECT ctid FROM "LogSubscription" WHERE "expiresAt" < ${ctx.now} ORDER BY "expiresAt" LIMIT ${BATCH}
        FOR UPDATE SKIP LOCKED))`,
  );
  await untilDone(
    () => ctx.db.$executeRaw`
    DELETE FROM "Session" WHERE id IN (
      SELECT id FROM "Session" WHERE "expiresAt" < ${ctx.now} ORDER BY "expiresAt" LIMIT ${BATCH}
        FOR UPDATE SKIP LOCKED)`,
  );
  const days = new Date(ctx.now.getTime() - DAILY_XP_RETENTION_DAYS * DAY_MS);
  await untilDone(
    () => ctx.db.$executeRaw`
    DELETE FROM "DailyXp" WHERE ctid = ANY (ARRAY(
      SELECT ctid FROM "DailyXp" WHERE day < ${days}::date ORDER BY day LIMIT ${BATCH} FOR UPDATE SKIP LOCKED))`,
  );
  await untilDone(
    () => ctx.db.$executeRaw`
    DELETE FROM "ReleasedHandle" WHERE handle IN (
      SELECT handle FROM "ReleasedHandle" WHERE "releasedAt" <= ${reservedSince(ctx)} ORDER BY "releasedAt"
        LIMIT ${BATCH} FOR UPDATE SKIP LOCKED)`,
  );
  await untilDone(
    () => ctx.db.$executeRaw`
    DELETE FROM "EmailToken" WHERE hash IN (
      SELECT hash FROM "EmailToken" t WHERE "expiresAt" < ${ctx.now}
         AND NOT EXISTS (SELECT FROM "ClosedAccount" c WHERE c."userId" = t."userId")
       ORDER BY "expiresAt" LIMIT ${BATCH} FOR UPDATE SKIP LOCKED)`,
  );
  await untilDone(
    () => ctx.db.$executeRaw`
    DELETE FROM "UsedChallenge" WHERE challenge IN (
      SELECT challenge FROM "UsedChallenge" WHERE "expiresAt" < ${ctx.now} ORDER BY "expiresAt" LIMIT ${BATCH}
        FOR UPDATE SKIP LOCKED)`,
  );
  const signUps = new Date(ctx.now.getTime() - SIGN_UP_WINDOW_MS);
  await untilDone(
    () => ctx.db.$executeRaw`
    DELETE FROM "SignUpOrigin" WHERE "userId" IN (
      SELECT "userId" FROM "SignUpOrigin" WHERE "createdAt" < ${signUps} ORDER BY "createdAt" LIMIT ${BATCH}
        FOR UPDATE SKIP LOCKED)`,
  );
  const interactions = new Date(ctx.now.getTime() - INTERACTION_RETENTION_MS);
  await untilDone(
    () => ctx.db.$executeRaw`
    DELETE FROM "DiscordInteraction" WHERE id IN (
      SELECT id FROM "DiscordInteraction" WHERE "receivedAt" < ${interactions} ORDER BY "receivedAt" LIMIT ${BATCH} FOR UPDATE SKIP LOCKED)`,
  );
  await untilDone(
    () => ctx.db.$executeRaw`
    DELETE FROM "SignInNetwork" WHERE ctid = ANY (ARRAY(
      SELECT ctid FROM "SignInNetwork" WHERE "lastSignInAt" < ${networksBefore} ORDER BY "lastSignInAt" LIMIT ${BATCH}
        FOR UPDATE SKIP LOCKED))`,
  );
  // Few: those of who wrote since the last run.
  await ctx.db.$executeRaw`DELETE FROM "ReadPosition" WHERE at < ${new Date(ctx.now.getTime() - HOUR_MS)}`;
  const devices = new Date(ctx.now.getTime() - DEVICE_RETENTION_DAYS * DAY_MS);
  await untilDone(
    () => ctx.db.$executeRaw`
    DELETE FROM "SignInDevice" WHERE ctid = ANY (ARRAY(
      SELECT ctid FROM "SignInDevice" WHERE "lastSignInAt" < ${devices} ORDER BY "lastSignInAt" LIMIT ${BATCH}
        FOR UPDATE SKIP LOCKED))`,
  );
}

async function untilDone(removeBatch: () => Promise<number>): Promise<void> {
  while ((await removeBatch()) === BATCH);
}
