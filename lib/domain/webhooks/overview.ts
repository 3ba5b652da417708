import { type Context, read } from "@/lib/domain/context";
import { notFound } from "@/lib/domain/errors";
import type { AttemptEntry } from "./outcome";
import { OVERVIEW_DAYS, RECENT_DELIVERIES } from "./rules";

/** What became of the deliveries that a day (in UTC) brought. Those under way are not counted yet. */
export interface Day {
  /** `2026-11-21` */
  date: string;
  delivered: number;
  failed: number;
}

/** One of the caller's endpoints as its owner looks after it. */
export interface EndpointOverview {
  id: string;
  url: string;
  description: string;
  events: string[];
  enabled: boolean;
  /** Null where it was its owner who disabled it. */
  disabledReason: string | null;
  failureCount: number;
  createdAt: string;
  /** Until when the secret before the last rotation signs as well, if it still does. */
  oldSecretEndsAt: string | null;
  /** The last days, today the last of them. */
  days: Day[];
  /** Deliveries under way, or between attempts. */
  waiting: number;
  /** How the latest attempt went, of the newest deliveries. */
  lastAttempt: AttemptEntry | null;
}

interface EndpointRow extends Omit<EndpointOverview, "createdAt" | "oldSecretEndsAt" | "days"> {
  createdAt: Date;
  previousSecretEndsAt: Date | null;
  counts: Day[];
}

/** All of the caller's endpoints, newest first. */
export async function overviewEndpoints(ctx: Context): Promise<EndpointOverview[]> {
  return (await readRows(ctx, null)).map((row) => present(ctx, row));
}

export async function overviewEndpoint(ctx: Context, { id }: { id: string }): Promise<EndpointOverview> {
  const [row] = await readRows(ctx, id);
  if (!row) throw notFound();
  return present(ctx, row);
}

function readRows(ctx: Context, id: string | null): Promise<EndpointRow[]> {
  return read<EndpointRow>(
    ctx,
    "webhooks.overview",
    `SELECT e.id, e.url, e.description, e.events, e.enabled, e."disabledReason", e."failureCount", e."createdAt", e."previousSecretEndsAt", week.counts, latest.attempt AS "lastAttempt",
            (SELECT count(*)::int FROM "Delivery" d WHERE d."endpointId" = e.id AND d.status = 'pending') AS waiting
       FROM "WebhookEndpoint" e
      CROSS JOIN LATERAL (
        SELECT coalesce(jsonb_agg(to_jsonb(day)), '[]') AS counts FROM (
          SELECT (d."createdAt" AT TIME ZONE 'UTC')::date::text AS date,
                 count(*) FILTER (WHERE d.status = 'delivered') AS delivered, count(*) FILTER (WHERE d.status = 'failed') AS failed
            FROM "Delivery" d WHERE d."endpointId" = e.id AND d."createdAt" >= $3::timestamptz GROUP BY 1) day) week
       LEFT JOIN LATERAL (
        SELECT recent."attemptLog" -> -1 AS attempt FROM (
          SELECT d."attemptLog" FROM "Delivery" d WHERE d."endpointId" = e.id ORDER BY d."createdAt" DESC, d.id DESC LIMIT ${RECENT_DELIVERIES}) recent
         WHERE recent."attemptLog" <> '[]' ORDER BY recent."attemptLog" -> -1 ->> 'at' DESC LIMIT 1) latest ON true
      WHERE e."userId" = $1 AND ($2::text IS NULL OR e.id = $2)
      ORDER BY e."createdAt" DESC, e.id DESC`,
    [ctx.actor.id, id, daysUpTo(ctx.now)[0]],
  );
}

function present(ctx: Context, { counts, createdAt, previousSecretEndsAt, ...row }: EndpointRow): EndpointOverview {
  const oldSecretSigns = previousSecretEndsAt !== null && previousSecretEndsAt > ctx.now;
  return {
    ...row,
    createdAt: createdAt.toISOString(),
    oldSecretEndsAt: oldSecretSigns ? previousSecretEndsAt.toISOString() : null,
    days: daysUpTo(ctx.now).map((date) => counts.find((day) => day.date === date) ?? { date, delivered: 0, failed: 0 }),
  };
}

const DAY_MS = 86_400_000;

/** The dates of the last days, the oldest first. */
function daysUpTo(now: Date): string[] {
  return Array.from({ length: OVERVIEW_DAYS }, (_, index) =>
    new Date(now.getTime() - (OVERVIEW_DAYS - 1 - index) * DAY_MS).toISOString().slice(0, 10),
  );
}
