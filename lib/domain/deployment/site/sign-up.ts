import { isWithin } from "@/lib/infra/network/client-ip";
import { isDeepStrictEqual } from "node:util";
import { auditSetting } from "@/lib/domain/accounts/audit-log/commands";
import { type Context, inTransaction, read, type VisitorContext, write } from "@/lib/domain/kernel/context";
import { forbidden } from "@/lib/domain/kernel/errors";
import { requireAdmin } from "@/lib/domain/accounts/guards/staff";
import type { SiteSetting } from "@/lib/infra/prisma/client";
import { normalizeLogin } from "@/lib/domain/accounts/users/rules";
import { type SignUpLimits, signUpLimits, type SignUpSettings, signUpSettings } from "./schema";

const LIMITS = "sign-up-limits";
const SETTINGS = "sign-up";
/** On a new site anybody can sign up, without a proof of work. */
const DEFAULTS: SignUpSettings = { mode: "open", proof: "never" };

/** Returns the networks and mail domains that cannot sign up, for admins. @throws DomainError `forbidden` */
export async function getSignUpLimits(ctx: Context): Promise<SignUpLimits> {
  requireAdmin(ctx);
  return readLimits(ctx);
}

/** Returns how people sign up, for admins. @throws DomainError `forbidden` */
export async function getSignUpSettings(ctx: Context): Promise<SignUpSettings> {
  requireAdmin(ctx);
  return readSignUpSettings(ctx);
}

/** Changes which networks and mail domains cannot sign up. @throws DomainError `forbidden` */
export function changeSignUpLimits(ctx: Context, limits: SignUpLimits): Promise<SignUpLimits> {
  const details = { networks: limits.networks.join(" "), mailDomains: limits.mailDomains.join(" ") };
  return change(ctx, LIMITS, limits, { current: readLimits, detailsOf: () => details });
}

/** Records the former settings in the audit log. @throws DomainError `forbidden` */
export function changeSignUpSettings(ctx: Context, settings: SignUpSettings): Promise<SignUpSettings> {
  return change(ctx, SETTINGS, settings, {
    current: readSignUpSettings,
    detailsOf: ({ mode, proof }) => ({ ...settings, modeBefore: mode, proofBefore: proof }),
  });
}

async function change<Value extends object>(
  ctx: Context,
  name: string,
  value: Value,
  { current, detailsOf }: { current(tx: Context): Promise<Value>; detailsOf(before: Value): Record<string, string> },
): Promise<Value> {
  requireAdmin(ctx);
  await inTransaction(ctx, async (tx) => {
    const before = await current(tx);
    if (isDeepStrictEqual(before, value)) return;
    await write(tx, "site.changeSetting")`
      INSERT INTO "SiteSetting" (name, value, "updatedById", "updatedAt")
      VALUES (${name}, ${JSON.stringify(value)}::jsonb, ${tx.actor.id}, ${tx.now})
      ON CONFLICT (name) DO UPDATE SET value = excluded.value, "updatedById" = excluded."updatedById",
                                       "updatedAt" = excluded."updatedAt"`;
    await auditSetting(tx, { setting: name, ...detailsOf(before) });
  });
  return value;
}

/** Rejects a blocked network or mail domain. @throws DomainError `forbidden` */
export async function rejectLimitedSignUp(ctx: VisitorContext, address: string): Promise<void> {
  const { networks, mailDomains } = await readLimits(ctx);
  const email = normalizeLogin(address);
  const domain = `.${email.slice(email.lastIndexOf("@") + 1)}`;
  if (mailDomains.some((closed) => domain.endsWith(`.${closed}`)))
    throw forbidden("You can’t sign up with an address of this mail provider. Use another one.");
  const { clientIp } = ctx;
  if (clientIp !== undefined && networks.some((closed) => isWithin(clientIp, closed)))
    throw forbidden("You can’t sign up from this network. Ask whoever runs this site.");
}

async function readLimits(ctx: VisitorContext): Promise<SignUpLimits> {
  const value = await readSetting(ctx, LIMITS);
  return value ? signUpLimits.parse(value) : { networks: [], mailDomains: [] };
}

export async function readSignUpSettings(ctx: VisitorContext): Promise<SignUpSettings> {
  const value = await readSetting(ctx, SETTINGS);
  return { ...DEFAULTS, ...(value !== undefined && signUpSettings.partial().parse(value)) };
}

async function readSetting(ctx: VisitorContext, name: string): Promise<unknown> {
  const [setting] = await read<Pick<SiteSetting, "value">>(ctx, "site.setting")`
    SELECT value FROM "SiteSetting" WHERE name = ${name}`;
  return setting?.value;
}
