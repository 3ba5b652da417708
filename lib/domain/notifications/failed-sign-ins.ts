import { writeAuditEntry } from "@/lib/domain/audit-log/commands";
import type { VisitorContext } from "@/lib/domain/context";
import { notifyFromPlatform } from "./commands";

interface Failures {
  userId: string;
  windowSeconds: number;
}

/** Notifies the account's owner, at most once per `windowSeconds`, that somebody is guessing passwords. */
export async function warnOfFailedSignIns(ctx: VisitorContext, failures: Failures): Promise<void> {
  await warn(ctx, failures, {
    subject: "failed-sign-ins",
    preview:
      "Somebody tried several wrong passwords for your account and was locked out for a quarter of an hour. You can sign in as always. If your password is short or used elsewhere, change it.",
  });
}

/** Does the same for guesses of the second factor's code, by somebody who passed every other check. */
export async function warnOfFailedCodes(ctx: VisitorContext, failures: Failures): Promise<void> {
  await warn(ctx, failures, {
    subject: "failed-codes",
    preview:
      "Somebody has your password, or an account that is linked to yours, and entered many wrong codes. They were locked out for an hour. If this wasn’t you, change your password now.",
  });
}

async function warn(
  ctx: VisitorContext,
  { userId, windowSeconds }: Failures,
  { subject, preview }: { subject: string; preview: string },
): Promise<void> {
  const window = Math.floor(ctx.now.getTime() / (windowSeconds * 1000));
  await writeAuditEntry(ctx, { action: "sign-in.locked", accountId: userId });
  await notifyFromPlatform(ctx, {
    userIds: [userId],
    subjectId: `${subject}:${window}`,
    preview,
    link: "/settings/account",
  });
}
