import { listBookmarks } from "@/lib/domain/engagement/queries";
import { listOwnFollowers, listOwnFollowing } from "@/lib/domain/graph/queries";
import { listNotifications } from "@/lib/domain/notifications/queries";
import { notification } from "@/lib/domain/notifications/schema";
import { bookmarkedPost } from "@/lib/domain/posts/schema";
import { getOwnAccount } from "@/lib/domain/users/queries";
import { ownAccount, person } from "@/lib/domain/users/schema";
import { endpoint } from "@/lib/http/endpoint";

/** 4.5 */
export const me = {
  get: endpoint("GET /api/v1/me", {
    scope: "read:profile",
    summary: "Get your account",
    returns: ownAccount,
    run: getOwnAccount,
  }),
  listNotifications: endpoint("GET /api/v1/me/notifications", {
    scope: "read:notifications",
    summary: "List your notifications",
    description: "What others did that concerns you, newest first.",
    paginated: true,
    returns: notification,
    run: listNotifications,
  }),
  listBookmarks: endpoint("GET /api/v1/me/bookmarks", {
    scope: "read:bookmarks",
    summary: "List your bookmarks",
    description: "The posts that you bookmarked and may still see, the latest bookmark first.",
    paginated: true,
    returns: bookmarkedPost,
    volatile: ["views"],
    run: listBookmarks,
  }),
  listFollowing: endpoint("GET /api/v1/me/following", {
    scope: "read:profile",
    summary: "List whom you follow",
    description: "The latest first.",
    paginated: true,
    returns: person,
    run: listOwnFollowing,
  }),
  listFollowers: endpoint("GET /api/v1/me/followers", {
    scope: "read:profile",
    summary: "List your followers",
    description: "The latest first.",
    paginated: true,
    returns: person,
    run: listOwnFollowers,
  }),
};
