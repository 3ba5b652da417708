import { type Context, read, type VisitorContext } from "@/lib/domain/kernel/context";
import { readAccount } from "@/lib/domain/accounts/users/account";
import type { TotpFactor } from "@/lib/infra/prisma/client";
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
  const [account, [totp], passkeys, recoveryCodesLeft] = await Promise.all([
    readAccount(ctx, userId),
    read<FactorRow>(ctx, "totp.own")`
      SELECT name, "createdAt", "lastUsedAt" FROM "TotpFactor"
      WHERE "userId" = ${userId} AND "confirmedAt" IS NOT NULL`,
    read<FactorRow & { id: string }>(ctx, "passkeys.list")`
      SELECT id, name, "createdAt", "lastUsedAt" FROM "Passkey" WHERE "userId" = ${userId} ORDER BY "createdAt"`,
    countRecoveryCodes(ctx, userId),
  ]);
  return {
    hasPassword: account.passwordHash !== null,
    totp: totp ? present(totp) : null,
    passkeys: passkeys.map((passkey) => ({ id: passkey.id, ...present(passkey) })),
    recoveryCodesLeft,
  };
}

type FactorRow = Pick<TotpFactor, "name" | "createdAt" | "lastUsedAt">;

function present({ name, createdAt, lastUsedAt }: FactorRow) {
  return { name, createdAt: createdAt.toISOString(), lastUsedAt: lastUsedAt?.toISOString() ?? null };
}
