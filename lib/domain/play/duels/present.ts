import { type PersonColumns, presentPersonColumns } from "@/lib/domain/accounts/users/present";
import { literal, sql, type Sql } from "@/lib/infra/database/sql";
import type { Duel, DuelSide } from "@/lib/infra/prisma/client";
import { DUEL, type DuelRole, ofBoth } from "./rules";
import { isProvisional } from "./rating";
import type { DuelSummary } from "./schema";
import type { Pick as Bet } from "./scoring";

/** None of these columns reveals a pick. */
export const SUMMARY_COLUMNS = sql`d.id, d.status, d."challengerId", d."opponentId", d."serverSeedHash", d."createdAt", d."expiresAt", d."closedAt",
  d.result, d.rated, ${sideColumns("challenger", "c", "cs")}, ${sideColumns("opponent", "o", "os")}`;

export const SUMMARY_JOINS = sql`JOIN "User" c ON c.id = d."challengerId" JOIN "User" o ON o.id = d."opponentId"
  JOIN "DuelSide" cs ON cs."duelId" = d.id AND cs.role = 'challenger'
  JOIN "DuelSide" os ON os."duelId" = d.id AND os.role = 'opponent'`;

/** Columns of a player and their side, under names that begin with the role. */
function sideColumns(role: DuelRole, player: string, side: string): Sql {
  const columns = {
    personId: `${player}.id`,
    personName: `${player}.name`,
    personHandle: `${player}.handle`,
    personImage: `${player}.image`,
    played: `${side}."playedAt" IS NOT NULL`,
    ratingBefore: `${side}."ratingBefore"`,
    ratingAfter: `${side}."ratingAfter"`,
    deviationAfter: `${side}."deviationAfter"`,
  } satisfies Record<keyof SideColumns, string>;
  return literal(
    Object.entries(columns)
      .map(([name, column]) => `${column} AS "${role}:${name}"`)
      .join(", "),
  );
}

type RatedSide = Pick<DuelSide, "ratingBefore" | "ratingAfter" | "deviationAfter">;
type SideColumns = PersonColumns & RatedSide & { played: boolean };

type OfRole<R extends DuelRole> = { [Column in keyof SideColumns as `${R}:${Column}`]: SideColumns[Column] };

export type SummaryRow = Omit<Duel, "pair" | "serverSeed"> & OfRole<"challenger"> & OfRole<"opponent">;

export function presentSummary(row: SummaryRow): DuelSummary {
  const sides = ofBoth((role) => sideOf(row, role));
  return {
    id: row.id,
    game: DUEL,
    status: row.status,
    ...ofBoth((role) => presentPersonColumns(sides[role])),
    serverSeedHash: row.serverSeedHash,
    createdAt: row.createdAt.toISOString(),
    expiresAt: row.expiresAt.toISOString(),
    played: ofBoth((role) => sides[role].played),
    ...(row.result !== null && {
      result: row.result,
      rated: row.rated,
      finishedAt: row.closedAt?.toISOString(),
      ratings: presentRatings(sides),
    }),
  };
}

function presentRatings(sides: Record<DuelRole, RatedSide>) {
  const { challenger, opponent } = ofBoth((role) => presentChange(sides[role]));
  return challenger && opponent ? { challenger, opponent } : null;
}

function presentChange({ ratingBefore: before, ratingAfter: after, deviationAfter: deviation }: RatedSide) {
  if (before === null || after === null || deviation === null) return null;
  return { before, after, provisional: isProvisional({ deviation }) };
}

function sideOf(row: SummaryRow, role: DuelRole): SideColumns {
  const own = Object.entries(row).filter(([column]) => column.startsWith(`${role}:`));
  return Object.fromEntries(
    own.map(([column, value]) => [column.slice(role.length + 1), value]),
  ) as unknown as SideColumns;
}

export function presentPicks({ bins, stakes }: { bins: readonly number[]; stakes: readonly number[] }): Bet[] {
  return bins.map((bin, ball) => ({ bin, stake: stakes[ball] ?? 0 }));
}
