import type { Context } from "@/lib/domain/context";
import { randomBase62 } from "@/lib/domain/id";
import { releaseHandle } from "./handles";

/** Deletes every means of signing in to a closed account. */
export async function deleteOwnSignIns({ db, actor }: Context): Promise<void> {
  const where = { userId: actor.id };
  await db.oAuthAccount.deleteMany({ where });
  await db.session.deleteMany({ where });
  await db.signInNetwork.deleteMany({ where });
  await db.emailToken.deleteMany({ where });
}

/** Anonymizes a closed account's row, which stays because others have replied to it. */
export async function anonymizeOwnUser(tx: Context): Promise<void> {
  const userId = tx.actor.id;
  const { handle, handleChosen } = await tx.db.user.findUniqueOrThrow({
    where: { id: userId },
    select: { handle: true, handleChosen: true },
  });
  if (handleChosen) await releaseHandle(tx, { userId, handle });
  await tx.db.user.update({
    where: { id: userId },
    data: {
      handle: `gone_${randomBase62(tx.random, 14).toLowerCase()}`,
      name: "Somebody who left",
      email: null,
      emailVerifiedAt: null,
      passwordHash: null,
      image: null,
      bio: "",
      suspendedAt: tx.now,
      closedAt: tx.now,
      presenceVisibility: "nobody",
      postsCount: 0,
      publicPostsCount: 0,
      followersCount: 0,
      followingCount: 0,
    },
    select: { id: true },
  });
}
