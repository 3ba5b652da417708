import { type VisitorContext, write } from "@/lib/domain/kernel/context";
import { literal, quoted, sql, type Sql } from "@/lib/infra/database/sql";
import { SIGN_UP_REQUEST_RETENTION_DAYS } from "@/lib/domain/accounts/lifecycle/rules";
import { CODE_MEMORY_MS } from "@/lib/domain/accounts/apps/rules";
import { DAY_MS, HOUR_MS } from "@/lib/domain/kernel/durations";
import { EVENT_RETENTION_DAYS } from "@/lib/domain/consequences/events/rules";
import { INTERACTION_RETENTION_MS } from "@/lib/domain/play/guilds/rules";
import { UNDONE_RETENTION_MS } from "@/lib/domain/consequences/incoming/rules";
import { INCIDENT_RETENTION_DAYS } from "@/lib/domain/deployment/incidents/rules";
import { INVITATION_RETENTION_DAYS } from "@/lib/domain/accounts/invitations/rules";
import { EVENT_RETENTION_MS } from "@/lib/domain/consequences/live/rules";
import { LETTER_RETENTION_MS } from "@/lib/domain/accounts/mail/rules";
import { ENCOUNTER_RETENTION_DAYS } from "@/lib/domain/people/moderation/rules";
import { TTL_MS as PUSH_KEPT_MS } from "@/lib/domain/consequences/push/rules";
import { REQUEST_RETENTION_DAYS } from "@/lib/domain/accounts/request-log/rules";
import { SIGN_UP_WINDOW_MS } from "@/lib/domain/accounts/sign-ups/rules";
import {
  DEVICE_RETENTION_DAYS,
  HANDLE_RESERVATION_DAYS,
  NETWORK_RETENTION_DAYS,
} from "@/lib/domain/accounts/users/rules";
import type { Prisma } from "@/lib/infra/prisma/client";
import { DAILY_XP_RETENTION_DAYS, IDEMPOTENCY_RETENTION_MS } from "./rules";

/** Rows per statement, so that locks are held briefly. */
const BATCH = 1000;

/**
 * Deletes rows that have outlived their retention.
 * @throws Error that names the tables that failed, after the others are done. Its cause is the first failure.
 */
export async function deleteExpired(ctx: VisitorContext): Promise<void> {
  const failures = new Map<string, unknown>();
  for (const [table, retention] of Object.entries<Retention>(EXPIRING_TABLES))
    await deleteExpiredRows(ctx, table, retention).catch((failure: unknown) => failures.set(table, failure));
  const [cause] = failures.values();
  if (failures.size > 0) throw new Error(`Expired rows stay in ${[...failures.keys()].join(", ")}`, { cause });
}

async function deleteExpiredRows(ctx: VisitorContext, name: string, retention: Retention): Promise<void> {
  const [table, column] = [quoted(name), quoted(retention.after)];
  // A column of type date compares with the day in UTC.
  const before = new Date(ctx.now.getTime() - retention.keptMs).toISOString();
  const statement = sql`
    DELETE FROM ${table} WHERE ctid = ANY (ARRAY(
      SELECT ctid FROM ${table} WHERE ${column} < ${before} AND ${retention.where ?? sql`true`}
       ORDER BY ${column} LIMIT ${literal(BATCH)} FOR UPDATE SKIP LOCKED))`;
  while ((await write(ctx, `retention.${name}`)`${statement}`) === BATCH);
}

interface Retention {
  /** The column that holds the time. */
  after: string;
  /** Milliseconds that a row is kept after that. */
  keptMs: number;
  where?: Sql;
}

/** Large tables drop partitions instead, and retention by more than time has commands (lib/queue/upkeep.ts). */
export const EXPIRING_TABLES = {
  ApiRequestCount: { after: "hour", keptMs: REQUEST_RETENTION_DAYS * DAY_MS },
  AppToken: { after: "expiresAt", keptMs: 0 },
  AuthorizationCode: { after: "createdAt", keptMs: CODE_MEMORY_MS },
  // Counted from the beginning of the day, hence the extra day.
  DailyXp: { after: "day", keptMs: (DAILY_XP_RETENTION_DAYS + 1) * DAY_MS },
  // Claims whose worker is gone, and whose endpoint has nothing left to send.
  DeliveryLane: { after: "endsAt", keptMs: DAY_MS },
  DeviceAuthorization: { after: "expiresAt", keptMs: 0 },
  DiscordInteraction: { after: "receivedAt", keptMs: INTERACTION_RETENTION_MS },
  // The tokens of a closed account do not expire while the account is kept.
  EmailToken: {
    after: "expiresAt",
    keptMs: 0,
    where: sql`NOT EXISTS (SELECT FROM "ClosedAccount" c WHERE c."userId" = "EmailToken"."userId")`,
  },
  FormerCommenter: { after: "deletedAt", keptMs: ENCOUNTER_RETENTION_DAYS * DAY_MS },
  IdempotencyKey: { after: "createdAt", keptMs: IDEMPOTENCY_RETENTION_MS },
  Incident: { after: "startedAt", keptMs: INCIDENT_RETENTION_DAYS * DAY_MS },
  IncomingAct: { after: "changedAt", keptMs: UNDONE_RETENTION_MS, where: sql`NOT stands AND NOT told` },
  Invitation: { after: "expiresAt", keptMs: INVITATION_RETENTION_DAYS * DAY_MS },
  Letter: { after: "createdAt", keptMs: LETTER_RETENTION_MS },
  // Topics stay, so that their `seq` continues.
  LiveEvent: { after: "createdAt", keptMs: EVENT_RETENTION_MS },
  // Kept after its end as long as the log, which has to say what it lacks.
  LogSubscription: { after: "expiresAt", keptMs: EVENT_RETENTION_DAYS * DAY_MS },
  Push: { after: "createdAt", keptMs: PUSH_KEPT_MS },
  ReadPosition: { after: "at", keptMs: HOUR_MS },
  ReleasedHandle: { after: "releasedAt", keptMs: HANDLE_RESERVATION_DAYS * DAY_MS },
  RetractedNotification: { after: "retractedAt", keptMs: ENCOUNTER_RETENTION_DAYS * DAY_MS },
  Session: { after: "expiresAt", keptMs: 0 },
  SignInDevice: { after: "lastSignInAt", keptMs: DEVICE_RETENTION_DAYS * DAY_MS },
  SignInNetwork: { after: "lastSignInAt", keptMs: NETWORK_RETENTION_DAYS * DAY_MS },
  SignUpOrigin: { after: "createdAt", keptMs: SIGN_UP_WINDOW_MS },
  SignUpRequest: { after: "createdAt", keptMs: SIGN_UP_REQUEST_RETENTION_DAYS * DAY_MS },
  UsedChallenge: { after: "expiresAt", keptMs: 0 },
} satisfies Partial<Record<Prisma.ModelName, Retention>>;
