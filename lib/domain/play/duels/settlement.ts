import { type Context, type VisitorContext, write } from "@/lib/domain/kernel/context";
import { retract } from "@/lib/domain/consequences/notifications/commands";
import { recordFinish } from "./events";
import { type LockedDuel, lockPlayers } from "./locked";
import { presentPicks } from "./present";
import { type DuelResult, type DuelRole, type DuelStatus, ROLES } from "./rules";
import { playOut, resultOf } from "./scoring";
import { rateDuel } from "./player-rating";

/**
 * Settles a locked duel that at least one player has played: result, ratings, notifications and events, all in the
 * caller's transaction. A player who has not played loses. `settledBy` is the player whose play settled it, or null if
 * the deadline did.
 */
export async function settle(tx: VisitorContext, duel: LockedDuel, settledBy: string | null): Promise<void> {
  const scores = await scoresOf(duel);
  const result = scores ? resultOf(scores) : playedAlone(duel);
  const players = await lockPlayers(tx, duel);
  const { at, changes } = await rateDuel(tx, duel, result);
  const rated = changes !== null;
  await Promise.all([
    write(tx, "duels.finish")`
      UPDATE "Duel" SET status = 'finished', result = ${result}::"DuelResult", rated = ${rated}, "closedAt" = ${at}
      WHERE id = ${duel.id}`,
    ...ROLES.map((role) => {
      const { before, after } = changes?.[role] ?? {};
      return write(tx, "duels.finishSide")`
        UPDATE "DuelSide" SET score = ${scores?.[role]}, "ratingBefore" = ${before?.rating},
                              "ratingAfter" = ${after?.rating}, "deviationAfter" = ${after?.deviation}
        WHERE "duelId" = ${duel.id} AND role = ${role}::"DuelRole"`;
    }),
  ]);
  await recordFinish(tx, { duelId: duel.id, players, result, scores, rated, settledBy });
}

/** Ends a locked duel without a result, after which the two may challenge each other again. */
export async function closeUnplayed(tx: Context, duel: LockedDuel, status: DuelStatus): Promise<void> {
  await write(tx, "duels.close")`
    UPDATE "Duel" SET status = ${status}::"DuelStatus", "closedAt" = ${tx.now} WHERE id = ${duel.id}`;
  if (status === "cancelled") await retract(tx, "DUEL_CHALLENGED", duel.id, duel.challengerId);
}

/** Computes both players' scores; null if only one of the two has played. */
export async function scoresOf({
  serverSeed,
  sides: { challenger, opponent },
}: Pick<LockedDuel, "serverSeed" | "sides">): Promise<Record<DuelRole, number> | null> {
  if (challenger.clientSeed === null || opponent.clientSeed === null) return null;
  const { scores } = await playOut(serverSeed, {
    challenger: { clientSeed: challenger.clientSeed, picks: presentPicks(challenger) },
    opponent: { clientSeed: opponent.clientSeed, picks: presentPicks(opponent) },
  });
  return scores;
}

function playedAlone({ sides }: LockedDuel): DuelResult {
  return sides.challenger.clientSeed === null ? "opponent" : "challenger";
}
