import { type Context, read } from "@/lib/domain/context";
import { DAY_MS } from "@/lib/domain/durations";
import { notFound } from "@/lib/domain/errors";
import type { AttemptEntry } from "@/lib/domain/webhooks/delivery/outcome";
import { literal, sql } from "@/lib/infra/database/sql";
import { OVERVIEW_DAYS, RECENT_DELIVERIES } from "./rules";

/** The outcomes of the deliveries created on one day (UTC). Pending ones are not counted yet. */
export interface Day {
  /** `2026-11-21` */
  date: string;
  delivered: number;
  failed: number;
}

/** An endpoint as its owner sees it in the app. */
export interface EndpointOverview {
  id: string;
  url: string;
  description: string;
  events: string[];
  enabled: boolean;
  /** Null if the owner disabled it. */
  disabledReason: string | null;
  failureCount: number;
  createdAt: string;
  /** When the previous secret stops signing, while it still does. */
  oldSecretEndsAt: string | null;
  /** The last `OVERVIEW_DAYS` days, oldest first, today last. */
  days: Day[];
  /** Pending deliveries. */
  waiting: number;
  /** The latest attempt among the newest deliveries. */
  lastAttempt: AttemptEntry | null;
}

interface EndpointRow extends Omit<EndpointOverview, "createdAt" | "oldSecretEndsAt" | "days"> {
  createdAt: Date;
  previousSecretEndsAt: Date | null;
  counts: Day[];
}

/** Lists the caller's endpoints with their overviews, newest first. */
export async function listEndpointOverviews(ctx: Context): Promise<EndpointOverview[]> {
  return (await readOverviews(ctx, null)).map((row) => presentOverview(ctx, row));
}

/**
 * Returns the overview of one of the caller's endpoints.
 * @throws `not_found`
 */
export async function getEndpointOverview(ctx: Context, { id }: { id: string }): Promise<EndpointOverview> {
  const [row] = await readOverviews(ctx, id);
  if (!row) throw notFound();
  return presentOverview(ctx, row);
}

/** Reads one endpoint, or all of the caller's if `id` is null. */
function readOverviews(ctx: Context, id: string | null): Promise<EndpointRow[]> {
  return read<EndpointRow>(
    ctx,
    "webhooks.overview",
    sql`SELECT e.id, e.url, e.description, e.events, e.enabled, e."disabledReason", e."failureCount", e."createdAt", e."previousSecretEndsAt", week.counts, latest.attempt AS "lastAttempt",
            (SELECT count(*)::int FROM "Delivery" d WHERE d."endpointId" = e.id AND d.status = 'pending') AS waiting
       FROM "WebhookEndpoint" e
      CROSS JOIN LATERAL (
        SELECT coalesce(jsonb_agg(to_jsonb(day)), '[]') AS counts FROM (
          SELECT (d."createdAt" AT TIME ZONE 'UTC')::date::text AS date,
                 count(*) FILTER (WHERE d.status = 'delivered') AS delivered, count(*) FILTER (WHERE d.status = 'failed') AS failed
            FROM "Delivery" d WHERE d."endpointId" = e.id AND d."createdAt" >= ${daysUpTo(ctx.now)[0]}::timestamptz
            GROUP BY 1) day) week
       LEFT JOIN LATERAL (
        SELECT recent."attemptLog" -> -1 AS attempt FROM (
          SELECT d."attemptLog" FROM "Delivery" d WHERE d."endpointId" = e.id ORDER BY d."createdAt" DESC, d.id DESC
            LIMIT ${literal(RECENT_DELIVERIES)}) recent
         WHERE recent."attemptLog" <> '[]' ORDER BY recent."attemptLog" -> -1 ->> 'at' DESC LIMIT 1) latest ON true
      WHERE e."userId" = ${ctx.actor.id} AND (${id}::text IS NULL OR e.id = ${id})
      ORDER BY e."createdAt" DESC, e.id DESC`,
  );
}

function presentOverview(
  ctx: Context,
  { counts, createdAt, previousSecretEndsAt, ...row }: EndpointRow,
): EndpointOverview {
  const oldSecretSigns = previousSecretEndsAt !== null && previousSecretEndsAt > ctx.now;
  return {
    ...row,
    createdAt: createdAt.toISOString(),
    oldSecretEndsAt: oldSecretSigns ? previousSecretEndsAt.toISOString() : null,
    days: daysUpTo(ctx.now).map((date) => counts.find((day) => day.date === date) ?? { date, delivered: 0, failed: 0 }),
  };
}

/** Returns the dates of the last `OVERVIEW_DAYS` days up to `now`, oldest first. */
function daysUpTo(now: Date): string[] {
  return Array.from({ length: OVERVIEW_DAYS }, (_, index) =>
    new Date(now.getTime() - (OVERVIEW_DAYS - 1 - index) * DAY_MS).toISOString().slice(0, 10),
  );
}
