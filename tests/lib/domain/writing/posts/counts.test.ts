import { expect, test } from "vitest";
import { blockUser } from "@/lib/domain/people/safety/commands";
import { likePost } from "@/lib/domain/writing/engagement/commands";
import { createPost } from "@/lib/domain/writing/posts/commands";
import { getCounts } from "@/lib/domain/writing/posts/timeline";
import { flushViews } from "@/lib/domain/writing/posts/views";
import { newPerson } from "@/tests/support/people";

test("the counts of an open post are those of the post, with what the reader did, and count no view", async () => {
  const [ada, ben] = [await newPerson(), await newPerson()];
  const { id } = await createPost(ada, { content: "Hello", audience: "PUBLIC" });
  await likePost(ben, { id });
  const { metrics, viewer } = await getCounts(ben, { id });
  expect(metrics).toEqual({ likes: 1, comments: 0, reposts: 0, quotes: 0, views: 0 });
  expect(viewer).toEqual({ liked: true, reposted: false, bookmarked: false, quotable: true, muted: false });
  await flushViews();
  expect((await getCounts(ada, { id })).metrics.views).toBe(0);
  await blockUser(ada, { handle: ben.actor.handle });
  await expect(getCounts(ben, { id })).rejects.toMatchObject({ code: "not_found" });
});
