import { type Sql, sql } from "@/lib/infra/database/sql";
import type { User } from "@/lib/infra/prisma/client";
import type { AccountStanding } from "./rules";

/** `suspendedAt` hides it: the time of closing, or of the moderators' suspension, if any, before or after. */
export type StandingTimes = Pick<User, "suspendedAt" | "limitedAt" | "closedAt">;

export function standingOf({ closedAt, suspendedAt, limitedAt }: StandingTimes): AccountStanding {
  return closedAt ? "closed" : suspendedAt ? "suspended" : limitedAt ? "limited" : "active";
}

/** Phrased like the partial indexes, which serve the rare standings. */
export const IN_STANDING: Record<AccountStanding, Sql> = {
  active: sql`u."suspendedAt" IS NULL AND u."limitedAt" IS NULL`,
  limited: sql`u."limitedAt" IS NOT NULL AND u."suspendedAt" IS NULL`,
  suspended: sql`u."suspendedAt" IS NOT NULL AND u."closedAt" IS NULL`,
  closed: sql`u."suspendedAt" IS NOT NULL AND u."closedAt" IS NOT NULL`,
};

/** Whether an account, open or closed, is suspended. */
export const isSuspended = ({ suspendedAt, closedAt }: Omit<StandingTimes, "limitedAt">): boolean =>
  suspendedAt?.getTime() !== closedAt?.getTime();

/** Returns the condition under which a row of "User" is suspended, as `isSuspended` does for an object. */
export const suspended = (user: Sql): Sql => sql`${user}."suspendedAt" IS DISTINCT FROM ${user}."closedAt"`;

/** Returns the condition under which the operator suspended an account, which no moderator ends. */
export const suspendedForGood = (user: Sql): Sql => sql`(${suspended(user)} AND ${user}."suspendedUntil" IS NULL)`;

export const stillSuspended = (user: Sql, now: Date): Sql =>
  sql`(${user}."suspendedUntil" > ${now}::timestamptz OR ${suspendedForGood(user)})`;

/** The update that ends a suspension: a closed account stays hidden. */
export const RESTORED = sql`"suspendedAt" = "closedAt", "suspendedUntil" = NULL`;
