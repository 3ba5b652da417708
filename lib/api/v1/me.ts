import { listBookmarks } from "@/lib/domain/engagement/queries";
import { listOwnFollowers, listOwnFollowing } from "@/lib/domain/graph/queries";
import { listNotifications } from "@/lib/domain/notifications/queries";
import { notification } from "@/lib/domain/notifications/schema";
import { bookmarkedPost } from "@/lib/domain/posts/schema";
import { getOwnAccount } from "@/lib/domain/users/profile";
import { ownAccount, person } from "@/lib/domain/users/schema";
import { apiOperation } from "@/lib/http/operation";

/** docs/contract.md#account */
export const me = {
  get: apiOperation("GET /api/v1/me", {
    scope: "read:profile",
    summary: "Get your account",
    returns: ownAccount,
    run: getOwnAccount,
  }),
  listNotifications: apiOperation("GET /api/v1/me/notifications", {
    scope: "read:notifications",
    summary: "List your notifications",
    description: "Newest first.",
    paginated: true,
    returns: notification,
    run: listNotifications,
  }),
  listBookmarks: apiOperation("GET /api/v1/me/bookmarks", {
    scope: "read:bookmarks",
    summary: "List your bookmarks",
    description: "Bookmarked posts that you can still see, most recently bookmarked first.",
    paginated: true,
    returns: bookmarkedPost,
    volatile: ["views"],
    run: listBookmarks,
  }),
  listFollowing: apiOperation("GET /api/v1/me/following", {
    scope: "read:profile",
    summary: "List who you follow",
    description: "Most recent first.",
    paginated: true,
    returns: person,
    run: listOwnFollowing,
  }),
  listFollowers: apiOperation("GET /api/v1/me/followers", {
    scope: "read:profile",
    summary: "List your followers",
    description: "Most recent first.",
    paginated: true,
    returns: person,
    run: listOwnFollowers,
  }),
};
