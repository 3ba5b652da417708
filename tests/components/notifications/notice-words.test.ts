import { expect, test } from "vitest";
import { wordsOf } from "@/components/notifications/notice-words";

test.each([
  ["LIKE", "/posts/post_1", "liked your post"],
  ["LIKE", "/builds/oak-clock", "liked your build"],
  ["COMMENT", "/posts/post_1#cmt_1", "commented on your post"],
  ["COMMENT", "/builds/oak-clock#bcm_1", "commented on your build"],
  ["REPOST", "/posts/post_1", "passed on your post"],
  ["FOLLOW", "/users/ada", "followed you"],
] as const)("a %s notice that leads to %s says “%s”", (type, link, words) => {
  expect(wordsOf({ type, link }).words).toBe(words);
});
