import { writeAuditEntry } from "@/lib/domain/accounts/audit-log/commands";
import type { VisitorContext } from "@/lib/domain/kernel/context";
import { notifyFromPlatform } from "./commands";

const WARNINGS = {
  passwords: {
    subject: "failed-sign-ins",
    preview:
      "Somebody tried several wrong passwords for your account and was locked out for a quarter of an hour. You can sign in as always. If your password is short or used elsewhere, change it.",
  },
  /** Guesses of the second factor's code, by somebody who passed every other check. */
  codes: {
    subject: "failed-codes",
    preview:
      "Somebody has your password, or an account that is linked to yours, and entered many wrong codes. They were locked out for an hour. If this wasn’t you, change your password now.",
  },
};
export type Guessed = keyof typeof WARNINGS;

/** Notifies the account's owner, at most once per `windowSeconds`, that somebody is guessing. */
export async function warnOfFailures(
  ctx: VisitorContext,
  guessed: Guessed,
  { userId, windowSeconds }: { userId: string; windowSeconds: number },
): Promise<void> {
  const { subject, preview } = WARNINGS[guessed];
  const subjectId = `${subject}:${Math.floor(ctx.now.getTime() / (windowSeconds * 1000))}`;
  await writeAuditEntry(ctx, { action: "sign-in.locked", accountId: userId });
  await notifyFromPlatform(ctx, { userIds: [userId], subjectId, preview, link: "/settings/account" });
}
