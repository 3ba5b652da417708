import { createHmac } from "node:crypto";
import type { Context, VisitorContext } from "@/lib/domain/context";
import { env } from "@/lib/infra/environment/env";

/** Records that the account's owner signed in from a network. */
export async function rememberNetwork(ctx: VisitorContext, userId: string, network: string): Promise<void> {
  const hash = hashOf(userId, network);
  await ctx.db.$executeRaw`
    INSERT INTO "SignInNetwork" ("userId", network, "lastSignInAt") VALUES (${userId}, ${hash}, ${ctx.now})
    ON CONFLICT ("userId", network) DO UPDATE SET "lastSignInAt" = EXCLUDED."lastSignInAt"`;
}

/** Whether the owner recently signed in from a network. */
export async function isKnownNetwork(ctx: VisitorContext, userId: string, network: string): Promise<boolean> {
  return (await ctx.db.signInNetwork.count({ where: { userId, network: hashOf(userId, network) } })) > 0;
}

/** Forgets the networks that somebody signed in from since a time. */
export async function forgetNetworksSince({ db, actor }: Context, since: Date): Promise<void> {
  await db.signInNetwork.deleteMany({ where: { userId: actor.id, lastSignInAt: { gte: since } } });
}

/** A keyed hash, so that the rows do not reveal where people live. */
function hashOf(userId: string, network: string): string {
  return createHmac("sha256", env().authSecret).update(`${userId} ${network}`).digest("base64url");
}
