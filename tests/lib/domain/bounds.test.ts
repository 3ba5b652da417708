import { expect, test } from "vitest";
import { publishBuild, removeBuild } from "@/lib/domain/writing/builds/commands";
import { MAX_BUILDS } from "@/lib/domain/writing/builds/rules";
import { type Context, idFor } from "@/lib/domain/kernel/context";
import { addComment } from "@/lib/domain/writing/comments/commands";
import { MAX_THREAD_DEPTH } from "@/lib/domain/writing/comments/rules";
import { DomainError } from "@/lib/domain/kernel/errors";
import { followUser, unfollowUser } from "@/lib/domain/people/graph/commands";
import { MAX_FOLLOWING } from "@/lib/domain/people/graph/rules";
import { issueKey, revokeKey, rotateKey } from "@/lib/domain/accounts/keys/commands";
import { findKeyByHash, findSession } from "@/lib/domain/accounts/authentication/queries";
import { MAX_DEAD_KEYS, MAX_SECRETS } from "@/lib/domain/accounts/keys/rules";
import { hashSecret } from "@/lib/domain/kernel/credentials";
import { rejectOverQuota } from "@/lib/domain/writing/media/commands";
import { MAX_UNATTACHED } from "@/lib/domain/writing/media/rules";
import { createPost } from "@/lib/domain/writing/posts/commands";
import { MAX_SESSIONS } from "@/lib/domain/accounts/users/rules";
import { beginSession } from "@/lib/domain/accounts/users/sessions";
import { database } from "@/lib/infra/database/db";
import { OverloadedError } from "@/lib/infra/process/job-errors";
import { newImage } from "@/tests/support/images";
import { later, newPerson } from "@/tests/support/people";

const AT_ONCE = 50;
const draft = {
  title: "Loom",
  description: "Weaves by itself",
  readme: "# Loom",
  category: "tools",
  technologies: [],
  price: null,
  repoUrl: null,
  demoUrl: null,
};

/**
 * Returns how many of many concurrent attempts succeed. The others must fail with a conflict, or because the renderer
 * is at capacity.
 */
async function succeeding(attempts: Promise<unknown>[]): Promise<number> {
  const results = await Promise.allSettled(attempts);
  const isExpected = (reason: unknown) =>
    reason instanceof OverloadedError || (reason instanceof DomainError && reason.code === "conflict");
  for (const result of results) if (result.status === "rejected") expect(result.reason).toSatisfy(isExpected);
  return results.filter(({ status }) => status === "fulfilled").length;
}

const repeat = <T>(count: number, of: (n: number) => T): T[] => Array.from({ length: count }, (_, n) => of(n));

test("bounds an author's builds under concurrency, and frees a slot when one is taken down", async () => {
  const { prisma } = database();
  const ada = await newPerson();
  const room = 3;
  const { slug } = await publishBuild(ada, draft);
  const row = {
    authorId: ada.actor.id,
    categorySlug: "tools",
    title: "t",
    description: "d",
    readme: "r",
    publishedAt: ada.now,
    updatedAt: ada.now,
  };
  await prisma.build.createMany({
    data: repeat(MAX_BUILDS - 1 - room, (n) => ({ ...row, id: `bound_${n}`, slug: `bound-${n}` })),
  });
  expect(await succeeding(repeat(AT_ONCE, () => publishBuild(ada, draft)))).toBe(room);
  expect(await prisma.build.count({ where: { authorId: ada.actor.id, deletedAt: null } })).toBe(MAX_BUILDS);
  await removeBuild(ada, { slug });
  await publishBuild(ada, draft);
  await publishBuild(await newPerson(), draft);
});

test("ends the oldest sessions beyond the limit", async () => {
  const ada = await newPerson();
  const begin = (ctx: Context) => beginSession(ctx, { userId: ada.actor.id, userAgent: "", maxAgeSeconds: 3600 });
  const first = await begin(ada);
  await Promise.all(repeat(MAX_SESSIONS + AT_ONCE, (n) => begin(later(ada, 1 + n))));
  const newest = await begin(later(ada, 1000));
  expect(await database().prisma.session.count({ where: { userId: ada.actor.id } })).toBe(MAX_SESSIONS);
  expect([await findSession(first, ada.now), await findSession(newest, ada.now)]).toEqual([
    null,
    expect.objectContaining({ id: ada.actor.id }),
  ]);
});

test("bounds follows, while following again and unfollowing work at the limit", async () => {
  const [ada, ben] = [await newPerson(), await newPerson()];
  await followUser(ada, { handle: ben.actor.handle });
  await database().prisma.user.update({ where: { id: ada.actor.id }, data: { followingCount: MAX_FOLLOWING - 2 } });
  const others = await Promise.all(repeat(10, () => newPerson()));
  expect(await succeeding(others.map(({ actor }) => followUser(ada, actor)))).toBe(2);
  expect(await database().prisma.follow.count({ where: { followerId: ada.actor.id } })).toBe(3);
  expect(await followUser(ada, ben.actor)).toEqual({ following: true });
  expect(await unfollowUser(ada, ben.actor)).toEqual({ following: false });
});

test("bounds unattached images, not counting expired and attached ones", async () => {
  const ada = await newPerson();
  const image = {
    ownerId: ada.actor.id,
    contentType: "image/png",
    width: 1,
    height: 1,
    bytes: 1,
    createdAt: ada.now,
    expiresAt: later(ada, 86_400).now,
  };
  await database().prisma.media.createMany({
    data: repeat(MAX_UNATTACHED - 1, () => ({ ...image, id: idFor(ada, "media"), storageKey: "none" })),
  });
  const last = await newImage(ada);
  await expect(rejectOverQuota(ada)).rejects.toMatchObject({ code: "conflict" });
  await rejectOverQuota(later(ada, 86_401));
  await createPost(ada, { media_ids: [last], audience: "PUBLIC" });
  await rejectOverQuota(ada);
});

test("bounds a thread's depth, and accepts replies further up", async () => {
  const ada = await newPerson();
  const { id } = await createPost(ada, { content: "Deep", audience: "PUBLIC" });
  const ids: string[] = [];
  for (let depth = 0; depth < MAX_THREAD_DEPTH; depth += 1)
    ids.push((await addComment(ada, { id, content: "Down", parent_id: ids.at(-1) })).id);
  await expect(addComment(ada, { id, content: "Too far down", parent_id: ids.at(-1) })).rejects.toMatchObject({
    code: "invalid_request",
    details: { issues: [{ param: "parent_id" }] },
  });
  await addComment(ada, { id, content: "Beside", parent_id: ids.at(-2) });
});

test("keeps a bounded number of a key's newest secrets", async () => {
  const ada = await newPerson();
  const { id, key: first } = await issueKey(ada, { name: "k", scopes: ["read:posts"] });
  const later1 = await Promise.all(
    repeat(MAX_SECRETS + 5, (n) => rotateKey(later(ada, n + 1), { id, graceSeconds: 3600 })),
  );
  expect(await database().prisma.apiSecret.count({ where: { keyId: id } })).toBe(MAX_SECRETS);
  expect(await database().prisma.apiSecret.count({ where: { keyId: id, endsAt: null } })).toBe(1);
  expect(await findKeyByHash(hashSecret(first))).toBeUndefined();
  expect(later1).toHaveLength(MAX_SECRETS + 5);
});

test("keeps a bounded number of revoked keys", async () => {
  const ada = await newPerson();
  const dead = { userId: ada.actor.id, name: "k", scopes: [], createdAt: ada.now, revokedAt: ada.now };
  await database().prisma.apiKey.createMany({ data: repeat(MAX_DEAD_KEYS + 5, (n) => ({ ...dead, id: `dead_${n}` })) });
  const key = await issueKey(later(ada, 1), { name: "k", scopes: ["read:posts"] });
  await revokeKey(later(ada, 2), key);
  await issueKey(later(ada, 3), { name: "k", scopes: ["read:posts"] });
  expect(await database().prisma.apiKey.count({ where: { userId: ada.actor.id } })).toBe(MAX_DEAD_KEYS + 1);
  expect((await findKeyByHash(hashSecret(key.key)))?.revokedAt).not.toBeNull();
});
