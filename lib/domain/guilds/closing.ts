import type { Context } from "@/lib/domain/context";

/** Deletes what Discord reported about the actor, whose account is being closed or unlinked. */
export async function deleteOwnGuilds({ db, actor }: Context): Promise<void> {
  await db.guildMember.deleteMany({ where: { userId: actor.id } });
  await db.discordGrant.deleteMany({ where: { userId: actor.id } });
}
