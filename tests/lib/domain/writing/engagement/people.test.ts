import { beforeEach, describe, expect, test } from "vitest";
import { closeAccount } from "@/lib/domain/accounts/lifecycle/closing";
import type { Context } from "@/lib/domain/kernel/context";
import { blockUser } from "@/lib/domain/people/safety/commands";
import { followUser } from "@/lib/domain/people/graph/commands";
import { likePost, repostPost, unlikePost, unrepostPost } from "@/lib/domain/writing/engagement/commands";
import { listLikers, listLikersOf, listReposters, listRepostersOf } from "@/lib/domain/writing/engagement/people";
import { createPost } from "@/lib/domain/writing/posts/commands";
import { later, newPerson } from "@/tests/support/people";

let ada: Context;
let ben: Context;
let cleo: Context;
let post: { id: string };
beforeEach(async () => {
  [ada, ben, cleo] = [await newPerson(), await newPerson(), await newPerson()];
  post = await createPost(ada, { content: "Hello", audience: "PUBLIC" });
});

const page = { limit: 50 };

describe.each([
  ["like", likePost, unlikePost, listLikers, listLikersOf],
  ["repost", repostPost, unrepostPost, listReposters, listRepostersOf],
] as const)("the people who %s a post", (_what, mark, unmark, list, listOnSite) => {
  const ids = async (as: Context) => (await list(as, { ...post, ...page })).data.map(({ id }) => id);

  test("are listed with the latest first, and no longer once they take it back", async () => {
    await mark(ben, post);
    await mark(later(cleo, 1), post);
    expect(await ids(ada)).toEqual([cleo.actor.id, ben.actor.id]);
    const first = await list(ada, { ...post, limit: 1 });
    const rest = await list(ada, { ...post, limit: 1, cursor: first.nextCursor! });
    expect([rest.data.map(({ id }) => id), rest.nextCursor]).toEqual([[ben.actor.id], null]);
    await unmark(cleo, post);
    expect(await ids(ada)).toEqual([ben.actor.id]);
  });

  test("are those whom the reader may see, with an account", async () => {
    await mark(ben, post);
    await mark(cleo, post);
    await blockUser(ben, { handle: ada.actor.handle });
    expect(await ids(ada)).toEqual([cleo.actor.id]);
    await closeAccount({ ...cleo, session: { id: "", provenAt: cleo.now } }, {});
    expect(await ids(ada)).toEqual([]);
  });

  test("are found by those who may see the post alone", async () => {
    const secret = await createPost(ada, { content: "Hello", audience: "FOLLOWERS" });
    for (const id of [secret.id, "post_none"])
      await expect(list(ben, { id, ...page })).rejects.toMatchObject({ code: "not_found" });
    await followUser(ben, { handle: ada.actor.handle });
    expect((await list(ben, { id: secret.id, ...page })).data).toEqual([]);
    await expect(list({ ...ben, channel: "api" }, { id: secret.id, ...page })).rejects.toMatchObject({
      code: "not_found",
    });
  });

  test("are shown on the site with whether the reader follows them", async () => {
    await mark(ben, post);
    await followUser(ada, { handle: ben.actor.handle });
    expect((await listOnSite(ada, { ...post, ...page })).data).toMatchObject([{ id: ben.actor.id, following: true }]);
    expect((await listOnSite(ben, { ...post, ...page })).data).toMatchObject([{ id: ben.actor.id, following: null }]);
  });
});
