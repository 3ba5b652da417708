import { type Actor, read, type VisitorContext } from "@/lib/domain/kernel/context";
import { lockAccounts } from "@/lib/domain/kernel/locks";
import type { Duel, DuelSide } from "@/lib/infra/prisma/client";
import { type DuelRole, ofBoth, sidesByRole } from "./rules";

export type LockedDuel = Pick<Duel, "id" | `${DuelRole}Id` | "pair" | "status" | "serverSeed" | "expiresAt"> & {
  /** Without a client's seed until played. */
  sides: Record<DuelRole, Pick<DuelSide, "clientSeed" | "bins" | "stakes">>;
};

/** Locks a duel, after its players, like all who lock accounts and then their duels. Null if there is none. */
export async function lockDuel(tx: VisitorContext, id: string): Promise<LockedDuel | null> {
  const [players] = await read<Pick<Duel, `${DuelRole}Id`>>(tx, "duels.players")`
    SELECT "challengerId", "opponentId" FROM "Duel" WHERE id = ${id}`;
  if (!players) return null;
  const [, [row], sides] = await Promise.all([
    lockPlayers(tx, players),
    read<Omit<LockedDuel, "sides">>(tx, "duels.lock")`
      SELECT id, "challengerId", "opponentId", pair, status, "serverSeed", "expiresAt" FROM "Duel" WHERE id = ${id}
      FOR UPDATE`,
    read<Pick<DuelSide, "role" | "clientSeed" | "bins" | "stakes">>(tx, "duels.sides")`
      SELECT role, "clientSeed", bins, stakes FROM "DuelSide" WHERE "duelId" = ${id}`,
  ]);
  return row ? { ...row, sides: sidesByRole(sides) } : null;
}

export async function lockPlayers(
  tx: VisitorContext,
  duel: Record<`${DuelRole}Id`, string>,
): Promise<Record<DuelRole, Actor>> {
  const rows = await lockAccounts(tx, [duel.challengerId, duel.opponentId]);
  return ofBoth((role) => rows.find((row) => row.id === duel[`${role}Id`])!);
}

export function roleIn(duel: Record<`${DuelRole}Id`, string>, userId: string): DuelRole | null {
  if (duel.challengerId === userId) return "challenger";
  return duel.opponentId === userId ? "opponent" : null;
}
