import { isWithin } from "@/lib/infra/network/network";
import { isDeepStrictEqual } from "node:util";
import { writeAuditEntry } from "@/lib/domain/audit-log/commands";
import { type Context, inTransaction, type VisitorContext } from "@/lib/domain/context";
import { forbidden } from "@/lib/domain/errors";
import { requireAdmin } from "@/lib/domain/guards/staff";
import { type SignUpLimits, signUpLimits } from "./schema";

const NAME = "sign-up-limits";
const NO_LIMITS: SignUpLimits = { networks: [], mailDomains: [] };

/**
 * Returns the networks and mail domains that cannot sign up, for admins.
 * @throws DomainError `forbidden`
 */
export async function getSignUpLimits(ctx: Context): Promise<SignUpLimits> {
  requireAdmin(ctx);
  return readLimits(ctx);
}

/**
 * Replaces the networks and mail domains that cannot sign up.
 * @throws DomainError `forbidden`
 */
export async function changeSignUpLimits(ctx: Context, limits: SignUpLimits): Promise<SignUpLimits> {
  requireAdmin(ctx);
  await inTransaction(ctx, async (tx) => {
    if (isDeepStrictEqual(await readLimits(tx), limits)) return;
    const changed = { value: limits, updatedById: tx.actor.id, updatedAt: tx.now };
    await tx.db.siteSetting.upsert({ where: { name: NAME }, create: { name: NAME, ...changed }, update: changed });
    const details = { setting: NAME, networks: limits.networks.join(" "), mailDomains: limits.mailDomains.join(" ") };
    await writeAuditEntry(tx, { action: "setting.changed", accountId: null, details });
  });
  return limits;
}

/**
 * Rejects a sign-up from a blocked network or mail domain.
 * @throws DomainError `forbidden`
 */
export async function rejectLimitedSignUp(ctx: VisitorContext, email: string): Promise<void> {
  const { networks, mailDomains } = await readLimits(ctx);
  const domain = `.${email.slice(email.lastIndexOf("@") + 1).toLowerCase()}`;
  if (mailDomains.some((closed) => domain.endsWith(`.${closed}`)))
    throw forbidden("You can’t sign up with an address of this mail provider. Use another one.");
  const { clientIp } = ctx;
  if (clientIp !== undefined && networks.some((closed) => isWithin(clientIp, closed)))
    throw forbidden("You can’t sign up from this network. Ask whoever runs this site.");
}

async function readLimits({ db }: VisitorContext): Promise<SignUpLimits> {
  const setting = await db.siteSetting.findUnique({ where: { name: NAME }, select: { value: true } });
  return setting ? signUpLimits.parse(setting.value) : NO_LIMITS;
}
