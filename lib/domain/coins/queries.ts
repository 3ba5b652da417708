import { type Context, read } from "@/lib/domain/context";
import { type Page, type PageRequest, paginate } from "@/lib/domain/page";
import { entryColumns, entryDrop, type EntryRow, presentEntry, presentFairness } from "./present";
import { HISTORY_FILTERS, STARTING_COINS } from "./rules";
import type { CoinBalance, Fairness, HistoryQuery, LedgerEntry, SettledBet } from "./schema";
import { liveSeed } from "./seeds";

/** Creates nothing: whoever has no record has the defaults (4.10, rule 1). */
export async function getBalance(ctx: Context): Promise<CoinBalance> {
  const [profile] = await read<CoinBalance>(
    ctx,
    "coins.balance",
    `SELECT coins::float8 AS coins, "hasProfilePet" FROM "Profile" WHERE "userId" = $1`,
    [ctx.actor.id],
  );
  return profile ?? { coins: STARTING_COINS, hasProfilePet: false };
}

/** What the next drop is promised on. Committing to it is all that this writes. */
export async function getFairness(ctx: Context): Promise<Fairness> {
  return presentFairness(await liveSeed(ctx));
}

/** Every change of the caller's balance, newest first. */
export function listHistory(
  ctx: Context,
  { show, ...request }: PageRequest & HistoryQuery,
): Promise<Page<LedgerEntry>> {
  return paginate<EntryRow, LedgerEntry>(request, {
    list: ["coins", ctx.actor.id, show ?? ""],
    rows: (after, take) =>
      show
        ? read(ctx, "coins.history.kinds", OF_KINDS, [ctx.actor.id, after.at, after.id, take, HISTORY_FILTERS[show]])
        : read(ctx, "coins.history", OF_ALL, [ctx.actor.id, after.at, after.id, take]),
    position: ({ createdAt, id }) => ({ at: createdAt, id }),
    present: presentEntry,
  });
}

/** Our choice: as many as the board shows beside it. */
const RECENT_DROPS = 10;

/** The caller's last drops, newest first. */
export async function listRecentDrops(ctx: Context): Promise<SettledBet[]> {
  const { data } = await listHistory(ctx, { limit: RECENT_DROPS, show: "drops" });
  return data.flatMap(({ bet }) => (bet ? [bet] : []));
}

/** One of the caller's own entries. */
export async function findEntry(ctx: Context, id: string): Promise<LedgerEntry | null> {
  const [row] = await read<EntryRow>(
    ctx,
    "coins.entry",
    `SELECT ${entryColumns} FROM "LedgerEntry" e ${entryDrop} WHERE e.id = $2 AND e."userId" = $1`,
    [ctx.actor.id, id],
  );
  return row ? presentEntry(row) : null;
}

const SLICE = `SELECT * FROM "LedgerEntry" e WHERE e."userId" = $1 AND (e."createdAt", e.id) < ($2::timestamptz, $3)`;
const NEWEST = `ORDER BY e."createdAt" DESC, e.id DESC LIMIT $4`;
const OF_ALL = `SELECT ${entryColumns} FROM (${SLICE} ${NEWEST}) e ${entryDrop} ${NEWEST}`;
/** A slice a type, each by its index: the few purchases are found at once among a million drops. */
const OF_KINDS = `SELECT ${entryColumns} FROM unnest($5::"LedgerType"[]) AS kind
  CROSS JOIN LATERAL (${SLICE} AND e.type = kind ${NEWEST}) e ${entryDrop} ${NEWEST}`;
