import { type Context, read, type VisitorContext } from "@/lib/domain/kernel/context";
import { notFound } from "@/lib/domain/kernel/errors";
import { type After, paginate } from "@/lib/domain/kernel/page/keyset";
import type { Page, PageRequest } from "@/lib/domain/kernel/page/schema";
import { type PersonColumns, personColumns, presentPersonColumns } from "@/lib/domain/accounts/users/present";
import type { Person } from "@/lib/domain/accounts/users/schema";
import { requireVisible } from "@/lib/domain/kernel/visibility";
import { entryColumns, entryDrop, type EntryRow, presentEntry } from "./present";
import { HISTORY_FILTERS, type LedgerType, STARTING_COINS } from "./rules";
import type { CoinBalance, Fairness, HistoryQuery, LedgerEntry, SettledBet } from "./schema";
import { findOrCommitSeed, presentFairness } from "./seeds";
import { sql } from "@/lib/infra/database/sql";

/**
 * Returns the actor's balance. Creates nothing: an account without a record has the defaults
 * (docs/contract.md#coins-plinko-and-the-shop).
 */
export async function getBalance(ctx: Context): Promise<CoinBalance> {
  const [profile] = await read<CoinBalance>(ctx, "coins.balance")`
    SELECT coins::float8 AS coins, "hasProfilePet" FROM "Profile" WHERE "userId" = ${ctx.actor.id}`;
  return profile ?? { coins: STARTING_COINS, hasProfilePet: false };
}

/** Commits to new seeds if there are none. */
export async function getFairness(ctx: Context): Promise<Fairness> {
  return presentFairness(await findOrCommitSeed(ctx));
}

export function listHistory(
  ctx: Context,
  { show, ...request }: PageRequest & HistoryQuery,
): Promise<Page<LedgerEntry>> {
  return paginate<EntryRow, LedgerEntry>(request, {
    list: ["coins", ctx.actor.id, show ?? ""],
    rows: (after, take) =>
      show
        ? read<EntryRow>(ctx, "coins.history.kinds")`${ofKinds(ctx, HISTORY_FILTERS[show], after, take)}`
        : read<EntryRow>(ctx, "coins.history")`${ofAll(ctx, after, take)}`,
    position: ({ createdAt, id }) => ({ at: createdAt, id }),
    present: presentEntry,
  });
}

/** As many drops as are listed beside the board. */
const RECENT_DROPS = 10;

export async function listRecentDrops(ctx: Context): Promise<SettledBet[]> {
  const { data } = await listHistory(ctx, { limit: RECENT_DROPS, show: "drops" });
  return data.flatMap(({ bet }) => (bet ? [bet] : []));
}

export async function findEntry(ctx: Context, id: string): Promise<LedgerEntry | null> {
  const [row] = await read<EntryRow>(ctx, "coins.entry")`
    SELECT ${entryColumns} FROM "LedgerEntry" e ${entryDrop} WHERE e.id = ${id} AND e."userId" = ${ctx.actor.id}`;
  return row ? presentEntry(row) : null;
}

interface DropFacts extends Fairness {
  bin: number;
  landedBin: number;
  amount: number;
  /** Null while the seed is still in use. */
  serverSeed: string | null;
}

export interface ShownDrop extends DropFacts {
  player: Person;
  createdAt: string;
}

/** Returns a drop, to anybody who has its id and may see its player. @throws DomainError `not_found` */
export async function getShownDrop(ctx: VisitorContext, { id }: { id: string }): Promise<ShownDrop> {
  const [drop] = await read<DropFacts & PersonColumns & { createdAt: Date }>(ctx, "coins.shownDrop")`
    SELECT ${personColumns("u")}, d.bin, d."landedBin", d.amount, d.nonce, d."createdAt", s."serverSeedHash",
           s."clientSeed", CASE WHEN s."revealedAt" IS NOT NULL THEN s."serverSeed" END AS "serverSeed"
      FROM "Drop" d JOIN "User" u ON u.id = d."userId" JOIN "PlinkoSeed" s ON s.id = d."seedId" WHERE d.id = ${id}`;
  if (!drop) throw notFound();
  if (ctx.actor) await requireVisible({ ...ctx, actor: ctx.actor }, [drop.personId]);
  const { bin, landedBin, amount, serverSeedHash, clientSeed, nonce, serverSeed } = drop;
  const facts = { bin, landedBin, amount, serverSeedHash, clientSeed, nonce, serverSeed };
  return { ...facts, player: presentPersonColumns(drop), createdAt: drop.createdAt.toISOString() };
}

const slice = ({ actor }: Context, after: After) =>
  sql`SELECT * FROM "LedgerEntry" e
    WHERE e."userId" = ${actor.id} AND (e."createdAt", e.id) < (${after.at}::timestamptz, ${after.id})`;
const newest = (take: number) => sql`ORDER BY e."createdAt" DESC, e.id DESC LIMIT ${take}`;

const ofAll = (ctx: Context, after: After, take: number) =>
  sql`SELECT ${entryColumns} FROM (${slice(ctx, after)} ${newest(take)}) e ${entryDrop} ${newest(take)}`;

/** Reads one slice per type, each by its index, so that a few purchases among a million drops are found quickly. */
const ofKinds = (ctx: Context, kinds: readonly LedgerType[], after: After, take: number) =>
  sql`SELECT ${entryColumns} FROM unnest(${kinds}::"LedgerType"[]) AS kind
  CROSS JOIN LATERAL (${slice(ctx, after)} AND e.type = kind ${newest(take)}) e ${entryDrop} ${newest(take)}`;
