import { getPublicProfile } from "@/lib/domain/accounts/users/profile";
import { type Context, inTransaction, read, write } from "@/lib/domain/kernel/context";
import { conflict, invalid, notFound } from "@/lib/domain/kernel/errors";
import { record } from "@/lib/domain/consequences/events/commands";
import { lockActor, lockAccounts } from "@/lib/domain/kernel/locks";
import { retract } from "@/lib/domain/consequences/notifications/commands";
import { recordUndone } from "@/lib/domain/consequences/incoming/acts";
import { visibleProfile } from "@/lib/domain/kernel/visibility";
import type { Follow, User } from "@/lib/infra/prisma/client";
import { MAX_FOLLOWING } from "./rules";
import type { FollowState } from "./schema";

interface Handle {
  handle: string;
}

type Pair = Pick<Follow, "followerId" | "followeeId">;

/**
 * Follows somebody. Following again changes nothing and records no event.
 * @throws DomainError `conflict` beyond `MAX_FOLLOWING` people
 */
export function followUser(ctx: Context, { handle }: Handle): Promise<FollowState> {
  return inTransaction(ctx, async (tx) => {
    const person = await findPerson(tx, handle);
    if (person.id === tx.actor.id) throw invalid([{ param: "handle", message: "You cannot follow yourself" }]);
    await lockAccounts(tx, [tx.actor.id, person.id]);
    // Checked again under the lock, which a concurrent block or closing also takes.
    await Promise.all([lockActor(tx), findPerson(tx, handle)]);
    const pair = { followerId: tx.actor.id, followeeId: person.id };
    const inserted = await write(tx, "follows.insert")`
      INSERT INTO "Follow" ("followerId", "followeeId", "createdAt")
      VALUES (${pair.followerId}, ${pair.followeeId}, ${tx.now}) ON CONFLICT DO NOTHING`;
    if (inserted === 1) {
      await rejectTooMany(tx);
      await moveCounts(tx, pair, 1);
      const notification = { userIds: [person.id], preview: null, link: `/users/${tx.actor.handle}` };
      await record(
        tx,
        "follow.created",
        { userId: person.id, handle: person.handle },
        { subjectId: person.id, notifications: [notification], readResource: () => getPublicProfile(tx, person) },
      );
    }
    return { following: true };
  });
}

export function unfollowUser(ctx: Context, { handle }: Handle): Promise<FollowState> {
  return inTransaction(ctx, async (tx) => {
    const person = await findPerson(tx, handle);
    await lockAccounts(tx, [tx.actor.id, person.id]);
    if (await deleteFollow(tx, { followerId: tx.actor.id, followeeId: person.id }))
      await record(tx, "follow.deleted", { userId: person.id, handle: person.handle }, { subjectId: person.id });
    return { following: false };
  });
}

/**
 * Undoes the follows between the actor and somebody, both ways. Only the actor's account gets an event. Locks both
 * accounts.
 */
export async function undoFollowsBetween(tx: Context, person: { id: string; handle: string }): Promise<void> {
  await lockAccounts(tx, [tx.actor.id, person.id]);
  const ends = [
    { followerId: tx.actor.id, followeeId: person.id },
    { followerId: person.id, followeeId: tx.actor.id },
  ];
  for (const end of ends) {
    const deleted = await deleteFollow(tx, end);
    await recordUndone(tx, { kind: "follow", subjectId: end.followeeId, actorId: end.followerId });
    if (!deleted) continue;
    if (end.followerId === tx.actor.id)
      await record(tx, "follow.deleted", { userId: person.id, handle: person.handle }, { subjectId: person.id });
    else await retract(tx, "FOLLOW", end.followeeId, end.followerId);
  }
}

async function deleteFollow(tx: Context, pair: Pair): Promise<boolean> {
  const deleted = await write(tx, "follows.delete")`
    DELETE FROM "Follow" WHERE "followerId" = ${pair.followerId} AND "followeeId" = ${pair.followeeId}`;
  if (deleted === 1) await moveCounts(tx, pair, -1);
  return deleted === 1;
}

async function findPerson(tx: Context, handle: string): Promise<{ id: string; handle: string }> {
  const [person] = await read<{ id: string; handle: string }>(tx, "graph.person")`
    SELECT u.id, u.handle FROM "User" u
    WHERE u.handle = ${handle.toLowerCase()} AND ${visibleProfile(tx.actor.id)}`;
  if (!person) throw notFound();
  return person;
}

/** Requires the actor's row to be locked, so that concurrent follows cannot exceed the limit. */
async function rejectTooMany(tx: Context): Promise<void> {
  const [actor] = await read<Pick<User, "followingCount">>(tx, "follows.following")`
    SELECT "followingCount" FROM "User" WHERE id = ${tx.actor.id}`;
  if (actor && actor.followingCount >= MAX_FOLLOWING)
    throw conflict(
      `Nobody can follow more than ${MAX_FOLLOWING.toLocaleString("en-US")} people. Unfollow somebody first.`,
    );
}

async function moveCounts(tx: Context, { followerId, followeeId }: Pair, step: 1 | -1): Promise<void> {
  await write(tx, "follows.count")`
    UPDATE "User"
      SET "followingCount" = "followingCount" + CASE WHEN id = ${followerId} THEN ${step}::int ELSE 0 END,
          "followersCount" = "followersCount" + CASE WHEN id = ${followeeId} THEN ${step}::int ELSE 0 END
    WHERE id IN (${followerId}, ${followeeId})`;
}
