import { type Context, read } from "@/lib/domain/kernel/context";
import { errorPageOf } from "@/lib/domain/kernel/error-page";
import { daysBefore } from "@/lib/domain/kernel/durations";
import { notFound } from "@/lib/domain/kernel/errors";
import { timeOfRequest } from "@/lib/domain/kernel/id";
import { inOrder } from "@/lib/domain/kernel/page/in-order";
import { type After, paginate } from "@/lib/domain/kernel/page/keyset";
import type { Page, PageRequest } from "@/lib/domain/kernel/page/schema";
import { joined, literal, type Sql, sql } from "@/lib/infra/database/sql";
import { EXAMINED_ROWS, MAX_COUNTED_GRANTS, MEASURED_ROWS, REQUEST_RETENTION_DAYS, SUMMARY_PERIODS } from "./rules";
import type {
  AppRequest,
  AppRequestFilter,
  AppRequestSummary,
  LoggedRequest,
  RequestFilter,
  RequestSummary,
} from "./schema";

interface RequestRow extends Omit<LoggedRequest, "createdAt"> {
  createdAt: Date;
}

type EdgeRow = Pick<RequestRow, "createdAt" | "id">;

const COLUMNS = sql`id, "createdAt", "keyId", operation, status, error, "durationMs", "requestBytes", "responseBytes", times`;

/** Filters have no index: a page examines a constant number of rows, and the next one continues after them. */
export function listRequests(ctx: Context, asked: RequestFilter & PageRequest): Promise<Page<LoggedRequest>> {
  return listOf(ctx, ctx.actor.id, asked);
}

/**
 * Returns a request by its id.
 * @throws DomainError `not_found`, also for a request that another one stands for
 */
export async function getRequest(ctx: Context, { id }: { id: string }): Promise<LoggedRequest> {
  const { data } = await listRequests(ctx, { id, limit: 1 });
  if (!data[0]) throw notFound();
  return data[0];
}

/**
 * Lists an app's requests like `listRequests`, without the accounts that they were for.
 * @throws DomainError `not_found`
 */
export async function listAppRequests(
  ctx: Context,
  { id, ...asked }: AppRequestFilter & PageRequest & { id: string },
): Promise<Page<AppRequest>> {
  await requireOwnApp(ctx, id);
  const { data, nextCursor } = await listOf(ctx, id, asked);
  return { data: data.map(({ keyId: _, ...request }) => request), nextCursor };
}

async function requireOwnApp(ctx: Context, id: string): Promise<void> {
  const [app] = await read<{ id: string }>(ctx, "apps.ownOne")`
    SELECT id FROM "App" WHERE id = ${id} AND "ownerId" = ${ctx.actor.id} AND "endedAt" IS NULL`;
  if (!app) throw notFound();
}

/** @param subject the account or app whose log is read */
function listOf(
  ctx: Context,
  subject: string,
  { limit, cursor, ...filter }: RequestFilter & PageRequest,
): Promise<Page<LoggedRequest>> {
  const { key, status, error, operation, id } = filter;
  const conditions = conditionsOf(filter);
  const at = id === undefined ? undefined : (timeOfRequest(id) ?? NEVER);
  const examined = (after: After, columns: Sql, rest: Sql) => sql`
    SELECT ${columns} ${newestOf(subject, oldestKept(ctx), { after, at })} ${rest}`;
  const name = Object.keys(conditions).join("");
  return paginate<RequestRow, LoggedRequest>(
    { limit, cursor },
    {
      list: ["requests", subject, key ?? "", status ?? "", error ?? "", operation ?? "", id ?? ""],
      rows: (after, take) =>
        name === ""
          ? read<RequestRow>(ctx, "requestLog.list")`${examined(after, COLUMNS, sql`LIMIT ${take}`)}`
          : inOrder(ctx, (tx) => {
              const newest = examined(after, COLUMNS, sql`LIMIT ${literal(EXAMINED_ROWS)}`);
              return read<RequestRow>(tx, `requestLog.list.${name}`)`
                SELECT * FROM (${newest}) examined WHERE ${joined(Object.values(conditions), " AND ")}
                ORDER BY "createdAt" DESC, id DESC LIMIT ${take}`;
            }),
      position,
      present: (row) => ({ ...row, createdAt: row.createdAt.toISOString() }),
      lastExamined:
        name === "" || at
          ? undefined
          : async (after) => {
              // The row after the examined ones shows that the list continues.
              const edge = examined(after, sql`"createdAt", id`, sql`OFFSET ${literal(EXAMINED_ROWS - 1)} LIMIT 2`);
              const [last, next] = await inOrder(ctx, (tx) => read<EdgeRow>(tx, "requestLog.edge")`${edge}`);
              return last && next && position(last);
            },
    },
  );
}

/** Older than any request. */
const NEVER = new Date(0);

const FIRST: After = { at: "infinity", id: "" };

/** @param at the only time of interest */
function newestOf(subject: string, since: Date, { after = FIRST, at }: { after?: After; at?: Date } = {}): Sql {
  return sql`FROM "ApiRequest"
    WHERE "userId" = ${subject} AND "createdAt" >= ${since}::timestamptz ${at ? sql`AND "createdAt" = ${at}` : sql``}
      AND ("createdAt", id) < (${after.at}::timestamptz, ${after.id})
    ORDER BY "createdAt" DESC, id DESC`;
}

const position = ({ createdAt, id }: Pick<RequestRow, "createdAt" | "id">) => ({ at: createdAt, id });

/** Returns the conditions of a filter, each under a letter for the name of the statement. */
function conditionsOf({ key, status, error, operation, id }: RequestFilter): Record<string, Sql> {
  const from = status === undefined || status === "errors" ? 400 : Number(status[0]) * 100;
  const to = status === "errors" ? 600 : from + 100;
  return {
    ...(key !== undefined && { k: sql`"keyId" = ${key}` }),
    ...(status !== undefined && { s: sql`status >= ${from} AND status < ${to}` }),
    ...(error !== undefined && { e: sql`error = ${error}` }),
    ...(operation !== undefined && { o: sql`operation = ${operation}` }),
    ...(id !== undefined && { i: sql`id = ${id}` }),
  };
}

/**
 * Counts an account's requests by hour or day, the current one included. Reads stored counts, and a constant number of
 * the newest rows for durations.
 */
export function summarizeRequests(
  ctx: Context,
  asked: { per: keyof typeof SUMMARY_PERIODS; key?: string },
): Promise<RequestSummary> {
  return summaryOf(ctx, ctx.actor.id, asked);
}

/** Counts accounts among `MAX_COUNTED_GRANTS` grants at most. @throws DomainError `not_found` */
export async function summarizeAppRequests(
  ctx: Context,
  { id, per }: { id: string; per: keyof typeof SUMMARY_PERIODS },
): Promise<AppRequestSummary> {
  await requireOwnApp(ctx, id);
  const [summary, [row]] = await Promise.all([
    summaryOf(ctx, id, { per }),
    read<{ accounts: number }>(ctx, "requestLog.accountsOfApp")`
      SELECT count(DISTINCT "userId")::int AS accounts
      FROM (SELECT "userId" FROM "AppGrant" WHERE "appId" = ${id} LIMIT ${literal(MAX_COUNTED_GRANTS)}) examined`,
  ]);
  return { ...summary, accounts: row?.accounts ?? 0 };
}

async function summaryOf(
  ctx: Context,
  subject: string,
  { per, key }: { per: keyof typeof SUMMARY_PERIODS; key?: string },
): Promise<RequestSummary> {
  const { buckets: count, ms } = SUMMARY_PERIODS[per];
  const current = Math.floor(ctx.now.getTime() / ms) * ms;
  const starts = Array.from({ length: count }, (_, n) => current - (count - 1 - n) * ms);
  const since = new Date(starts[0]!);
  const [counts, durations] = await Promise.all([
    readCounts(ctx, { subject, per, since, key }),
    readDurations(ctx, { subject, since, key }),
  ]);
  const buckets = new Map(starts.map((start) => [start, { requests: 0, errors: 0 }]));
  const codes = new Map<string, number>();
  for (const { startsAt, error, requests } of counts) {
    const bucket = buckets.get(startsAt.getTime());
    if (!bucket) continue;
    bucket.requests += requests;
    if (error === "") continue;
    bucket.errors += requests;
    codes.set(error, (codes.get(error) ?? 0) + requests);
  }
  const all = [...buckets.values()];
  return {
    per,
    requests: all.reduce((sum, { requests }) => sum + requests, 0),
    errors: all.reduce((sum, { errors }) => sum + errors, 0),
    buckets: Array.from(buckets, ([start, bucket]) => ({ startsAt: new Date(start).toISOString(), ...bucket })),
    errorCodes: Array.from(codes, ([code, requests]) => ({ code, requests, docUrl: errorPageOf(code) })).sort(
      (a, b) => b.requests - a.requests || (a.code < b.code ? -1 : 1),
    ),
    p50Ms: durations?.p50Ms ?? null,
    p95Ms: durations?.p95Ms ?? null,
  };
}

interface Period {
  subject: string;
  since: Date;
  key: string | undefined;
}

const ofKey = (key: string | undefined) => sql`(${key ?? null}::text IS NULL OR "keyId" = ${key ?? null})`;

function readCounts(ctx: Context, { subject, per, since, key }: Period & { per: "hour" | "day" }) {
  return read<{ startsAt: Date; error: string; requests: number }>(ctx, "requestLog.counts")`
    SELECT date_trunc(${per}, hour, 'UTC') AS "startsAt", error, sum(requests)::float8 AS requests
     FROM "ApiRequestCount"
    WHERE "userId" = ${subject} AND hour >= ${since}::timestamptz AND ${ofKey(key)}
    GROUP BY 1, 2`;
}

async function readDurations(ctx: Context, { subject, since, key }: Period) {
  const [row] = await inOrder(
    ctx,
    (tx) =>
      read<{ p50Ms: number | null; p95Ms: number | null }>(tx, "requestLog.durations")`
      SELECT (percentile_cont(0.5) WITHIN GROUP (ORDER BY "durationMs"))::real AS "p50Ms",
            (percentile_cont(0.95) WITHIN GROUP (ORDER BY "durationMs"))::real AS "p95Ms"
       FROM (SELECT "durationMs", "keyId" ${newestOf(subject, since)} LIMIT ${literal(MEASURED_ROWS)}) newest
      WHERE ${ofKey(key)}`,
  );
  return row;
}

const oldestKept = ({ now }: Context) => daysBefore(now, REQUEST_RETENTION_DAYS);
