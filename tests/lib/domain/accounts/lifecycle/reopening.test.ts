import type { Context } from "@/lib/domain/kernel/context";
import { beforeEach, describe, expect, test } from "vitest";
import { listOwnEntries } from "@/lib/domain/accounts/audit-log/queries";
import { closeAccount, finishClosings } from "@/lib/domain/accounts/lifecycle/closing";
import { findClosed, reopenAccount } from "@/lib/domain/accounts/lifecycle/reopening";
import { followUser } from "@/lib/domain/people/graph/commands";
import { listFollowers } from "@/lib/domain/people/graph/queries";
import { openImage } from "@/lib/domain/writing/media/queries";
import { createPost, deletePost } from "@/lib/domain/writing/posts/commands";
import { getPost, listOwnPosts, listPublicPosts } from "@/lib/domain/writing/posts/queries";
import { register } from "@/lib/domain/accounts/lifecycle/sign-up";
import { accountOfOAuth } from "@/lib/domain/accounts/lifecycle/oauth";
import { REOPENING_DAYS } from "@/lib/domain/accounts/users/rules";
import { verifyCredentials } from "@/lib/domain/accounts/users/credentials";
import { setAvatar } from "@/lib/domain/accounts/users/avatar";
import { getProfile, getPublicProfile } from "@/lib/domain/accounts/users/profile";
import { storeImage } from "@/lib/domain/writing/media/upload";
import { database } from "@/lib/infra/database/db";
import { newImage } from "@/tests/support/images";
import { newPerson } from "@/tests/support/people";
import { daysAfter, expectSound, newLeaver, notFound, password, rowOf, visitor } from "./leaver";

let leaver: Context;
let email: string;
beforeEach(async () => {
  leaver = await newLeaver();
  email = `${leaver.actor.handle}@example.com`;
});

const close = () => closeAccount(leaver, { password });
const after = (days: number) => daysAfter(leaver, days);

describe("an account that its owner closed", () => {
  test("is hidden at once, and is reopened with posts, images, follows, counts and name", async () => {
    const [friend, fan] = [await newPerson(), await newPerson()];
    await followUser(leaver, { handle: friend.actor.handle });
    await followUser(fan, { handle: leaver.actor.handle });
    const image = await newImage(leaver);
    const { id } = await createPost(leaver, { content: "Here I am", media_ids: [image], audience: "PUBLIC" });
    const { id: deleted } = await createPost(leaver, { content: "Not this", audience: "PUBLIC" });
    await deletePost({ ...leaver, now: new Date(leaver.now.getTime() - 1000) }, { id: deleted });
    const avatar = await storeImage(leaver, {
      bytes: new Uint8Array([1]),
      contentType: "image/png",
      width: 1,
      height: 1,
    });
    await setAvatar(leaver, {}, avatar);
    const before = await rowOf(leaver);

    await close();
    await expect(getPublicProfile(visitor, { handle: leaver.actor.handle })).rejects.toMatchObject(notFound);
    await expect(getPost(visitor, { id })).rejects.toMatchObject(notFound);
    const { handle } = await rowOf(leaver);
    await expect(getProfile(visitor, leaver.actor)).rejects.toMatchObject(notFound);
    await expect(getPublicProfile(visitor, { handle })).rejects.toMatchObject(notFound);
    await expect(listPublicPosts(visitor, { handle, limit: 5 })).rejects.toMatchObject(notFound);
    await expect(listFollowers(visitor, { handle, limit: 5 })).rejects.toMatchObject(notFound);
    await expect(followUser(fan, { handle })).rejects.toMatchObject(notFound);
    for (const file of [image, avatar.id])
      await expect(openImage(visitor, { id: file })).rejects.toMatchObject(notFound);
    expect([await rowOf(friend), await rowOf(fan)]).toMatchObject([{ followersCount: 0 }, { followingCount: 0 }]);
    await expectSound();

    const found = await findClosed(after(REOPENING_DAYS - 1), leaver.actor.handle.toUpperCase());
    expect(await verifyCredentials(visitor, found, "not this one")).toBeNull();
    expect(await verifyCredentials(visitor, found, password)).toMatchObject({ id: leaver.actor.id });
    await reopenAccount(after(REOPENING_DAYS - 1), { id: leaver.actor.id });
    expect(await rowOf(leaver)).toEqual({ ...before, eventPosition: expect.any(BigInt) as bigint });
    expect((await listOwnPosts(leaver, { limit: 5 })).data.map((post) => post.id)).toEqual([id]);
    expect(await getPost(visitor, { id })).toMatchObject({ media: [{ id: image }] });
    expect((await openImage(visitor, { id: avatar.id })).isPublic).toBe(true);
    expect([await rowOf(friend), await rowOf(fan)]).toMatchObject([{ followersCount: 1 }, { followingCount: 1 }]);
    expect(await database().prisma.closedAccount.count({ where: { userId: leaver.actor.id } })).toBe(0);
    await expectSound();
  });

  test("is reopened once, and can be closed again", async () => {
    await close();
    const tries = await Promise.allSettled([1, 2, 3].map(() => reopenAccount(after(1), { id: leaver.actor.id })));
    expect(tries.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    await closeAccount({ ...leaver, now: after(2).now }, { password });
    expect(await findClosed(after(3), leaver.actor.handle)).not.toBeNull();
    const actions = (await listOwnEntries(leaver, { limit: 9 })).data.map(({ action }) => action);
    expect(actions).toEqual(["account.closed", "account.reopened", "account.closed", "account.registered"]);
  });

  test("reserves its e-mail address meanwhile, with the same error as for an open account", async () => {
    const handle = `o_${leaver.actor.handle}`.slice(0, 20);
    const other = () => register(visitor, { name: "Other", handle, email, password });
    const open = await other().catch((error: Error) => error.message);
    await close();
    expect(await other().catch((error: Error) => error.message)).toBe(open);
    await reopenAccount(after(1), { id: leaver.actor.id });
    expect(await rowOf(leaver)).toMatchObject({ email });
    await closeAccount({ ...leaver, now: after(2).now }, { password });
    await register(after(2 + REOPENING_DAYS), { name: "Other", handle, email, password });
  });

  test("is reopened with its OAuth providers, which create no other account meanwhile", async () => {
    const github = { provider: "github", providerAccountId: leaver.actor.id };
    await database().prisma.oAuthAccount.create({
      data: { ...github, userId: leaver.actor.id, createdAt: leaver.now },
    });
    await close();
    expect(await database().prisma.oAuthAccount.count({ where: github })).toBe(0);
    expect(await accountOfOAuth(after(1), github, {})).toBe(leaver.actor.id);
    await reopenAccount(after(1), { id: leaver.actor.id });
    expect(await database().prisma.oAuthAccount.count({ where: { ...github, userId: leaver.actor.id } })).toBe(1);
    await closeAccount({ ...leaver, now: after(2).now }, { password });
    expect(await accountOfOAuth(after(2 + REOPENING_DAYS), github, {})).not.toBe(leaver.actor.id);
  });

  test("is either reopened or gone, whichever comes first", async () => {
    await close();
    const [reopened] = await Promise.allSettled([
      reopenAccount(after(1), { id: leaver.actor.id }),
      finishClosings(after(REOPENING_DAYS)),
    ]);
    expect((await rowOf(leaver)).closedAt === null).toBe(reopened.status === "fulfilled");
    expect(await database().prisma.closedAccount.count({ where: { userId: leaver.actor.id } })).toBe(0);
    await expectSound();
  });

  test(`is gone for good after ${REOPENING_DAYS} days, with its images and everything kept of it`, async () => {
    const image = await newImage(leaver);
    await createPost(leaver, { content: "Here I was", media_ids: [image], audience: "PUBLIC" });
    await close();
    await finishClosings(after(REOPENING_DAYS - 0.01));
    expect(await database().prisma.closedAccount.count({ where: { userId: leaver.actor.id } })).toBe(1);
    expect(await findClosed(after(REOPENING_DAYS), leaver.actor.handle)).toBeNull();
    await expect(reopenAccount(after(REOPENING_DAYS), { id: leaver.actor.id })).rejects.toMatchObject(notFound);
    await finishClosings(after(REOPENING_DAYS));
    expect(await database().prisma.closedAccount.count({ where: { userId: leaver.actor.id } })).toBe(0);
    expect(await database().prisma.media.findUniqueOrThrow({ where: { id: image } })).toMatchObject({ postId: null });
    expect(JSON.stringify(await rowOf(leaver), (_, value) => (typeof value === "bigint" ? "" : value))).not.toContain(
      leaver.actor.handle,
    );
  });
});
