import { type Actor, beforeCommit, type Context, type VisitorContext } from "@/lib/domain/kernel/context";
import { record } from "@/lib/domain/consequences/events/commands";
import { publishAll } from "@/lib/domain/consequences/live/events";
import { userTopic } from "@/lib/domain/consequences/live/topics";
import { type DuelResult, type DuelRole, type DuelStatus, ofBoth, OTHER_ROLE, ROLES } from "./rules";
import { formatPoints } from "./scoring";

export type Players = Record<DuelRole, Actor>;

export async function recordChallenge(tx: Context, duelId: string, players: Players): Promise<void> {
  const data = { duelId, ...presentPlayers(players) };
  const notification = { userIds: [players.opponent.id], preview: null, link: duelPath(duelId) };
  await record({ ...tx, actor: players.challenger }, "duel.challenged", data, {
    subjectId: duelId,
    notifications: [notification],
  });
  await record({ ...tx, actor: players.opponent }, "duel.challenged", data, { subjectId: duelId });
  await publishStatus(tx, [{ id: duelId, status: "pending", ...idsOf(players) }]);
}

interface Finish {
  duelId: string;
  players: Players;
  result: DuelResult;
  /** In points; null if one of the two did not play. */
  scores: Record<DuelRole, number> | null;
  rated: boolean;
  /** Its player sees the result anyway and is not notified. Null if the deadline settled it. */
  settledBy: string | null;
}

/** Records the end of a duel for both players, and notifies those who did not settle it themselves. */
export async function recordFinish(
  tx: VisitorContext,
  { duelId, players, result, scores, rated, settledBy }: Finish,
): Promise<void> {
  const data = { duelId, ...presentPlayers(players), result, rated };
  for (const role of ROLES) {
    const recipient = OTHER_ROLE[role];
    const isNotified = players[recipient].id !== settledBy;
    const notification = {
      userIds: [players[recipient].id],
      preview: outcomeFor(recipient, result, scores),
      link: duelPath(duelId),
    };
    const context = { subjectId: duelId, notifications: isNotified ? [notification] : [] };
    await record({ ...tx, actor: players[role] }, "duel.finished", data, context);
  }
  await publishStatus(tx, [{ id: duelId, status: "finished", ...idsOf(players) }]);
}

/** Publishes the new status of duels to their players' open pages. Reveals no picks. */
export async function publishStatus(
  tx: VisitorContext,
  duels: { id: string; status: DuelStatus; challengerId: string; opponentId: string }[],
): Promise<void> {
  await beforeCommit(
    tx,
    publishAll,
    duels.flatMap(({ id, status, challengerId, opponentId }) =>
      [challengerId, opponentId].map((userId) => ({
        topic: userTopic(userId),
        event: "challenge" as const,
        data: { id, status },
      })),
    ),
  );
}

const duelPath = (id: string): string => `/ranked/${id}`;

function outcomeFor(role: DuelRole, result: DuelResult, scores: Finish["scores"]): string {
  const other = OTHER_ROLE[role];
  if (!scores) return result === role ? "You won: they did not play in time." : "You lost: you did not play in time.";
  const figures = `${formatPoints(scores[role])} to ${formatPoints(scores[other])} chips`;
  if (result === "draw") return `A draw, ${figures}.`;
  return result === role ? `You won, ${figures}.` : `You lost, ${figures}.`;
}

const idsOf = ({ challenger, opponent }: Players) => ({ challengerId: challenger.id, opponentId: opponent.id });

const presentPlayers = (players: Players) =>
  ofBoth((role) => ({ userId: players[role].id, handle: players[role].handle }));
