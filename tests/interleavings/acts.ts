import { HOUR_MS } from "@/lib/domain/kernel/durations";
import { findKeyByHash, recordKeyUse, shouldRecordUse } from "@/lib/domain/accounts/authentication/queries";
import { revokeKey, rotateKey } from "@/lib/domain/accounts/keys/commands";
import { closeAccount } from "@/lib/domain/accounts/lifecycle/closing";
import { reopenAccount } from "@/lib/domain/accounts/lifecycle/reopening";
import { announceDue } from "@/lib/domain/consequences/announcer/announce";
import { deleteEndpoint, rotateSecret, updateEndpoint } from "@/lib/domain/consequences/webhooks/commands";
import { claimDeliveries, releaseEndpoints } from "@/lib/domain/consequences/webhooks/delivery/claim";
import { redeliver } from "@/lib/domain/consequences/webhooks/delivery/commands";
import { settleAttempt } from "@/lib/domain/consequences/webhooks/delivery/settle";
import { deleteExpired } from "@/lib/domain/deployment/retention/commands";
import { hashSecret } from "@/lib/domain/kernel/credentials";
import { type Context, inTransaction, read, write } from "@/lib/domain/kernel/context";
import { followUser, unfollowUser } from "@/lib/domain/people/graph/commands";
import { blockUser, muteUser, unblockUser } from "@/lib/domain/people/safety/commands";
import { claimCoins, placeBet, purchaseItem, rotateSeeds } from "@/lib/domain/play/coins/commands";
import { answerChallenge, challengeUser } from "@/lib/domain/play/duels/commands";
import { BALLS } from "@/lib/domain/play/duels/rules";
import { addComment, deleteComment } from "@/lib/domain/writing/comments/commands";
import { bookmarkPost, likePost, repostPost, unlikePost, unrepostPost } from "@/lib/domain/writing/engagement/commands";
import { createPost, deletePost } from "@/lib/domain/writing/posts/commands";
import { editPost } from "@/lib/domain/writing/posts/editing";
import { pinPost } from "@/lib/domain/writing/posts/pinning";
import { withdrawQuote } from "@/lib/domain/writing/posts/quoting";
import { cancelScheduledPost, changeScheduledPost } from "@/lib/domain/writing/scheduled/commands";
import { publishDuePosts } from "@/lib/domain/writing/scheduled/due";
import { getPost } from "@/lib/domain/writing/posts/queries";
import type { Run } from "./run";
import { NAMES, type World } from "./world";

/** What somebody can do. `about` chooses whom or what it is about, among as many as take part. */
export type Act = (run: Run, me: Context, about: number) => Promise<unknown>;

const numberOf = (me: Context) => NAMES.indexOf(me.actor.name);
const handleOf = (world: World, index: number) => world.people[index]!.actor.handle;
const otherOf = (run: Run, me: Context, about: number) =>
  (numberOf(me) + 1 + (about % Math.max(1, run.size - 1))) % run.size;
const postOf = (run: Run, about: number) => run.world.posts[about % run.size]!;
const hour = (me: Context): Context => ({ ...me, now: new Date(me.now.getTime() + HOUR_MS) });

/** The acts of the product that meet on the same rows, by the words in which the story tells them. */
export const ACTS = {
  "likes a post": (run, me, about) => likePost(me, { id: postOf(run, about) }),
  "takes back a like": async (run, me, about) => {
    const liked = await read<{ id: string }>(me, "interleavings.liked")`
      SELECT "postId" AS id FROM "Like" WHERE "userId" = ${me.actor.id} ORDER BY 1`;
    await unlikePost(me, liked[about % liked.length] ?? { id: postOf(run, about) });
  },
  "reposts a post": (run, me, about) => repostPost(me, { id: postOf(run, about) }),
  "takes back a repost": (run, me, about) => unrepostPost(me, { id: postOf(run, about) }),
  "bookmarks a post": (run, me, about) => bookmarkPost(me, { id: postOf(run, about) }),
  "writes a post": async (run, me) =>
    run.note("Post", (await createPost(me, { content: "Hello #pegs", audience: "PUBLIC" })).id),
  "mentions somebody": async (run, me, about) =>
    run.note(
      "Post",
      (await createPost(me, { content: `Hello @${handleOf(run.world, otherOf(run, me, about))}`, audience: "PUBLIC" }))
        .id,
    ),
  "quotes a post": async (run, me, about) =>
    run.note("Post", (await createPost(me, { content: "Look", audience: "PUBLIC", quote_id: postOf(run, about) })).id),
  "withdraws a quote": (run, me) => {
    const mine = numberOf(me);
    return withdrawQuote(me, { id: run.world.posts[mine]!, quoteId: run.world.posts[(mine + 1) % NAMES.length]! });
  },
  "edits their post": (run, me) => editPost(me, { id: run.world.posts[numberOf(me)]!, content: "Edited #again" }),
  "deletes their post": (run, me) => deletePost(me, { id: run.world.posts[numberOf(me)]! }),
  "pins a post of theirs": async (_run, me, about) => {
    const own = await read<{ id: string }>(me, "interleavings.posts")`
      SELECT id FROM "Post" WHERE "authorId" = ${me.actor.id} AND "deletedAt" IS NULL ORDER BY id`;
    if (own.length > 0) await pinPost(me, own[about % own.length]!);
  },
  "comments on a post": async (run, me, about) =>
    run.note("Comment", (await addComment(me, { id: postOf(run, about), content: "Well" })).id),
  "deletes a comment": async (run, me) => {
    const [own] = await read<{ id: string }>(me, "interleavings.comment")`
      SELECT id FROM "Comment" WHERE "authorId" = ${me.actor.id} AND "deletedAt" IS NULL ORDER BY id LIMIT 1`;
    if (!own) return;
    run.made.delete(own.id);
    await deleteComment(me, own);
  },
  "follows somebody": (run, me, about) => followUser(me, { handle: handleOf(run.world, otherOf(run, me, about)) }),
  "unfollows somebody": (run, me, about) => unfollowUser(me, { handle: handleOf(run.world, otherOf(run, me, about)) }),
  "blocks somebody": (run, me, about) => blockUser(me, { handle: handleOf(run.world, otherOf(run, me, about)) }),
  "unblocks somebody": (run, me, about) => unblockUser(me, { handle: handleOf(run.world, otherOf(run, me, about)) }),
  "mutes somebody": (run, me, about) => muteUser(me, { handle: handleOf(run.world, otherOf(run, me, about)) }),
  "bets 6 coins": async (run, me, about) =>
    run.note("Drop", (await placeBet(me, { bin: about % 5, amount: 6 })).dropId),
  "bets 1 coin": async (run, me, about) => run.note("Drop", (await placeBet(me, { bin: about % 5, amount: 1 })).dropId),
  "claims free coins": (_run, me) => claimCoins(me),
  "buys the pet": (_run, me) => purchaseItem(me, { item: "profile-pet" }),
  "reveals their seed": (_run, me) => rotateSeeds(me, {}),
  "challenges somebody": async (run, me, about) =>
    run.note(
      "Duel",
      (await challengeUser(me, { game: "duel", opponent: handleOf(run.world, otherOf(run, me, about)) })).id,
    ),
  "accepts a challenge": (run, me) => answerChallenge(me, { id: challengeTo(run, me), action: "accept" }),
  "declines a challenge": (run, me) => answerChallenge(me, { id: challengeTo(run, me), action: "decline" }),
  "plays as challenger": (run, me) => answerChallenge(me, { id: run.world.duels[numberOf(me)]!, ...play }),
  "plays as opponent": (run, me) => answerChallenge(me, { id: challengeTo(run, me), ...play }),
  "cancels a challenge": (run, me) => answerChallenge(me, { id: run.world.duels[numberOf(me)]!, action: "cancel" }),
  "moves a scheduled post": (run, me) =>
    changeScheduledPost(me, {
      id: run.world.scheduled[numberOf(me)]!,
      publish_at: new Date(me.now.getTime() + HOUR_MS),
    }),
  "cancels a scheduled post": (run, me) => cancelScheduledPost(me, { id: run.world.scheduled[numberOf(me)]! }),
  "runs the scheduler": (_run, me) => publishDuePosts(hour(me)),
  "rotates their key": (run, me) => rotateKey(me, { id: run.world.keys[numberOf(me)]!.id, graceSeconds: 60 }),
  "revokes their key": (run, me) => revokeKey(me, { id: run.world.keys[numberOf(me)]!.id }),
  "calls with a key": async (run, me, about) => {
    const hash = hashSecret(run.world.keys[about % run.size]!.secret);
    const key = await findKeyByHash(hash);
    if (key && shouldRecordUse(key, me.now)) await recordKeyUse(key, hash, me.now);
  },
  "disables their endpoint": (run, me) => updateEndpoint(me, { id: run.touched(numberOf(me)), enabled: false }),
  "enables their endpoint": (run, me) => updateEndpoint(me, { id: run.touched(numberOf(me)), enabled: true }),
  "rotates a secret": (run, me) => rotateSecret(me, { id: run.world.endpoints[numberOf(me)]!, graceSeconds: 0 }),
  "deletes their endpoint": (run, me) => deleteEndpoint(me, { id: run.touched(numberOf(me)) }),
  "sends a delivery again": async (run, me) => {
    const id = run.world.endpoints[numberOf(me)]!;
    const [delivery] = await read<{ id: string }>(me, "interleavings.delivery")`
      SELECT id FROM "Delivery" WHERE "endpointId" = ${id} ORDER BY sequence LIMIT 1`;
    if (delivery) await redeliver(me, { id, deliveryId: delivery.id });
  },
  "delivers as a worker": (run, me, about) => deliver(run, me, run.world.endpoints[about % run.size]!),
  "announces what happened": (_run, me) => announceDue(me),
  "deletes what expired": (_run, me) => deleteExpired(me),
  "reads on in their log": (run, me) => run.readOn(me),
  "reads a post": (run, me, about) => getPost(me, { id: postOf(run, about) }),
  "closes their account": (_run, me) => closeAccount(me, {}),
  "opens it again": (_run, me) => reopenAccount(me, { id: me.actor.id }),
  "migrates the posts": (_run, me) => migrate(me),
} satisfies Record<string, Act>;

export type ActName = keyof typeof ACTS;
export const ACT_NAMES = Object.keys(ACTS) as ActName[];

const play = {
  action: "play" as const,
  clientSeed: "0123456789abcdef",
  picks: Array.from({ length: BALLS }, (_, ball) => ({ bin: ball % 5, stake: 1 })),
};

const challengeTo = (run: Run, me: Context) => run.world.duels[(numberOf(me) + NAMES.length - 1) % NAMES.length]!;

/** Claims what is due, and settles it without sending anything: every second one fails. */
async function deliver(run: Run, me: Context, endpointId: string): Promise<void> {
  const worker = `worker of ${me.actor.name}`;
  const { deliveries } = await claimDeliveries(me, worker, [{ endpointId, limit: 2 }]);
  for (const { id } of deliveries) run.hold(id, worker);
  for (const [index, delivery] of deliveries.entries()) {
    const failed = index % 2 === 1;
    const outcome = {
      responseStatus: failed ? 500 : 204,
      responseBody: "",
      error: failed ? "It answered 500" : null,
      durationMs: 5,
    };
    await settleAttempt(me, { delivery, outcome, retryAfterMs: 0, endedAt: me.now });
    run.release(delivery.id);
  }
  await releaseEndpoints(me, worker, [endpointId]);
}

/** As a release does that changes a table beside a running one: it waits for no lock for long. */
function migrate(me: Context): Promise<void> {
  return inTransaction(me, async (tx) => {
    await write(tx, "interleavings.lockTimeout")`SET LOCAL lock_timeout = '1ms'`;
    await write(tx, "interleavings.migrate")`ALTER TABLE "Post" ADD CONSTRAINT interleaved CHECK (true) NOT VALID`;
    await write(tx, "interleavings.migrateBack")`ALTER TABLE "Post" DROP CONSTRAINT interleaved`;
  });
}
