import { type Context, inTransaction } from "@/lib/domain/context";
import { invalid, notFound, Refusal } from "@/lib/domain/errors";
import { record } from "@/lib/domain/events/commands";
import { MAX_FOLLOWING } from "./rules";
import type { FollowState } from "./schema";

interface Handle {
  handle: string;
}

/** Follows somebody. Doing it again changes nothing and is no event. Refuses with `conflict` beyond 5,000 people. */
export function followUser(ctx: Context, { handle }: Handle): Promise<FollowState> {
  return inTransaction(ctx, async (tx) => {
    const person = await findPerson(tx, handle);
    if (person.id === tx.actor.id) throw invalid([{ param: "handle", message: "You cannot follow yourself" }]);
    await lockPair(tx, person.id);
    const pair = { followerId: tx.actor.id, followeeId: person.id };
    const { count } = await tx.db.follow.createMany({ data: { ...pair, createdAt: tx.now }, skipDuplicates: true });
    if (count === 1) {
      await refuseTooMany(tx);
      await moveCounts(tx, person.id, 1);
      const notice = { userIds: [person.id], preview: null, link: `/users/${tx.actor.handle}` };
      await record(
        tx,
        "follow.created",
        { userId: person.id, handle: person.handle },
        { subjectId: person.id, notice },
      );
    }
    return { following: true };
  });
}

export function unfollowUser(ctx: Context, { handle }: Handle): Promise<FollowState> {
  return inTransaction(ctx, async (tx) => {
    const person = await findPerson(tx, handle);
    await lockPair(tx, person.id);
    const { count } = await tx.db.follow.deleteMany({ where: { followerId: tx.actor.id, followeeId: person.id } });
    if (count === 1) {
      await moveCounts(tx, person.id, -1);
      await record(tx, "follow.deleted", { userId: person.id, handle: person.handle }, { subjectId: person.id });
    }
    return { following: false };
  });
}

async function findPerson(tx: Context, handle: string): Promise<{ id: string; handle: string }> {
  const person = await tx.db.user.findUnique({
    where: { handle: handle.toLowerCase() },
    select: { id: true, handle: true },
  });
  if (!person) throw notFound();
  return person;
}

/** Their own row is locked: nobody passes the bound with two at once. */
async function refuseTooMany(tx: Context): Promise<void> {
  const { followingCount } = await tx.db.user.findUniqueOrThrow({
    where: { id: tx.actor.id },
    select: { followingCount: true },
  });
  if (followingCount >= MAX_FOLLOWING)
    throw new Refusal(
      "conflict",
      `You follow ${MAX_FOLLOWING.toLocaleString("en-US")} people, and nobody can follow more. Unfollow somebody first.`,
    );
}

/** Both rows in the order of their ids: two people who follow each other at once wait in one line, not for each other. */
async function lockPair(tx: Context, personId: string): Promise<void> {
  await tx.db.$queryRaw`SELECT id FROM "User" WHERE id IN (${tx.actor.id}, ${personId}) ORDER BY id FOR NO KEY UPDATE`;
}

async function moveCounts(tx: Context, followeeId: string, step: 1 | -1): Promise<void> {
  await tx.db.$executeRaw`
    UPDATE "User" SET "followingCount" = "followingCount" + CASE WHEN id = ${tx.actor.id} THEN ${step}::int ELSE 0 END,
                      "followersCount" = "followersCount" + CASE WHEN id = ${followeeId} THEN ${step}::int ELSE 0 END
     WHERE id IN (${tx.actor.id}, ${followeeId})`;
}
