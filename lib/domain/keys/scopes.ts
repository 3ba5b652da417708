/** The scopes of the public API and what each allows (docs/contract.md#api-keys). */
export const SCOPES = {
  "read:posts": "Read your posts, and single posts that you can see",
  "write:posts": "Create, edit and delete your posts",
  "read:feed": "Read the feed and comments",
  "write:comments": "Comment as you, and edit and delete your comments",
  "write:likes": "Like and unlike as you",
  "write:bookmarks": "Bookmark as you",
  "read:users": "Read public profiles, posts, followers and followings",
  "write:follows": "Follow and unfollow as you",
  "read:profile": "Read your account, followers and followings",
  "read:notifications": "Read your notifications",
  "read:bookmarks": "Read your bookmarks",
  "read:builds": "Read the builds marketplace",
  "read:content": "Read the blog and the news",
  "read:leaderboards": "Read leaderboards",
  "write:media": "Upload images",
  "write:reports": "Report content and people as you",
  "manage:webhooks": "Manage your webhook endpoints and read their deliveries",
} as const;

export type Scope = keyof typeof SCOPES;
export const SCOPE_NAMES = Object.keys(SCOPES) as [Scope, ...Scope[]];
