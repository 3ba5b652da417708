import { describe, expect, test } from "vitest";
import { closeAccount, finishClosings } from "@/lib/domain/accounts/lifecycle/closing";
import { reopenAccount } from "@/lib/domain/accounts/lifecycle/reopening";
import { commentOnBuild } from "@/lib/domain/writing/builds/comments";
import type { Context } from "@/lib/domain/kernel/context";
import { likePost, unlikePost } from "@/lib/domain/writing/engagement/commands";
import { addComment, deleteComment, editComment } from "@/lib/domain/writing/comments/commands";
import { followUser, unfollowUser } from "@/lib/domain/people/graph/commands";
import { ENCOUNTER_RETENTION_DAYS } from "@/lib/domain/people/moderation/rules";
import { fileReport } from "@/lib/domain/people/moderation/subjects";
import { listNotifications } from "@/lib/domain/consequences/notifications/queries";
import { MAX_GROUP, MAX_UNFOLDED } from "@/lib/domain/consequences/notifications/rules";
import { countUnread } from "@/lib/domain/consequences/notifications/unread";
import { createPost, deletePost } from "@/lib/domain/writing/posts/commands";
import { editPost } from "@/lib/domain/writing/posts/editing";
import { deleteExpired } from "@/lib/domain/deployment/retention/commands";
import { blockUser } from "@/lib/domain/people/safety/commands";
import { muteWord } from "@/lib/domain/people/safety/words";
import { REOPENING_DAYS } from "@/lib/domain/accounts/users/rules";
import { database } from "@/lib/infra/database/db";
import { daysAfter, newLeaver, password } from "@/tests/lib/domain/accounts/lifecycle/leaver";
import { newBuild } from "@/tests/support/builds";
import { later, newPerson } from "@/tests/support/people";

/** What somebody who was blocked can report of these, each as `type id`. */
async function reportable(reporter: Context, ...subjects: `${"post" | "comment" | "user"} ${string}`[]) {
  const filed: string[] = [];
  for (const subject of subjects) {
    const [type, id] = subject.split(" ") as ["post" | "comment" | "user", string];
    const report = fileReport(reporter, { subject: { type, id }, reason: "harassment" });
    await report.then(
      () => filed.push(subject),
      (error: unknown) => expect(error).toMatchObject({ code: "not_found" }),
    );
  }
  return filed;
}

const postOf = (author: Context, content: string) => createPost(author, { content, audience: "PUBLIC" });
const block = (by: Context, person: Context) => blockUser(by, { handle: person.actor.handle });

async function threeOfThem() {
  const [author, victim, bystander] = [await newPerson(), await newPerson(), await newPerson()];
  return { author, victim, bystander, mention: `@${victim.actor.handle} beware` };
}

describe("somebody who was blocked can report what notified them, although it was taken back", () => {
  test.each(["before", "after"])("a mention that was edited away %s they were blocked", async (order) => {
    const { author, victim, bystander, mention } = await threeOfThem();
    const post = await postOf(author, mention);
    const elsewhere = await postOf(await newPerson(), "Something else");
    const comment = await addComment(author, { id: elsewhere.id, content: mention });
    const unseen = await postOf(author, "Unseen");
    const editAway = async () => {
      await editPost(author, { id: post.id, content: "Nothing" });
      await editComment(author, { id: comment.id, content: "Nothing" });
    };
    if (order === "before") await editAway();
    await block(author, victim);
    await block(author, bystander);
    if (order === "after") await editAway();
    const shown = [`post ${post.id}`, `comment ${comment.id}`, `user ${author.actor.id}`] as const;
    expect(await reportable(victim, ...shown, `post ${unseen.id}`)).toEqual(shown);
    expect(await reportable(bystander, `post ${post.id}`, `post ${unseen.id}`)).toEqual([]);
    expect((await listNotifications(victim, { limit: 5 })).data).toEqual([]);
    expect(await countUnread(victim)).toBe(0);
  });

  test("a like, a follow or a mention that was undone or deleted, of its author", async () => {
    const acts: ((author: Context, victim: Context) => Promise<void>)[] = [
      async (author, victim) => {
        const { id } = await postOf(victim, "Mine");
        await likePost(author, { id });
        await unlikePost(author, { id });
      },
      async (author, { actor: { handle } }) => {
        await followUser(author, { handle });
        await unfollowUser(author, { handle });
      },
      async (author, victim) => deletePost(author, await postOf(author, `@${victim.actor.handle} beware`)),
    ];
    for (const act of acts) {
      const { author, victim, bystander } = await threeOfThem();
      // Twice, because repeating an act must not fail on what the first one left.
      await act(author, victim);
      await act(author, victim);
      for (const person of [victim, bystander]) await block(author, person);
      const person = `user ${author.actor.id}` as const;
      expect([await reportable(victim, person), await reportable(bystander, person)]).toEqual([[person], []]);
    }
  });

  test("a mention with a word that they muted afterwards", async () => {
    const { author, victim, mention } = await threeOfThem();
    const post = await postOf(author, mention);
    await muteWord(victim, { phrase: "beware", until: null });
    await block(author, victim);
    expect(await reportable(victim, `post ${post.id}`)).toEqual([`post ${post.id}`]);
  });

  test("each of a flood of mentions", { timeout: 120_000 }, async () => {
    const { author, victim, mention } = await threeOfThem();
    const posts: `post ${string}`[] = [];
    for (let n = 0; n < MAX_UNFOLDED + MAX_GROUP; n += 1)
      posts.push(`post ${(await postOf(later(author, n), mention)).id}`);
    await block(author, victim);
    expect(await reportable(victim, ...posts)).toEqual(posts);
  });

  test("what an account did before it was closed and opened again", async () => {
    const [author, victim] = [await newLeaver(), await newPerson()];
    const post = await postOf(author, `@${victim.actor.handle} beware`);
    await closeAccount(author, { password });
    await reopenAccount(daysAfter(author, 1), { id: author.actor.id });
    await block(author, victim);
    const shown = [`post ${post.id}`, `user ${author.actor.id}`] as const;
    expect(await reportable(victim, ...shown)).toEqual(shown);
  });
});

describe("somebody who was blocked can report what was in a conversation with them", () => {
  test("although their own comment was deleted: the post, its comments, and their authors", async () => {
    const { author, victim, bystander } = await threeOfThem();
    const post = await postOf(author, "Come in");
    const own = await addComment(victim, { id: post.id, content: "Hello" });
    const answer = await addComment(author, { id: post.id, content: "A threat" });
    await deleteComment(author, { id: own.id });
    for (const person of [victim, bystander]) await block(author, person);
    const shown = [`post ${post.id}`, `comment ${answer.id}`, `user ${author.actor.id}`] as const;
    expect(await reportable(victim, ...shown)).toEqual(shown);
    expect(await reportable(bystander, ...shown)).toEqual([]);
  });

  test("its author, although the other's comment was deleted", async () => {
    const { author, victim, bystander } = await threeOfThem();
    const { id } = await postOf(bystander, "Come in");
    await addComment(victim, { id, content: "Hello" });
    await deleteComment(author, await addComment(author, { id, content: "A threat" }));
    await block(author, victim);
    expect(await reportable(victim, `user ${author.actor.id}`)).toEqual([`user ${author.actor.id}`]);
  });

  test("a comment on their build, or on one that they commented on", async () => {
    const { author, victim, bystander } = await threeOfThem();
    for (const owner of [victim, bystander]) {
      const slug = await newBuild(owner);
      await commentOnBuild(victim, { slug, content: "Hello" });
      const { id } = await commentOnBuild(author, { slug, content: "A threat" });
      await block(author, victim);
      expect(await reportable(victim, `comment ${id}`), owner.actor.id).toEqual([`comment ${id}`]);
    }
    const elsewhere = await commentOnBuild(author, { slug: await newBuild(author), content: "Mine" });
    expect(await reportable(victim, `comment ${elsewhere.id}`)).toEqual([]);
  });
});

describe("what was taken back is remembered", () => {
  /** A retracted mention and a deleted comment of the victim's. */
  async function takenBack(author: Context) {
    const victim = await newPerson({ now: author.now });
    const post = await postOf(author, `@${victim.actor.handle} beware`);
    await editPost(author, { id: post.id, content: "Nothing" });
    const thread = await postOf(author, "Come in");
    const own = await addComment(victim, { id: thread.id, content: "Hello" });
    const answer = await addComment(author, { id: thread.id, content: "A threat" });
    await deleteComment(author, { id: own.id });
    await block(author, victim);
    return { victim, subjects: [`post ${post.id}`, `comment ${answer.id}`] as const };
  }

  test(`for ${ENCOUNTER_RETENTION_DAYS} days`, async () => {
    const author = await newPerson();
    const { victim, subjects } = await takenBack(author);
    const day = 86_400;
    await deleteExpired(later(author, ENCOUNTER_RETENTION_DAYS * day - 1));
    expect(await reportable(victim, ...subjects)).toEqual(subjects);
    await deleteExpired(later(author, ENCOUNTER_RETENTION_DAYS * day + 1));
    expect(await reportable(victim, ...subjects)).toEqual([]);
  });

  test("until either account is gone for good", async () => {
    const [author, other] = [await newLeaver(), await newLeaver()];
    await takenBack(author);
    const { id } = await postOf(author, `@${other.actor.handle} beware`);
    await editPost(author, { id, content: "Nothing" });
    await deleteComment(other, await addComment(other, { id, content: "Hello" }));
    const { prisma } = database();
    const remembered = async ({ actor }: Context) => [
      await prisma.retractedNotification.count({ where: { OR: [{ userId: actor.id }, { actorId: actor.id }] } }),
      await prisma.formerCommenter.count({ where: { userId: actor.id } }),
    ];
    expect([await remembered(author), await remembered(other)]).toEqual([
      [4, 0],
      [2, 1],
    ]);
    for (const leaver of [other, author]) {
      await closeAccount(leaver, { password });
      await finishClosings(daysAfter(leaver, REOPENING_DAYS + 1));
      expect(await remembered(leaver)).toEqual([0, 0]);
    }
  });
});
