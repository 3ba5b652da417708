import { type VisitorContext, type Context, read, write } from "@/lib/domain/kernel/context";
import { matchesPassword } from "./password";
import { MAX_EMAIL_LENGTH, normalizeLogin } from "./rules";
import { createHmac } from "node:crypto";
import { env } from "@/lib/infra/environment/env";
import { quoted } from "@/lib/infra/database/sql";
import type { User } from "@/lib/infra/prisma/client";

export type Credentials = Pick<User, "id" | "passwordHash" | "suspendedAt">;

/** Normalizes a login as it is stored; null if no account can have it. */
export function loginName(login: string): string | null {
  const name = normalizeLogin(login);
  return name.length > MAX_EMAIL_LENGTH || name.includes("\0") || !name.isWellFormed() ? null : name;
}

/** Finds the account of an e-mail address or handle, in any case. */
export async function findCredentials(ctx: VisitorContext, login: string): Promise<Credentials | null> {
  const name = loginName(login);
  if (name === null) return null;
  const by = name.includes("@") ? "email" : "handle";
  const [credentials] = await read<Credentials>(ctx, `users.credentials.${by}`)`
    SELECT id, "passwordHash", "suspendedAt" FROM "User" WHERE ${quoted(by)} = ${name}`;
  return credentials ?? null;
}

/** Returns the account whose password matches, suspended or not, or null. Takes equally long for an unknown account. */
export async function verifyCredentials(
  ctx: VisitorContext,
  credentials: Credentials | null,
  password: string,
): Promise<Credentials | null> {
  const matches = await matchesPassword(ctx, credentials?.passwordHash, password);
  return matches ? credentials : null;
}

export async function rememberNetwork(ctx: VisitorContext, userId: string, network: string): Promise<void> {
  const hash = hashOf(userId, network);
  await write(ctx, "networks.remember")`
    INSERT INTO "SignInNetwork" ("userId", network, "lastSignInAt") VALUES (${userId}, ${hash}, ${ctx.now})
    ON CONFLICT ("userId", network) DO UPDATE SET "lastSignInAt" = EXCLUDED."lastSignInAt"`;
}

export async function isKnownNetwork(ctx: VisitorContext, userId: string, network: string): Promise<boolean> {
  const [known] = await read<{ userId: string }>(ctx, "networks.known")`
    SELECT "userId" FROM "SignInNetwork" WHERE "userId" = ${userId} AND network = ${hashOf(userId, network)}`;
  return known !== undefined;
}

export async function forgetNetworksSince(tx: Context, since: Date): Promise<void> {
  await write(tx, "networks.forgetSince")`
    DELETE FROM "SignInNetwork" WHERE "userId" = ${tx.actor.id} AND "lastSignInAt" >= ${since}`;
}

/** A keyed hash, so that the rows do not reveal where people live. */
function hashOf(userId: string, network: string): string {
  return createHmac("sha256", env().authSecret).update(`${userId} ${network}`).digest("base64url");
}
