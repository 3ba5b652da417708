import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { ScopeList } from "@/components/apps/scope-list";
import { SCOPE_NAMES, SCOPES, type Scope } from "@/lib/domain/accounts/keys/scopes";

const linesOf = (scopes: readonly Scope[]) =>
  Array.from(renderToStaticMarkup(<ScopeList scopes={scopes} />).matchAll(/<\/svg>([^<]+)<\/li>/g), ([, text]) => text);

test("the consent lists exactly the requested scopes, in plain language", () => {
  for (const scope of SCOPE_NAMES) expect(linesOf([scope])).toEqual([SCOPES[scope]]);
  expect(linesOf(SCOPE_NAMES)).toMatchInlineSnapshot(`
    [
      "Read your posts, and single posts that you can see",
      "Create, edit and delete your posts",
      "Pin one of your posts to your profile",
      "Read which posts quote a post",
      "Withdraw your posts from posts that quote them",
      "Read the feed and comments",
      "Comment as you, and edit and delete your comments",
      "Like and unlike as you",
      "Read who likes a post",
      "Bookmark as you",
      "Repost as you",
      "Read who reposted a post",
      "Mute the conversations of posts for you",
      "Read public profiles, posts, followers and followings",
      "Follow and unfollow as you",
      "Read tags, and which of them you follow",
      "Follow and unfollow tags as you",
      "Read your account, followers and followings",
      "Change your profile and its picture",
      "Read your notifications",
      "Mark your notifications as read",
      "Read your bookmarks",
      "Read the builds marketplace",
      "Publish, edit and take down your builds",
      "Read the blog and the news",
      "Write the blog and the news, if you are an editor",
      "Read leaderboards",
      "Read your quests",
      "Claim the coins of your finished quests",
      "Read your balance, its history and the seeds of your drops",
      "Read the public rooms, and the rooms you are in",
      "Create, join and leave rooms, and write in them, as you",
      "Read what your keys, and apps that act for you, requested",
      "Read your ratings and duels",
      "Upload images",
      "Report content and people as you",
      "Manage your webhook endpoints and read their deliveries",
      "Make and reset your sandbox, and move its clock",
    ]
  `);
});
