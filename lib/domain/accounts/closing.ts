import { takeDownOwnBuilds } from "@/lib/domain/builds/closing";
import type { Context } from "@/lib/domain/context";
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
import { endAccess, ONCE_CLOSED, ONCE_GONE } from "./access";

type Steps = readonly ((tx: Context) => Promise<unknown>)[];

/**
 * The steps of closing an account, one per module, in this order: follows and duels come first because they lock other
 * accounts. They are not reactions to `account.closed`, because these modules import `record`, which would make a
 * circle.
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
