import { type Context, read, type VisitorContext } from "@/lib/domain/kernel/context";
import type { FactorSettings } from "./schema";

/** What an account requires beside its password: a code, if it has an authenticator app, or a passkey. */
export type SecondFactor = "code" | "passkey";

/** Returns what signing in with the password also requires; undefined if that is nothing. */
export async function secondFactorOf(ctx: VisitorContext, userId: string): Promise<SecondFactor | undefined> {
  const [has] = await read<{ app: boolean; passkey: boolean }>(ctx, "factors.second")`
    SELECT EXISTS (SELECT FROM "TotpFactor" WHERE "userId" = ${userId} AND "confirmedAt" IS NOT NULL) AS app,
           EXISTS (SELECT FROM "Passkey" WHERE "userId" = ${userId}) AS passkey`;
  if (has?.app) return "code";
  return has?.passkey ? "passkey" : undefined;
}

export async function hasSecondFactor(ctx: VisitorContext, userId: string): Promise<boolean> {
  return (await secondFactorOf(ctx, userId)) !== undefined;
}

export async function countRecoveryCodes(ctx: VisitorContext, userId: string): Promise<number> {
  const [row] = await read<{ count: number }>(ctx, "recoveryCodes.count")`
    SELECT count(*)::int AS count FROM "RecoveryCode" WHERE "userId" = ${userId}`;
  return row?.count ?? 0;
}

export async function getFactorSettings(ctx: Context): Promise<FactorSettings> {
  const userId = ctx.actor.id;
  const [user, totp, passkeys, recoveryCodesLeft] = await Promise.all([
    ctx.db.user.findUniqueOrThrow({ where: { id: userId }, select: { passwordHash: true } }),
    ctx.db.totpFactor.findUnique({ where: { userId, confirmedAt: { not: null } } }),
    ctx.db.passkey.findMany({ where: { userId }, orderBy: { createdAt: "asc" } }),
    countRecoveryCodes(ctx, userId),
  ]);
  return {
    hasPassword: user.passwordHash !== null,
    totp: totp && present(totp),
    passkeys: passkeys.map((passkey) => ({ id: passkey.id, ...present(passkey) })),
    recoveryCodesLeft,
  };
}

function present({ name, createdAt, lastUsedAt }: { name: string; createdAt: Date; lastUsedAt: Date | null }) {
  return { name, createdAt: createdAt.toISOString(), lastUsedAt: lastUsedAt?.toISOString() ?? null };
}
