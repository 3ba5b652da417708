import { describe, expect, test } from "vitest";
import { followUser } from "@/lib/domain/people/graph/commands";
import { createPost, deletePost } from "@/lib/domain/writing/posts/commands";
import { listPublicPosts } from "@/lib/domain/writing/posts/queries";
import { getOwnAccount, getPublicProfile } from "@/lib/domain/accounts/users/profile";
import { newAccount } from "@/tests/support/api-accounts";

describe("a public profile", () => {
  test("is found by the handle in any case, with its counts", async () => {
    const [ada, ben] = [await newAccount(), await newAccount()];
    await followUser(ben.ctx(), { handle: ada.handle });
    await createPost(ada.ctx(), { content: "One", audience: "PUBLIC" });
    const profile = await getPublicProfile(ben.ctx(), { handle: ada.handle.toUpperCase() });
    expect(profile).toMatchObject({
      id: ada.id,
      handle: ada.handle,
      bio: "",
      stats: { followers: 1, following: 0, posts: 1, level: 1 },
    });
    expect(profile.image).toMatch(new RegExp(`^https?://.*/api/avatars/${ada.handle}$`));
    await expect(getPublicProfile(ben.ctx(), { handle: "nobody_here" })).rejects.toMatchObject({ code: "not_found" });
  });

  test("lists only public posts, whoever views it", async () => {
    const [ada, ben] = [await newAccount(), await newAccount()];
    const ids = [];
    for (const audience of ["PUBLIC", "FOLLOWERS", "PRIVATE", "PUBLIC"] as const)
      ids.push((await createPost(ada.ctx(), { content: audience, audience })).id);
    await deletePost(ada.ctx(), { id: ids[3]! });
    await followUser(ben.ctx(), { handle: ada.handle });
    for (const reader of [ada, ben]) {
      const { data, nextCursor } = await listPublicPosts(reader.ctx(), { handle: ada.handle, limit: 20 });
      expect(data.map(({ id }) => id)).toEqual([ids[0]]);
      expect(data[0]?.author).toMatchObject({ id: ada.id });
      expect(nextCursor).toBeNull();
    }
    // The public count covers what is listed; the account's own count covers all its posts.
    expect((await getPublicProfile(ben.ctx(), { handle: ada.handle })).stats.posts).toBe(1);
    expect((await getOwnAccount(ada.ctx())).stats.posts).toBe(3);
    expect((await listPublicPosts(ada.ctx(), { handle: ben.handle, limit: 20 })).data).toEqual([]);
    await expect(listPublicPosts(ada.ctx(), { handle: "nobody_here", limit: 20 })).rejects.toMatchObject({
      code: "not_found",
    });
  });
});
