import { sha256Hex, toHex } from "@/lib/domain/play/coins/plinko";
import { type Context, idFor, inTransaction, read, write } from "@/lib/domain/kernel/context";
import { conflict, type DomainError, forbidden, invalid, notFound } from "@/lib/domain/kernel/errors";
import { requireVisible } from "@/lib/domain/kernel/visibility";
import { sql } from "@/lib/infra/database/sql";
import { recordChallenge, type Players, publishStatus } from "./events";
import { closeDueDuels } from "./due";
import { lockDuel, type LockedDuel, lockPlayers, roleIn } from "./locked";
import { presentSummary, SUMMARY_COLUMNS, SUMMARY_JOINS, type SummaryRow } from "./present";
import {
  ACCEPT_WITHIN_MS,
  type DuelRole,
  isOpen,
  MAX_INCOMING,
  MAX_OUTGOING,
  nextStatus,
  OTHER_ROLE,
  pairOf,
  PLAY_WITHIN_MS,
  ROLES,
} from "./rules";
import type { Challenge, ChallengeAction, Challenged, ChallengeState } from "./schema";
import { closeUnplayed, settle } from "./settlement";

const SERVER_SEED_BYTES = 32;

/**
 * Challenges somebody to a duel.
 * @throws DomainError `conflict` while a duel between the two is open, or when either has as many open challenges as
 *   can be listed
 */
export function challengeUser(ctx: Context, { opponent: named }: Challenge): Promise<Challenged> {
  return inTransaction(ctx, async (tx) => {
    const opponentId = await findOpponent(tx, named);
    if (opponentId === tx.actor.id) throw invalid([{ param: "opponent", message: "You cannot challenge yourself" }]);
    const pair = pairOf(tx.actor.id, opponentId);
    const players = await lockPlayers(tx, { challengerId: tx.actor.id, opponentId });
    await closeDueDuels(tx, { pair });
    await rejectClosed(tx, players);
    await requireVisible(tx, [opponentId]);
    const id = idFor(tx, "duel");
    const serverSeed = toHex(tx.random(SERVER_SEED_BYTES));
    const serverSeedHash = await sha256Hex(serverSeed);
    const expiresAt = new Date(tx.now.getTime() + ACCEPT_WITHIN_MS);
    const inserted = await write(tx, "duels.insert")`
      INSERT INTO "Duel" (id, "challengerId", "opponentId", pair, "serverSeed", "serverSeedHash", "createdAt", "expiresAt")
      VALUES (${id}, ${tx.actor.id}, ${opponentId}, ${pair}, ${serverSeed}, ${serverSeedHash}, ${tx.now}, ${expiresAt})
      ON CONFLICT DO NOTHING`;
    if (inserted === 0) throw conflict(`There is an open duel between you and @${players.opponent.handle} already.`);
    await write(tx, "duels.insertSides")`
      INSERT INTO "DuelSide" ("duelId", role) SELECT ${id}, unnest(${ROLES}::"DuelRole"[])`;
    await rejectTooManyOpen(tx, players.opponent);
    await recordChallenge(tx, id, players);
    return { id, serverSeedHash };
  });
}

/** Accepts, declines, cancels or plays a challenge. The second play settles the duel. */
export async function answerChallenge(
  ctx: Context,
  { id, ...answer }: ChallengeAction & { id: string },
): Promise<ChallengeState> {
  await closeDueDuels(ctx, { id });
  return inTransaction(ctx, async (tx) => {
    const duel = await lockDuel(tx, id);
    if (!duel) throw notFound();
    await requireVisible(tx, [duel.challengerId, duel.opponentId]);
    const role = roleIn(duel, tx.actor.id);
    if (!role) throw forbidden("This duel is between two other people.");
    const status = nextStatus(duel.status, role, answer.action);
    if (status === "forbidden")
      throw forbidden(`Only the ${role === "challenger" ? "challenged player" : "challenger"} can ${answer.action}.`);
    if (status === "conflict" || duel.expiresAt <= tx.now) throw wrongState(duel);
    if (answer.action === "play") await storePlay(tx, duel, role, answer);
    if (isOpen(status) && duel.status !== status)
      await write(tx, "duels.advance")`
        UPDATE "Duel" SET status = ${status}::"DuelStatus", "expiresAt" = ${new Date(tx.now.getTime() + PLAY_WITHIN_MS)}
        WHERE id = ${id}`;
    if (!isOpen(status)) await closeUnplayed(tx, duel, status);
    const other = duel.sides[OTHER_ROLE[role]];
    if (answer.action !== "play" || other.clientSeed === null) {
      await publishStatus(tx, [{ ...duel, status }]);
      return { status };
    }
    await settle(tx, (await lockDuel(tx, id))!, tx.actor.id);
    return readState(tx, id);
  });
}

/** Finds somebody who can be challenged, by id or handle; an id goes before the same handle. */
async function findOpponent(tx: Context, named: string): Promise<string> {
  const [user] = await read<{ id: string }>(tx, "duels.opponent")`
    SELECT id FROM "User"
    WHERE (id = ${named} OR handle = ${named.toLowerCase()})
      AND role <> 'SYSTEM' AND "suspendedAt" IS NULL AND "closedAt" IS NULL
    ORDER BY id = ${named} DESC LIMIT 1`;
  if (!user) throw notFound();
  return user.id;
}

/** Requires both accounts to be locked: one may have closed since it was found. */
async function rejectClosed(tx: Context, { challenger, opponent }: Players): Promise<void> {
  const closed = await read(tx, "duels.closedPlayers")`
    SELECT 1 FROM "User" WHERE id IN (${challenger.id}, ${opponent.id}) AND "closedAt" IS NOT NULL`;
  if (closed.length > 0) throw notFound();
}

/** Requires both accounts to be locked, so that concurrent challenges cannot exceed the limits. */
async function rejectTooManyOpen(tx: Context, opponent: { id: string; handle: string }): Promise<void> {
  const unexpired = sql`"closedAt" IS NULL AND "expiresAt" > ${tx.now}`;
  const [open] = await read<{ incoming: number; outgoing: number }>(tx, "duels.countOpen")`
    SELECT (SELECT count(*)::int FROM "Duel" WHERE "opponentId" = ${opponent.id} AND ${unexpired}) AS incoming,
           (SELECT count(*)::int FROM "Duel" WHERE "challengerId" = ${tx.actor.id} AND ${unexpired}) AS outgoing`;
  const { incoming, outgoing } = open!;
  if (incoming > MAX_INCOMING) throw conflict(`@${opponent.handle} has too many open challenges. Try again later.`);
  if (outgoing > MAX_OUTGOING) throw conflict("You have too many open challenges. Wait for an answer, or cancel one.");
}

function wrongState({ status, expiresAt }: LockedDuel): DomainError {
  if (isOpen(status)) return conflict(`The time for this ended at ${expiresAt.toISOString()}.`);
  return conflict(`This challenge is ${status} already.`);
}

async function storePlay(
  tx: Context,
  duel: LockedDuel,
  role: DuelRole,
  answer: Omit<ChallengeAction, "id">,
): Promise<void> {
  const { clientSeed, picks = [] } = answer;
  const played = await write(tx, "duels.play")`
    UPDATE "DuelSide" SET "clientSeed" = ${clientSeed}, bins = ${picks.map(({ bin }) => bin)},
                          stakes = ${picks.map(({ stake }) => stake)}, "playedAt" = ${tx.now}
    WHERE "duelId" = ${duel.id} AND role = ${role}::"DuelRole" AND "playedAt" IS NULL`;
  if (played === 0) throw conflict("You have played this duel already.");
}

async function readState(tx: Context, id: string): Promise<ChallengeState> {
  const [row] = await read<SummaryRow>(tx, "duels.state")`
    SELECT ${SUMMARY_COLUMNS} FROM "Duel" d ${SUMMARY_JOINS} WHERE d.id = ${id}`;
  const { status, result, ratings } = presentSummary(row!);
  return { status, result, ratings };
}
