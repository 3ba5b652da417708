import { expect, test } from "vitest";
import { notificationLabel } from "@/components/notifications/notification-labels";
import type { Notification } from "@/lib/domain/consequences/notifications/schema";
import { MAX_GROUP } from "@/lib/domain/consequences/notifications/rules";

test.each([
  ["LIKE", "/posts/post_1", "liked your post"],
  ["LIKE", "/builds/oak-clock", "liked your build"],
  ["COMMENT", "/posts/post_1#cmt_1", "commented on your post"],
  ["COMMENT", "/builds/oak-clock#bcm_1", "commented on your build"],
  ["REPOST", "/posts/post_1", "reposted your post"],
  ["QUOTE", "/posts/post_2", "quoted your post"],
  ["FOLLOW", "/users/ada", "followed you"],
] as const)("a %s notification that links to %s says “%s”", (type, link, text) => {
  expect(notificationLabel({ type, link }).text).toBe(text);
});

test.each([
  ["LIKE", 12, "gave you 12 likes"],
  ["COMMENT", 2, "left you 2 comments"],
  ["QUOTE", 3, "quoted 3 of your posts"],
  ["REPOST", MAX_GROUP, `reposted ${MAX_GROUP} or more of your posts`],
] as const)("a %s notification that counts %d acts says “%s”", (type, count, text) => {
  expect(notificationLabel({ type, link: "/posts/post_1", count }).text).toBe(text);
});

test("a notification of a type from a newer release names the actor, and does not fail", () => {
  const type = "GIFT" as Notification["type"];
  expect(notificationLabel({ type, link: "/coins", count: 2 })).toMatchObject({ text: "" });
});
