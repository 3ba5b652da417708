import { listBookmarks } from "@/lib/domain/writing/engagement/queries";
import { listOwnFollowers, listOwnFollowing } from "@/lib/domain/people/graph/queries";
import { listFollowedTags } from "@/lib/domain/writing/tags/queries";
import { listedTag } from "@/lib/domain/writing/tags/schema";
import { countUnread, markRead, readNotifications, unreadCount } from "@/lib/domain/consequences/notifications/unread";
import { listNotificationsIncluding } from "@/lib/domain/consequences/inclusion/queries";
import { INCLUDED_SCOPES } from "@/lib/domain/consequences/inclusion/rules";
import { listedNotification, notificationsQuery } from "@/lib/domain/consequences/inclusion/schema";
import { bookmarkedPost } from "@/lib/domain/writing/posts/schema";
import { MAX_IMAGE_BYTES } from "@/lib/domain/writing/media/rules";
import { prepareAvatar, removeAvatar, setAvatar } from "@/lib/domain/accounts/users/avatar";
import { changeAccount, getOwnAccount } from "@/lib/domain/accounts/users/profile";
import { ownAccount, ownAvatar, person, profileChange } from "@/lib/domain/accounts/users/schema";
import { apiOperation } from "@/lib/http/operation";

/** docs/contract.md#account */
export const me = {
  get: apiOperation("GET /api/v1/me", {
    scope: "read:profile",
    summary: "Get your account",
    returns: ownAccount,
    run: getOwnAccount,
  }),
  update: apiOperation("PATCH /api/v1/me", {
    writes: "profile",
    scope: "write:profile",
    summary: "Change your profile",
    description: "Fields that you leave out stay as they are. A handle that you give up is kept for you for a while.",
    body: profileChange,
    returns: ownAccount,
    example: { bio: "Builds small things out of brass and code." },
    errors: ["conflict"],
    run: changeAccount,
  }),
  setAvatar: apiOperation("PUT /api/v1/me/avatar", {
    writes: "profile",
    scope: "write:profile",
    summary: "Set your profile picture",
    description: "Takes what an image upload takes, and crops it to a square. Animations are not kept.",
    budget: "images",
    file: { field: "image", maxBytes: MAX_IMAGE_BYTES, description: "A PNG, JPEG, WebP or GIF file." },
    returns: ownAvatar,
    errors: ["conflict"],
    prepare: prepareAvatar,
    run: setAvatar,
  }),
  removeAvatar: apiOperation("DELETE /api/v1/me/avatar", {
    writes: "profile",
    scope: "write:profile",
    summary: "Restore your generated profile picture",
    returns: ownAvatar,
    run: removeAvatar,
  }),
  listNotifications: apiOperation("GET /api/v1/me/notifications", {
    scope: "read:notifications",
    summary: "List your notifications",
    description: "Newest first.",
    paginated: true,
    query: notificationsQuery,
    includes: INCLUDED_SCOPES,
    returns: listedNotification,
    volatile: ["views"],
    run: listNotificationsIncluding,
  }),
  countUnread: apiOperation("GET /api/v1/me/notifications/unread-count", {
    scope: "read:notifications",
    summary: "Count your unread notifications",
    returns: unreadCount,
    run: async (ctx) => ({ count: await countUnread(ctx) }),
  }),
  markRead: apiOperation("POST /api/v1/me/notifications/read", {
    writes: "notices",
    scope: "write:notifications",
    summary: "Mark notifications as read",
    description: "Some of them, by their ids, or all. Answers how many remain unread.",
    body: readNotifications,
    returns: unreadCount,
    example: { all: true },
    run: markRead,
  }),
  listBookmarks: apiOperation("GET /api/v1/me/bookmarks", {
    replica: true,
    scope: "read:bookmarks",
    summary: "List your bookmarks",
    description: "Bookmarked posts that you can still see, most recently bookmarked first.",
    paginated: true,
    returns: bookmarkedPost,
    volatile: ["views"],
    run: listBookmarks,
  }),
  listFollowing: apiOperation("GET /api/v1/me/following", {
    replica: true,
    scope: "read:profile",
    summary: "List who you follow",
    description: "Most recent first.",
    paginated: true,
    returns: person,
    run: listOwnFollowing,
  }),
  listTags: apiOperation("GET /api/v1/me/tags", {
    replica: true,
    scope: "read:tags",
    summary: "List the tags you follow",
    description: "Most recent first.",
    paginated: true,
    returns: listedTag,
    run: listFollowedTags,
  }),
  listFollowers: apiOperation("GET /api/v1/me/followers", {
    replica: true,
    scope: "read:profile",
    summary: "List your followers",
    description: "Most recent first.",
    paginated: true,
    returns: person,
    run: listOwnFollowers,
  }),
};
