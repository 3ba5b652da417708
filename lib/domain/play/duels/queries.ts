import { type Context, read, type VisitorContext } from "@/lib/domain/kernel/context";
import { notFound } from "@/lib/domain/kernel/errors";
import { unknownGame } from "@/lib/domain/play/leaderboards/queries";
import { personColumns, type PersonColumns, presentPersonColumns } from "@/lib/domain/accounts/users/present";
import { visiblePerson, visibleProfile } from "@/lib/domain/kernel/visibility";
import { joined, literal, sql } from "@/lib/infra/database/sql";
import type { DuelSide } from "@/lib/infra/prisma/client";
import { closeDueDuels } from "./due";
import { roleIn } from "./locked";
import { presentPicks, presentSummary, SUMMARY_COLUMNS, SUMMARY_JOINS, type SummaryRow } from "./present";
import { isProvisional } from "./rating";
import {
  DUEL,
  FINISHED_SHOWN,
  isOpen,
  LEADERBOARD_ROWS,
  MAX_INCOMING,
  MAX_OUTGOING,
  ofBoth,
  RANKED_GAME_KEYS,
  RANKED_GAMES,
  tierOf,
} from "./rules";
import type { Duel, DuelSummary, OwnRating, RankedLeaderboard, RankedOverview, RankedPlayer } from "./schema";
import { playOut } from "./scoring";

/** Returns the ranked games and, for a signed-in viewer, their ratings and duels, newest first. */
export async function getRanked(ctx: VisitorContext): Promise<RankedOverview> {
  const games = RANKED_GAME_KEYS.map((key) => ({ key, name: RANKED_GAMES[key].name }));
  if (!isSignedIn(ctx)) return { games, ratings: [], incoming: [], outgoing: [], finished: [] };
  await closeDueDuels(ctx, { playerId: ctx.actor.id });
  const [ratings, incoming, outgoing, finished] = await Promise.all([
    listOwnRatings(ctx),
    listOpen(ctx, "opponentId", MAX_INCOMING),
    listOpen(ctx, "challengerId", MAX_OUTGOING),
    listFinished(ctx, ctx.actor.id),
  ]);
  return { games, ratings, incoming, outgoing, finished };
}

/** The condition under which both players of a duel `d` are visible. */
const visibleDuel = ({ actor }: VisitorContext) =>
  joined(
    [sql`d."challengerId"`, sql`d."opponentId"`].map((player) => visiblePerson(actor?.id ?? "", player)),
    " AND ",
  );

const isSignedIn = (ctx: VisitorContext): ctx is Context => ctx.actor !== null;

async function listOwnRatings(ctx: Context): Promise<OwnRating[]> {
  const rows = await read<Omit<OwnRating, "provisional" | "tier">>(ctx, "duels.ratings")`
    SELECT game, rating, deviation, wins, losses, draws FROM "PlayerRating" WHERE "userId" = ${ctx.actor.id}
    ORDER BY game`;
  return rows.map((row) => ({ ...row, provisional: isProvisional(row), tier: tierOf(row.rating) }));
}

async function listOpen(ctx: Context, column: "opponentId" | "challengerId", most: number): Promise<DuelSummary[]> {
  const rows = await read<SummaryRow>(ctx, `duels.open.${column}`)`
    SELECT ${SUMMARY_COLUMNS} FROM "Duel" d ${SUMMARY_JOINS}
    WHERE d.${literal(`"${column}"`)} = ${ctx.actor.id} AND d."closedAt" IS NULL AND ${visibleDuel(ctx)}
    ORDER BY d."createdAt" DESC, d.id DESC LIMIT ${literal(most)}`;
  return rows.map(presentSummary);
}

/** Reads one slice per role, each by its index. */
async function listFinished(ctx: VisitorContext, userId: string): Promise<DuelSummary[]> {
  const newest = sql`ORDER BY "closedAt" DESC, id DESC LIMIT ${literal(FINISHED_SHOWN)}`;
  const slice = (column: "challengerId" | "opponentId") =>
    sql`(SELECT * FROM "Duel" d WHERE ${literal(`"${column}"`)} = ${userId} AND result IS NOT NULL
      AND ${visibleDuel(ctx)} ${newest})`;
  const rows = await read<SummaryRow>(ctx, "duels.finished")`
    SELECT ${SUMMARY_COLUMNS}
    FROM (SELECT * FROM (${slice("challengerId")} UNION ALL ${slice("opponentId")}) both_roles ${newest}) d
     ${SUMMARY_JOINS} ORDER BY d."closedAt" DESC, d.id DESC`;
  return rows.map(presentSummary);
}

type DuelRow = SummaryRow & { serverSeed: string };

/** Returns a duel to its two players, or a finished one to anybody. */
export async function getDuel(ctx: VisitorContext, { id }: { id: string }): Promise<Duel> {
  await closeDueDuels(ctx, { id });
  const [row] = await read<DuelRow>(ctx, "duels.one")`
    SELECT ${SUMMARY_COLUMNS}, d."serverSeed" FROM "Duel" d ${SUMMARY_JOINS}
    WHERE d.id = ${id} AND ${visibleDuel(ctx)}`;
  if (!row) throw notFound();
  const summary = presentSummary(row);
  if (row.result !== null) return { ...summary, ...(await reveal(ctx, row)) };
  const role = roleIn(row, ctx.actor?.id ?? "");
  if (!role) throw notFound();
  const own = (await readPlays(ctx, row.id))[role];
  return { ...summary, ...(own && isOpen(row.status) && { clientSeed: own.clientSeed, picks: own.picks }) };
}

async function reveal(ctx: VisitorContext, { id, serverSeed }: DuelRow) {
  const plays = await readPlays(ctx, id);
  const { challenger, opponent } = plays;
  const played = challenger && opponent ? await playOut(serverSeed, { challenger, opponent }) : null;
  return { serverSeed, plays, balls: played?.balls ?? null };
}

type PlayRow = Pick<DuelSide, "role" | "bins" | "stakes" | "score"> & { clientSeed: string };

async function readPlays(ctx: VisitorContext, duelId: string) {
  const rows = await read<PlayRow>(ctx, "duels.plays")`
    SELECT role, "clientSeed", bins, stakes, score FROM "DuelSide"
    WHERE "duelId" = ${duelId} AND "playedAt" IS NOT NULL`;
  return ofBoth((role) => {
    const row = rows.find((play) => play.role === role);
    return row ? { clientSeed: row.clientSeed, picks: presentPicks(row), score: row.score } : null;
  });
}

type RankedRow = Omit<RankedPlayer, "rank" | "user"> & PersonColumns & { shown: boolean };

/** Lists the best players of a ranked game, in the order of its public leaderboard. */
export async function getRankedLeaderboard(
  ctx: VisitorContext,
  { game }: { game: string },
): Promise<RankedLeaderboard> {
  if (game !== DUEL) throw unknownGame("ranked games", RANKED_GAME_KEYS);
  const rows = await read<RankedRow>(ctx, "duels.leaderboard")`
    SELECT ${personColumns("u")}, p.rating, p.deviation, p.wins, p.losses, p.draws,
            ${visibleProfile(ctx.actor?.id ?? "")} AS shown
     FROM (SELECT * FROM "LeaderboardRecord" WHERE game = ${game} ORDER BY score DESC, "reachedAt", "userId"
         LIMIT ${literal(LEADERBOARD_ROWS)}) r
     JOIN "PlayerRating" p ON p.game = r.game AND p."userId" = r."userId" JOIN "User" u ON u.id = r."userId"
    ORDER BY r.score DESC, r."reachedAt", r."userId"`;
  const leaderboard = rows.map(({ rating, deviation, wins, losses, draws, shown, ...columns }, index) => ({
    shown,
    player: { rank: index + 1, user: presentPersonColumns(columns), rating, deviation, wins, losses, draws },
  }));
  return { game, leaderboard: leaderboard.filter(({ shown }) => shown).map(({ player }) => player) };
}
