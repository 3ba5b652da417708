import { sha256Hex, toHex } from "@/lib/domain/coins/plinko";
import { type Context, idFor, inTransaction } from "@/lib/domain/context";
import { conflict, type DomainError, forbidden, invalid, notFound } from "@/lib/domain/errors";
import { requireVisible } from "@/lib/domain/visibility";
import { announceChallenge, type Players, publishStatus } from "./announce";
import { closeDueDuels } from "./due";
import { lockDuel, type LockedDuel, lockPlayers, roleIn } from "./locked";
import { presentRatings } from "./present";
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
  sidesByRole,
} from "./rules";
import type { Challenge, ChallengeAction, Challenged, ChallengeState } from "./schema";
import { closeUnplayed, settle } from "./settlement";

const SERVER_SEED_BYTES = 32;

/**
 * Challenges somebody to a duel.
 * @throws DomainError `conflict` while a duel between the two is open, or when either has as many open challenges as
 * can be listed
 */
export function challengeUser(ctx: Context, { opponent: named }: Challenge): Promise<Challenged> {
  return inTransaction(ctx, async (tx) => {
    const opponentId = await findOpponent(tx, named);
    if (opponentId === tx.actor.id) throw invalid([{ param: "opponent", message: "You cannot challenge yourself" }]);
    const ids = { challengerId: tx.actor.id, opponentId };
    const pair = pairOf(tx.actor.id, opponentId);
    const players = await lockPlayers(tx, ids);
    await closeDueDuels(tx, { pair });
    await rejectClosed(tx, players);
    await requireVisible(tx, [opponentId]);
    const id = idFor(tx, "duel");
    const serverSeed = toHex(tx.random(SERVER_SEED_BYTES));
    const serverSeedHash = await sha256Hex(serverSeed);
    const expiresAt = new Date(tx.now.getTime() + ACCEPT_WITHIN_MS);
    const { count } = await tx.db.duel.createMany({
      data: { id, ...ids, pair, serverSeed, serverSeedHash, createdAt: tx.now, expiresAt },
      skipDuplicates: true,
    });
    if (count === 0) throw conflict(`There is an open duel between you and @${players.opponent.handle} already.`);
    await tx.db.duelSide.createMany({ data: ROLES.map((role) => ({ duelId: id, role })) });
    await rejectTooManyOpen(tx, players.opponent);
    await announceChallenge(tx, id, players);
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
      await tx.db.duel.update({
        where: { id },
        data: { status, expiresAt: new Date(tx.now.getTime() + PLAY_WITHIN_MS) },
        select: { id: true },
      });
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

/** Finds somebody who can be challenged, by id or handle. */
async function findOpponent(tx: Context, named: string): Promise<string> {
  const found = await tx.db.user.findMany({
    where: {
      OR: [{ id: named }, { handle: named.toLowerCase() }],
      role: { not: "SYSTEM" },
      suspendedAt: null,
      closedAt: null,
    },
    select: { id: true },
  });
  const user = found.find(({ id }) => id === named) ?? found[0];
  if (!user) throw notFound();
  return user.id;
}

/** Requires both accounts to be locked: one may have closed since it was found. */
async function rejectClosed(tx: Context, { challenger, opponent }: Players): Promise<void> {
  const closed = { id: { in: [challenger.id, opponent.id] }, closedAt: { not: null } };
  if ((await tx.db.user.count({ where: closed })) > 0) throw notFound();
}

/** Requires both accounts to be locked, so that concurrent challenges cannot exceed the limits. */
async function rejectTooManyOpen(tx: Context, opponent: { id: string; handle: string }): Promise<void> {
  const open = { closedAt: null, expiresAt: { gt: tx.now } };
  const [incoming, outgoing] = await Promise.all([
    tx.db.duel.count({ where: { opponentId: opponent.id, ...open } }),
    tx.db.duel.count({ where: { challengerId: tx.actor.id, ...open } }),
  ]);
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
  const { count } = await tx.db.duelSide.updateMany({
    where: { duelId: duel.id, role, playedAt: null },
    data: {
      clientSeed,
      bins: picks.map(({ bin }) => bin),
      stakes: picks.map(({ stake }) => stake),
      playedAt: tx.now,
    },
  });
  if (count === 0) throw conflict("You have played this duel already.");
}

async function readState(tx: Context, id: string): Promise<ChallengeState> {
  const { status, result, sides } = await tx.db.duel.findUniqueOrThrow({ where: { id }, include: { sides: true } });
  return { status, ...(result && { result, ratings: presentRatings(sidesByRole(sides)) }) };
}
