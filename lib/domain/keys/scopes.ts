/** The scopes of the public API and what each allows (docs/contract.md#api-keys). */
export const SCOPES = {
  "read:posts": "Read your posts, and single posts that you can see",
  "write:posts": "Create, edit and delete your posts",
  "read:feed": "Read the feed and comments",
  "write:comments": "Comment as you, and edit and delete your comments",
  "write:likes": "Like and unlike as you",
  "write:bookmarks": "Bookmark as you",
  "write:reposts": "Repost as you",
  "read:users": "Read public profiles, posts, followers and followings",
  "write:follows": "Follow and unfollow as you",
  "read:profile": "Read your account, the log of its keys’ requests, followers and followings",
  "write:profile": "Change your profile and its picture",
  "read:notifications": "Read your notifications",
  "write:notifications": "Mark your notifications as read",
  "read:bookmarks": "Read your bookmarks",
  "read:builds": "Read the builds marketplace",
  "write:builds": "Publish, edit and take down your builds",
  "read:content": "Read the blog and the news",
  "write:content": "Write the blog and the news, if you are an editor",
  "read:leaderboards": "Read leaderboards",
  "read:quests": "Read your quests",
  "write:quests": "Claim the coins of your finished quests",
  "read:coins": "Read your balance, its history and the seeds of your drops",
  "read:rooms": "Read the public rooms, and the rooms you are in",
  "write:rooms": "Create, join and leave rooms, and write in them, as you",
  "read:duels": "Read your ratings and duels",
  "write:media": "Upload images",
  "write:reports": "Report content and people as you",
  "manage:webhooks": "Manage your webhook endpoints and read their deliveries",
} as const;

export type Scope = keyof typeof SCOPES;
export const SCOPE_NAMES = Object.keys(SCOPES) as [Scope, ...Scope[]];
