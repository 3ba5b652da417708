import { createHash } from "node:crypto";
import { foldCode } from "@/lib/domain/kernel/text/folding";
import { type Context, inTransaction, type VisitorContext, write } from "@/lib/domain/kernel/context";
import { conflict } from "@/lib/domain/kernel/errors";
import { lockActorWithSession } from "@/lib/domain/kernel/locks";
import { recordSecurityChange } from "./security-change";
import { countRecoveryCodes, hasSecondFactor } from "./queries";
import { RECOVERY_CODE_LENGTH, RECOVERY_CODES } from "./rules";

/** Crockford's base 32, which leaves out letters that look like digits. */
const DIGITS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";

/** Replaces the account's recovery codes, and returns the new ones; only their hashes are stored. */
async function issueRecoveryCodes(tx: Context): Promise<string[]> {
  const codes = Array.from({ length: RECOVERY_CODES }, () => newCode(tx));
  await Promise.all([
    deleteRecoveryCodes(tx),
    write(tx, "recoveryCodes.insert")`
      INSERT INTO "RecoveryCode" ("userId", hash, "createdAt")
      SELECT ${tx.actor.id}, hash, ${tx.now}::timestamptz FROM unnest(${codes.map(hashOf)}::text[]) AS hash`,
  ]);
  return codes;
}

/** Issues codes to an account that has none, and returns the new ones. */
export async function issueFirstCodes(tx: Context): Promise<string[]> {
  return (await countRecoveryCodes(tx, tx.actor.id)) > 0 ? [] : issueRecoveryCodes(tx);
}

/**
 * Issues new recovery codes. Earlier ones stop working.
 * @throws DomainError `conflict` for an account without a factor
 */
export function renewRecoveryCodes(ctx: Context): Promise<{ recoveryCodes: string[] }> {
  return inTransaction(ctx, async (tx) => {
    await lockActorWithSession(tx);
    if (!(await hasSecondFactor(tx, tx.actor.id)))
      throw conflict("Recovery codes stand in for a second factor. Add one first.");
    await recordSecurityChange(tx, "recovery-codes.renewed", "New recovery codes were made. The old ones are void.");
    return { recoveryCodes: await issueRecoveryCodes(tx) };
  });
}

/** Consumes one of the account's recovery codes: of any number of concurrent callers, one gets true. */
export async function consumeRecoveryCode(tx: VisitorContext, userId: string, code: string): Promise<boolean> {
  const used = await write(tx, "recoveryCodes.consume")`
    DELETE FROM "RecoveryCode" WHERE "userId" = ${userId} AND hash = ${hashOf(code)}`;
  return used > 0;
}

export async function deleteRecoveryCodes(tx: Context): Promise<void> {
  await write(tx, "recoveryCodes.delete")`DELETE FROM "RecoveryCode" WHERE "userId" = ${tx.actor.id}`;
}

export async function deleteUnneededCodes(tx: Context): Promise<void> {
  if (!(await hasSecondFactor(tx, tx.actor.id))) await deleteRecoveryCodes(tx);
}

/** Makes a code in groups of four digits. 256 is a multiple of 32, so that no digit is favoured. */
function newCode({ random }: VisitorContext): string {
  const digits = Array.from(random(RECOVERY_CODE_LENGTH), (byte) => DIGITS[byte % DIGITS.length]).join("");
  return digits.match(/.{4}/g)!.join("-");
}

/** Hashes a code however it was typed, also with letters that look like digits. */
function hashOf(code: string): string {
  const digits = foldCode(code).replace(/O/g, "0").replace(/[IL]/g, "1");
  return createHash("sha256").update(digits).digest("hex");
}
