import { randomInt } from "node:crypto";
import type { Context } from "@/lib/domain/kernel/context";
import { linkDiscord } from "@/lib/domain/play/guilds/commands";
import { database } from "@/lib/infra/database/db";
import { newPerson } from "@/tests/support/people";

export const newSnowflake = () => String(randomInt(10 ** 13, 10 ** 14));

export interface Linked {
  ctx: Context;
  discordId: string;
}

/** Somebody with a linked Discord account, and a score in Plinko. */
export async function newLinked(score: number): Promise<Linked> {
  const ctx = await newPlayer(score);
  const discordId = newSnowflake();
  await linkDiscord(ctx, discordId);
  return { ctx, discordId };
}

export async function newPlayer(score: number): Promise<Context> {
  const ctx = await newPerson();
  await database().prisma.leaderboardRecord.create({
    data: { game: "plinko", userId: ctx.actor.id, running: score, score, gamesPlayed: 1, reachedAt: ctx.now },
  });
  return ctx;
}
