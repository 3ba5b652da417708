import { createHmac } from "node:crypto";
import { actAs, type Context, inTransaction, read, type VisitorContext, write } from "@/lib/domain/kernel/context";
import { HOUR_MS } from "@/lib/domain/kernel/durations";
import { verifiedEmail } from "@/lib/domain/accounts/mail/outbox";
import { record } from "@/lib/domain/consequences/events/commands";
import { lockAccount } from "@/lib/domain/kernel/locks";
import { readAccount } from "@/lib/domain/accounts/users/account";
import { knownBrowser } from "@/lib/domain/accounts/users/browsers";
import { MAX_DEVICE_LETTERS_PER_HOUR, MAX_DEVICES } from "@/lib/domain/accounts/users/rules";
import { beginSession, type NewSession } from "@/lib/domain/accounts/users/sessions";
import { env } from "@/lib/infra/environment/env";
import { type Credential, requireCurrent } from "./credential";

interface SignIn extends Omit<NewSession, "details"> {
  deviceId: string;
  /** How the person proved to be the owner, such as `passkey`. */
  method: string;
  /** Absent if an earlier step checked it, or if signing in reopened the account. */
  credential?: Credential;
}

/**
 * Signs somebody in and returns the session's id. Notifies the owner of a browser that is new to the account.
 * @throws DomainError `conflict` if the credential was replaced or removed meanwhile
 */
export function signIn(ctx: VisitorContext, { deviceId, method, credential, ...session }: SignIn): Promise<string> {
  return inTransaction(ctx, async (tx) => {
    await lockAccount(tx, session.userId);
    if (credential) await requireCurrent(tx, session.userId, credential);
    const newBrowser = await rememberDevice(tx, { deviceId, ...session });
    return beginSession(tx, { ...session, details: { method, newBrowser } });
  });
}

/** Returns whether it notified the owner: not of the account's first sign-in, which the audit log records. */
async function rememberDevice(
  tx: VisitorContext,
  { userId, deviceId, userAgent }: Pick<SignIn, "userId" | "deviceId" | "userAgent">,
): Promise<boolean> {
  const [known] = await read<{ isNew: boolean; isFirst: boolean }>(tx, "devices.remember")`
    INSERT INTO "SignInDevice" AS d ("userId", device, "createdAt", "lastSignInAt")
    VALUES (${userId}, ${hashOf(userId, deviceId)}, ${tx.now}, ${tx.now})
    ON CONFLICT ("userId", device) DO UPDATE SET "lastSignInAt" = EXCLUDED."lastSignInAt"
    RETURNING d.xmax = 0 AS "isNew",
      NOT EXISTS (SELECT 1 FROM "AuditEntry" e
          WHERE e."accountId" = ${userId} AND e.action = 'sign-in') AS "isFirst"`;
  if (!known?.isNew || known.isFirst) return false;
  await write(tx, "devices.forgetOldest")`
    DELETE FROM "SignInDevice" WHERE "userId" = ${userId} AND device IN (
      SELECT device FROM "SignInDevice" WHERE "userId" = ${userId}
       ORDER BY "lastSignInAt" DESC, device OFFSET ${MAX_DEVICES})`;
  await notifyOwner(tx, userId, userAgent);
  return true;
}

async function notifyOwner(tx: VisitorContext, userId: string, userAgent: string): Promise<void> {
  const since = new Date(tx.now.getTime() - HOUR_MS);
  const [account, recent] = await Promise.all([
    readAccount(tx, userId),
    read<{ device: string }>(tx, "devices.recent")`
      SELECT device FROM "SignInDevice" WHERE "userId" = ${userId} AND "createdAt" > ${since}`,
  ]);
  // Never quotes the user agent: somebody who guessed the password controls its text.
  const browser = knownBrowser(userAgent) ?? "an uncommon browser";
  const notification = {
    userIds: [userId],
    preview: `Your account was signed in to with a new browser: ${browser}. If this wasn’t you, change your password now: that signs it out.`,
    link: "/settings/security",
  };
  const email = recent.length <= MAX_DEVICE_LETTERS_PER_HOUR ? verifiedEmail(account) : null;
  const what = `${browser}, ${utcTime(tx.now)}`;
  const letter = { kind: "new-device" as const, userId, email, handle: account.handle, what };
  const context = { subjectId: tx.now.toISOString(), notifications: [notification], letters: [letter] };
  await record(actAs(tx, account), "sign-in.new_device", {}, context);
}

export async function forgetDevicesSince(tx: Context, since: Date): Promise<void> {
  await write(tx, "devices.forgetSince")`
    DELETE FROM "SignInDevice" WHERE "userId" = ${tx.actor.id} AND "createdAt" >= ${since}`;
}

/** Formats a time as "22 November 2026, 15:04 UTC": the reader's time zone is unknown. */
function utcTime(at: Date): string {
  const format = { day: "numeric", month: "long", year: "numeric", hour: "2-digit", minute: "2-digit" } as const;
  return `${at.toLocaleString("en-GB", { ...format, timeZone: "UTC" }).replace(" at ", ", ")} UTC`;
}

/** A keyed hash that differs by account, so that the rows do not reveal which accounts share a browser. */
function hashOf(userId: string, deviceId: string): string {
  return createHmac("sha256", env().authSecret).update(`device ${userId} ${deviceId}`).digest("base64url");
}
