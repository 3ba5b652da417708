import { isDeepStrictEqual } from "node:util";
import { writeAuditEntry } from "@/lib/domain/audit-log/commands";
import { type Context, inTransaction, type VisitorContext } from "@/lib/domain/context";
import { requireAdmin } from "@/lib/domain/guards/staff";
import { type SignUpSettings, signUpSettings } from "./schema";

const NAME = "sign-up";
/** On a new site anybody can sign up, without a proof of work. */
const DEFAULTS: SignUpSettings = { mode: "open", proof: "never" };

/**
 * Returns how accounts are created, for admins.
 * @throws DomainError `forbidden`
 */
export async function getSignUpSettings(ctx: Context): Promise<SignUpSettings> {
  requireAdmin(ctx);
  return readSignUpSettings(ctx);
}

/**
 * Changes how accounts are created, and records the former settings in the audit log.
 * @throws DomainError `forbidden`
 */
export async function changeSignUpSettings(ctx: Context, settings: SignUpSettings): Promise<SignUpSettings> {
  requireAdmin(ctx);
  await inTransaction(ctx, async (tx) => {
    const before = await readSignUpSettings(tx);
    if (isDeepStrictEqual(before, settings)) return;
    const changed = { value: settings, updatedById: tx.actor.id, updatedAt: tx.now };
    await tx.db.siteSetting.upsert({ where: { name: NAME }, create: { name: NAME, ...changed }, update: changed });
    const details = { setting: NAME, ...settings, modeBefore: before.mode, proofBefore: before.proof };
    await writeAuditEntry(tx, { action: "setting.changed", accountId: null, details });
  });
  return settings;
}

/** Returns how accounts are created, for a sign-up. */
export async function readSignUpSettings({ db }: VisitorContext): Promise<SignUpSettings> {
  const setting = await db.siteSetting.findUnique({ where: { name: NAME }, select: { value: true } });
  return { ...DEFAULTS, ...(setting && signUpSettings.partial().parse(setting.value)) };
}
