import { takeDownOwnBuilds } from "@/lib/domain/builds/closing";
import type { Context } from "@/lib/domain/context";
import { forfeitOwnDuels } from "@/lib/domain/duels/closing";
import { deleteOwnFactors } from "@/lib/domain/factors/commands";
import { undoFollows } from "@/lib/domain/graph/closing";
import { deleteOwnGuilds } from "@/lib/domain/guilds/closing";
import { deleteOwnKeys } from "@/lib/domain/keys/closing";
import { deleteOwnTopic } from "@/lib/domain/live/closing";
import { deleteOwnLetters } from "@/lib/domain/mail/closing";
import { deleteOwnNotifications } from "@/lib/domain/notifications/closing";
import { deleteOwnPosts } from "@/lib/domain/posts/closing";
import { leaveAllRooms } from "@/lib/domain/rooms/closing";
import { anonymizeOwnUser, deleteOwnSignIns } from "@/lib/domain/users/closing";
import { deleteOwnHiding } from "@/lib/domain/safety/closing";
import { deleteOwnEndpoints } from "@/lib/domain/webhooks/closing";

/**
 * What closing an account causes, module by module, in this order: follows and duels come first because they lock other
 * accounts. Kept apart from events/reactions.ts, because those modules import `record` and this one imports them.
 */
export const ACCOUNT_CLOSED: readonly ((tx: Context) => Promise<void>)[] = [
  undoFollows,
  forfeitOwnDuels,
  deleteOwnPosts,
  takeDownOwnBuilds,
  leaveAllRooms,
  deleteOwnGuilds,
  deleteOwnKeys,
  deleteOwnEndpoints,
  deleteOwnSignIns,
  deleteOwnFactors,
  deleteOwnLetters,
  deleteOwnNotifications,
  deleteOwnTopic,
  deleteOwnHiding,
  anonymizeOwnUser,
];
