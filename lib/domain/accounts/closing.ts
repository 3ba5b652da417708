import { takeDownOwnBuilds } from "@/lib/domain/builds/closing";
import { type Context, read } from "@/lib/domain/context";
import { DAY_MS } from "@/lib/domain/durations";
import { forfeitOwnDuels } from "@/lib/domain/duels/closing";
import { undoFollows } from "@/lib/domain/graph/closing";
import { deleteOwnTopic } from "@/lib/domain/live/closing";
import { deleteOwnLetters } from "@/lib/domain/mail/closing";
import { hideAvatar } from "@/lib/domain/media/closing";
import { releaseMedia } from "@/lib/domain/media/commands";
import { deleteOwnNotifications } from "@/lib/domain/notifications/closing";
import { deleteOwnPosts } from "@/lib/domain/posts/closing";
import { leaveAllRooms } from "@/lib/domain/rooms/closing";
import { anonymizeOwnUser } from "@/lib/domain/users/closing";
import { deleteOwnHiding } from "@/lib/domain/safety/closing";
import { HANDLE_RESERVATION_DAYS } from "@/lib/domain/users/rules";
import { sql } from "@/lib/infra/database/sql";
import { endAccess, ONCE_CLOSED, ONCE_GONE } from "./access";

type Steps = readonly ((tx: Context) => Promise<unknown>)[];

/**
 * Locks an account with all whose counts or duels its closing changes, in the order of their ids, so that two people
 * who follow or challenge each other can close their accounts at once. Comes before every other lock but the admins'.
 */
export async function lockForClosing(tx: Context, id: string): Promise<void> {
  await read(
    tx,
    "accounts.lockForClosing",
    sql`SELECT id FROM "User" WHERE id = ${id}
        OR id IN (SELECT "followeeId" FROM "Follow" WHERE "followerId" = ${id})
        OR id IN (SELECT "followerId" FROM "Follow" WHERE "followeeId" = ${id})
        OR id IN (SELECT "opponentId" FROM "Duel" WHERE "challengerId" = ${id} AND "closedAt" IS NULL)
        OR id IN (SELECT "challengerId" FROM "Duel" WHERE "opponentId" = ${id} AND "closedAt" IS NULL)
      ORDER BY id FOR NO KEY UPDATE`,
  );
}

/**
 * The steps of closing an account that is locked, one per module, in this order. They are not reactions to
 * `account.closed`, because these modules import `record`, which would make a circle.
 */
export const CLOSING: Steps = [
  undoFollows,
  forfeitOwnDuels,
  deleteOwnPosts,
  // The longest time for which a closed account is kept. Usually it expires earlier, with the rest.
  (tx) => hideAvatar(tx, new Date(tx.now.getTime() + HANDLE_RESERVATION_DAYS * DAY_MS)),
  takeDownOwnBuilds,
  leaveAllRooms,
  (tx) => endAccess(tx, ONCE_CLOSED),
  deleteOwnLetters,
  deleteOwnNotifications,
  deleteOwnTopic,
  anonymizeOwnUser,
];

/**
 * The steps that end a closed account for good. Second factors guard its reopening until then; blocks and mutes are
 * kept, so that closing and reopening does not undo them.
 */
export const FINISHING: Steps = [
  (tx) => endAccess(tx, ONCE_GONE),
  deleteOwnHiding,
  (tx) => releaseMedia(tx, { ownerId: tx.actor.id }),
];
