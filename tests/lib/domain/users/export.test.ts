import { beforeAll, expect, test } from "vitest";
import { publishBuild } from "@/lib/domain/builds/commands";
import { placeBet } from "@/lib/domain/coins/commands";
import { type Context, idFor } from "@/lib/domain/context";
import { bookmarkPost, likePost } from "@/lib/domain/engagement/commands";
import { addComment } from "@/lib/domain/engagement/comments";
import { followUser } from "@/lib/domain/graph/commands";
import { linkDiscord, recordPresence } from "@/lib/domain/guilds/commands";
import { createPost } from "@/lib/domain/posts/commands";
import { sendMessage } from "@/lib/domain/rooms/messages";
import { editPost } from "@/lib/domain/posts/editing";
import { blockUser, muteUser } from "@/lib/domain/safety/commands";
import { exportAccount } from "@/lib/domain/users/export";
import { EXPORT_PAGE_ROWS } from "@/lib/domain/users/rules";
import { muteWord } from "@/lib/domain/safety/words";
import { database } from "@/lib/infra/db";
import { newImage } from "@/tests/support/images";
import { readExport } from "@/tests/support/export";
import { duelBetween, playDuel } from "@/tests/lib/domain/duels/players";
import { newSnowflake } from "@/tests/lib/domain/guilds/members";
import { guestOf, invitationsOf, newInviter } from "@/tests/lib/domain/invitations/tree";
import { openRoom } from "@/tests/lib/domain/rooms/people";
import { newPerson } from "@/tests/support/people";

beforeAll(async () => {
  await database().prisma.buildCategory.create({ data: { slug: "tools", name: "Tools" } });
});

/** Creates posts with equal times, so that only their ids distinguish them. */
async function manyPosts(author: Context, count: number): Promise<void> {
  const rows = Array.from({ length: count }, (_, n) => ({
    id: idFor(author, "post"),
    authorId: author.actor.id,
    content: `Post ${n}`,
    createdAt: author.now,
  }));
  await database().prisma.post.createMany({ data: rows });
}

test("exports every row of its account, in full, and nobody else's", async () => {
  const [ada, ben] = [await newPerson(), await newPerson()];
  await manyPosts(ada, 2 * EXPORT_PAGE_ROWS.most + 1);
  const draft = { content: "Frist", media_ids: [await newImage(ada)], audience: "PUBLIC" as const };
  const { id: edited } = await createPost(ada, draft);
  for (const content of ["Fisrt", "First"]) await editPost(ada, { id: edited, content });
  const { id } = await createPost(ben, { content: "Ben's", audience: "PUBLIC" });
  for (const mark of [likePost, bookmarkPost]) await mark(ada, { id });
  await addComment(ada, { id, content: "Well said" });
  for (const [by, whom] of [[ada, ben] as const, [ben, ada] as const]) await followUser(by, whom.actor);
  for (const hide of [blockUser, muteUser]) await hide(ada, (await newPerson()).actor);
  await muteWord(ada, { phrase: "Medlar" });
  await guestOf(await newInviter(ada));
  await placeBet(ada, { bin: 2, amount: 1 });
  const { code } = await openRoom(ada);
  await sendMessage(ada, { code, content: "Said in a room" });
  await playDuel(ben, ada);
  await duelBetween(await newPerson(), ada);
  await linkDiscord(ada, newSnowflake());
  await recordPresence(ada, newSnowflake());
  const texts = { title: "Loom", description: "Weaves by itself", readme: "# Loom", category: "tools" };
  await publishBuild(ada, { ...texts, technologies: ["Oak"], price: 3, repoUrl: null, demoUrl: null });

  const { prisma } = database();
  const mine = { userId: ada.actor.id };
  const ledger = await prisma.ledgerEntry.findMany({ where: mine, orderBy: [{ createdAt: "desc" }, { id: "desc" }] });
  /** With the account's own side of them alone. */
  const ownDuels = async (status: "finished" | "pending") => {
    const duels = await prisma.duel.findMany({
      where: { opponentId: ada.actor.id, status },
      omit: { pair: true, serverSeed: true, serverSeedHash: true },
      include: { sides: { where: { role: "opponent" }, omit: { duelId: true } } },
    });
    return duels.map(({ sides, ...duel }) => ({ ...duel, ...sides[0] }));
  };
  const hiddenBy = (reason: "blocked" | "muted") => ({
    where: { viewerId: ada.actor.id, reason },
    select: { personId: true, createdAt: true },
  });
  const ownVersions = { where: { post: { authorId: ada.actor.id } }, orderBy: { version: "desc" } } as const;
  const expected = {
    exportedAt: ada.now,
    account: await prisma.user.findUnique({
      where: { id: ada.actor.id },
      omit: { passwordHash: true, eventPosition: true, bioMentions: true, closedAt: true, mutedWordsVersion: true },
    }),
    posts: await prisma.post.findMany({
      where: { authorId: ada.actor.id },
      omit: { mentions: true, editsCount: true },
      orderBy: { id: "desc" },
    }),
    postVersions: (await prisma.postVersion.findMany(ownVersions)).map((version) => ({
      ...version,
      id: `${version.postId}/${version.version}`,
      postedAt: ada.now,
    })),
    media: await prisma.media.findMany({ where: { ownerId: ada.actor.id }, omit: { storageKey: true } }),
    comments: await prisma.comment.findMany({
      where: { authorId: ada.actor.id },
      omit: { mentions: true, deletedAt: true },
    }),
    likes: await prisma.like.findMany({ where: mine }),
    bookmarks: await prisma.bookmark.findMany({ where: mine }),
    following: await prisma.follow.findMany({ where: { followerId: ada.actor.id } }),
    followers: await prisma.follow.findMany({ where: { followeeId: ada.actor.id } }),
    blocks: await prisma.hiddenPerson.findMany(hiddenBy("blocked")),
    mutes: await prisma.hiddenPerson.findMany(hiddenBy("muted")),
    mutedWords: await prisma.mutedWord.findMany({ where: mine, omit: { userId: true, folded: true } }),
    ...(await invitationsOf(ada)),
    coins: ledger.map((entry) => ({ ...entry, amount: Number(entry.amount), balance: Number(entry.balance) })),
    drops: await prisma.drop.findMany({ where: mine }),
    roomMessages: await prisma.roomMessage.findMany({
      where: { ...mine, kind: "message" },
      select: { id: true, roomId: true, userId: true, content: true, replyToId: true, createdAt: true },
    }),
    rooms: (await prisma.roomMember.findMany({ where: mine, include: { room: true } })).map(
      ({ seenAt: _seenAt, awayAt: _awayAt, room, ...member }) => ({ ...member, code: room.code, name: room.name }),
    ),
    duels: await ownDuels("finished"),
    openDuels: await ownDuels("pending"),
    guilds: (await prisma.guildMember.findMany({ where: mine, include: { guild: true } })).map(
      ({ guild, ...member }) => ({ ...member, name: guild.name }),
    ),
    builds: await prisma.build.findMany({
      where: { authorId: ada.actor.id },
      omit: { html: true, rendererVersion: true },
    }),
    notifications: await prisma.notification.findMany({
      where: mine,
      omit: { groupId: true, folded: true, aboutUserId: true },
      orderBy: [{ createdAt: "desc" }, { id: "desc" }],
    }),
  };
  const exported = await readExport(ada);
  const advice =
    "A new column is exported by lib/domain/users/export-lists.ts (of User: ACCOUNT in export.ts), or omitted above";
  expect(exported, advice).toEqual(JSON.parse(JSON.stringify(expected)));
  expect(Object.keys(exported)).toEqual(Object.keys(expected));
  expect(Object.values(exported).filter((list) => Array.isArray(list) && list.length === 0)).toEqual([]);
});

test("runs one of fifty concurrent exports of an account", async () => {
  const ada = await newPerson();
  const exports = Array.from({ length: 50 }, () => exportAccount(ada));
  const begun = await Promise.allSettled(exports.map((entries) => entries.next()));
  expect(begun.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  const refused = begun.flatMap((result) => (result.status === "rejected" ? [result.reason as unknown] : []));
  expect(refused).toEqual(
    Array(49).fill(
      expect.objectContaining({ code: "conflict", details: { retryAfter: expect.any(Number) as number } }),
    ),
  );
  // An export that is abandoned midway frees its slot as if it had ended.
  for (const entries of exports) await entries.return();
  expect(await readExport(ada)).toMatchObject({ posts: [] });
  expect(await readExport(ada)).toMatchObject({ posts: [] });
});

test("blocks the next export only for a while after a crash, and never runs beside it", async () => {
  const ada = await newPerson();
  const dead = exportAccount(ada);
  await dead.next();
  await expect(readExport(ada)).rejects.toMatchObject({ code: "conflict" });
  await database().prisma.exportLease.update({
    where: { userId: ada.actor.id },
    data: { expiresAt: new Date(Date.now() - 1000) },
  });
  const next = exportAccount(ada);
  await next.next();
  await dead.return();
  await expect(readExport(ada)).rejects.toMatchObject({ code: "conflict" });
  await next.return();
  expect(await readExport(ada)).toMatchObject({ posts: [] });
});

test("holds no connection for exports whose readers are slow", async () => {
  const people = await Promise.all(Array.from({ length: 8 }, () => newPerson()));
  const paused = [];
  for (const person of people) {
    await manyPosts(person, EXPORT_PAGE_ROWS.most + 1);
    const entries = exportAccount(person);
    for await (const [name, value] of { [Symbol.asyncIterator]: () => ({ next: () => entries.next() }) }) {
      if (name !== "posts") continue;
      await (value as AsyncGenerator).next();
      break;
    }
    paused.push(entries);
  }
  const { pool } = database();
  expect(pool.totalCount - pool.idleCount).toBe(0);
  expect(
    await database().prisma
      .$queryRaw`SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND state LIKE 'idle in transaction%'`,
  ).toEqual([]);
  await Promise.all(paused.map((entries) => entries.return()));
});
