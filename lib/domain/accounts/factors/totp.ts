import { Secret, TOTP as Authenticator } from "otpauth";
import { foldCode } from "@/lib/domain/kernel/text/folding";
import { type Context, inTransaction, read, type VisitorContext, write } from "@/lib/domain/kernel/context";
import { conflict, type DomainError, invalid } from "@/lib/domain/kernel/errors";
import { lockActorWithSession, lockAccount } from "@/lib/domain/kernel/locks";
import { readSiteName, siteName } from "@/lib/domain/accounts/users/site-name";
import { requireProvedAddress } from "@/lib/domain/accounts/guards/verified-email";
import type { TotpFactor } from "@/lib/infra/prisma/client";
import { decrypt, encrypt } from "@/lib/infra/secrets";
import { recordSecurityChange } from "./security-change";
import { deleteUnneededCodes, issueFirstCodes } from "./recovery-codes";
import { CLOCK_SKEW_STEPS, TOTP, TOTP_SECRET_BYTES } from "./rules";
import type { NewTotp, TotpSetup } from "./schema";

const MS_PER_STEP = TOTP.period * 1000;

/**
 * Creates the secret of an authenticator app. Sign-in requires its codes once the first one is confirmed.
 * @throws DomainError `conflict` while the account has one, `forbidden` while its address is not verified
 */
export async function beginTotp(ctx: Context, { name }: NewTotp): Promise<TotpSetup> {
  requireProvedAddress(ctx.actor);
  await readSiteName();
  const authenticator = authenticatorOf(Buffer.from(ctx.random(TOTP_SECRET_BYTES)).toString("hex"), ctx.actor.handle);
  const { base32, hex } = authenticator.secret;
  const begun = await write(ctx, "totp.begin")`
    INSERT INTO "TotpFactor" ("userId", name, secret, "createdAt")
    VALUES (${ctx.actor.id}, ${name}, ${encrypt(hex)}, ${ctx.now})
    ON CONFLICT ("userId") DO UPDATE SET name = EXCLUDED.name, secret = EXCLUDED.secret,
                                         "createdAt" = EXCLUDED."createdAt", "lastStep" = NULL
     WHERE "TotpFactor"."confirmedAt" IS NULL`;
  if (begun === 0) throw conflict("Your account has an authenticator app already. Turn it off first.");
  return { secret: base32, uri: authenticator.toString() };
}

/**
 * Returns recovery codes if the account has none.
 * @throws DomainError `invalid_request` for a wrong code, `conflict` if nothing waits to be confirmed
 */
export function confirmTotp(ctx: Context, { code }: { code: string }): Promise<{ recoveryCodes: string[] }> {
  return inTransaction(ctx, async (tx) => {
    const userId = tx.actor.id;
    await lockActorWithSession(tx);
    const [factor] = await read<Pick<TotpFactor, "name" | "secret">>(tx, "totp.unconfirmed")`
      SELECT name, secret FROM "TotpFactor" WHERE "userId" = ${userId} AND "confirmedAt" IS NULL FOR UPDATE`;
    if (!factor) throw conflict("There is no authenticator app to turn on. Set one up first.");
    const step = stepOf(factor.secret, code, tx.now);
    if (step === undefined) throw wrongCode("code");
    await write(tx, "totp.confirm")`
      UPDATE "TotpFactor" SET "confirmedAt" = ${tx.now}, "lastStep" = ${step} WHERE "userId" = ${userId}`;
    const { name } = factor;
    await recordSecurityChange(tx, "factor.added", "An authenticator app was added as a second factor.", { name });
    return { recoveryCodes: await issueFirstCodes(tx) };
  });
}

export async function removeTotp(ctx: Context): Promise<void> {
  await inTransaction(ctx, async (tx) => {
    await lockAccount(tx, tx.actor.id);
    const [removed] = await read<Pick<TotpFactor, "name" | "confirmedAt">>(tx, "totp.delete")`
      DELETE FROM "TotpFactor" WHERE "userId" = ${tx.actor.id} RETURNING name, "confirmedAt"`;
    await deleteUnneededCodes(tx);
    if (removed?.confirmedAt)
      await recordSecurityChange(tx, "factor.removed", "The authenticator app was turned off as a second factor.", {
        name: removed.name,
      });
  });
}

/** Accepts a correct code: of any number of concurrent callers with one code, one gets true. */
export async function acceptTotpCode(ctx: VisitorContext, userId: string, code: string): Promise<boolean> {
  const [factor] = await read<Pick<TotpFactor, "secret">>(ctx, "totp.confirmed")`
    SELECT secret FROM "TotpFactor" WHERE "userId" = ${userId} AND "confirmedAt" IS NOT NULL`;
  if (!factor) return false;
  const step = stepOf(factor.secret, code, ctx.now);
  if (step === undefined) return false;
  const accepted = await write(ctx, "totp.accept")`
    UPDATE "TotpFactor" SET "lastStep" = ${step}, "lastUsedAt" = ${ctx.now}
     WHERE "userId" = ${userId} AND secret = ${factor.secret} AND ("lastStep" IS NULL OR "lastStep" < ${step})`;
  return accepted > 0;
}

export function wrongCode(param: string): DomainError {
  return invalid([{ param, message: "This code isn’t right, or it was used already. Wait for the next one." }]);
}

/** The time step that a code belongs to, if it is valid now. Compares in constant time. */
function stepOf(encrypted: string, code: string, now: Date): number | undefined {
  const token = foldCode(code);
  // The library throws for six characters that are more than six bytes.
  if (!/^[0-9]+$/.test(token)) return undefined;
  const timestamp = now.getTime();
  const delta = authenticatorOf(decrypt(encrypted)).validate({ token, timestamp, window: CLOCK_SKEW_STEPS });
  return delta === null ? undefined : Math.floor(timestamp / MS_PER_STEP) + delta;
}

const authenticatorOf = (hex: string, label = "") =>
  new Authenticator({ ...TOTP, issuer: siteName(), label, secret: Secret.fromHex(hex) });
