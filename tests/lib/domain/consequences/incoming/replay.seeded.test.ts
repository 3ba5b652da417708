import fc from "fast-check";
import { expect, test } from "vitest";
import { closeAccount } from "@/lib/domain/accounts/lifecycle/closing";
import type { Context } from "@/lib/domain/kernel/context";
import { likePost, unlikePost } from "@/lib/domain/writing/engagement/commands";
import { followUser, unfollowUser } from "@/lib/domain/people/graph/commands";
import { announceTo } from "@/lib/domain/consequences/announcer/announce";
import { createPost } from "@/lib/domain/writing/posts/commands";
import { blockUser, muteUser, unblockUser, unmuteUser } from "@/lib/domain/people/safety/commands";
import { audiblePerson } from "@/lib/domain/kernel/visibility";
import { database } from "@/lib/infra/database/db";
import { sql } from "@/lib/infra/database/sql";
import { newPerson } from "@/tests/support/people";
import { attempts, RANDOM } from "@/tests/support/random";
import { announceAll, logOf, newListener } from "./listening";

const FANS = 4;
const POSTS = 2;

type Act = (world: { ada: Context; fan: Context; post: string }) => Promise<unknown>;
const named = ({ actor: { handle } }: Context) => ({ handle });

const ACTS: Record<string, Act> = {
  like: ({ fan, post }) => likePost(fan, { id: post }),
  unlike: ({ fan, post }) => unlikePost(fan, { id: post }),
  follow: ({ ada, fan }) => followUser(fan, named(ada)),
  unfollow: ({ ada, fan }) => unfollowUser(fan, named(ada)),
  block: ({ ada, fan }) => blockUser(ada, named(fan)),
  unblock: ({ ada, fan }) => unblockUser(ada, named(fan)),
  blocked: ({ ada, fan }) => blockUser(fan, named(ada)),
  unblocked: ({ ada, fan }) => unblockUser(fan, named(ada)),
  mute: ({ ada, fan }) => muteUser(ada, named(fan)),
  unmute: ({ ada, fan }) => unmuteUser(ada, named(fan)),
  close: ({ fan }) => closeAccount({ ...fan, session: { id: "none", provenAt: new Date() } }, {}),
  announce: ({ ada }) => announceTo(ada, ada.actor.id),
};

const steps = fc.array(
  fc.record({
    act: fc.constantFrom(...Object.keys(ACTS)),
    fan: fc.nat(FANS - 1),
    post: fc.nat(POSTS - 1),
    /** Whether it runs concurrently with the previous step. */
    together: fc.boolean(),
  }),
  { maxLength: 40 },
);

test("replaying the log from its beginning gives the current followers and likers", async () => {
  await fc.assert(
    fc.asyncProperty(steps, async (sequence) => {
      const { ctx: ada } = await newListener();
      const fans = await Promise.all(Array.from({ length: FANS }, () => newPerson()));
      const posts: string[] = [];
      for (let index = 0; index < POSTS; index++)
        posts.push((await createPost(ada, { content: "A post", audience: "PUBLIC" })).id);
      let running: Promise<unknown>[] = [];
      for (const { act, fan, post, together } of sequence) {
        if (!together) await Promise.allSettled(running.splice(0));
        running = [...running, ACTS[act]!({ ada, fan: fans[fan]!, post: posts[post]! })];
      }
      await Promise.allSettled(running);
      await announceAll(ada);
      const [followers, likes] = await replay(ada);
      expect(followers).toEqual(await audible(ada, "follow"));
      expect(likes).toEqual(await audible(ada, "like"));
    }),
    { ...RANDOM, numRuns: attempts({ few: 8, many: 300 }) },
  );
});

async function replay(ada: Context): Promise<[followers: string[], likes: string[]]> {
  const [followers, likes] = [new Set<string>(), new Set<string>()];
  for (const { event, data } of await logOf(ada)) {
    const { userId, postId } = data as { userId: string; postId: string };
    if (event === "incoming.follow") followers.add(userId);
    if (event === "incoming.follow.undone") followers.delete(userId);
    if (event === "incoming.like") likes.add(`${userId} ${postId}`);
    if (event === "incoming.like.undone") likes.delete(`${userId} ${postId}`);
  }
  return [[...followers].toSorted(), [...likes].toSorted()];
}

/** Returns who follows an account or likes its posts, without people who are hidden from it. */
async function audible(ada: Context, kind: "follow" | "like"): Promise<string[]> {
  const heard = audiblePerson(ada.actor.id, sql`did."personId"`);
  const did =
    kind === "follow"
      ? sql`SELECT "followerId" AS "personId", "followerId" AS what FROM "Follow"
          WHERE "followeeId" = ${ada.actor.id}`
      : sql`SELECT l."userId" AS "personId", l."userId" || ' ' || l."postId" AS what FROM "Like" l
          JOIN "Post" p ON p.id = l."postId" WHERE p."authorId" = ${ada.actor.id}`;
  const rows = await database().prisma.$queryRaw<{ what: string }[]>(sql`SELECT what FROM (${did}) did WHERE ${heard}`);
  return rows.map(({ what }) => what).toSorted();
}
