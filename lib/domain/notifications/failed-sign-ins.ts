import { writeAuditEntry } from "@/lib/domain/audit-log/commands";
import type { VisitorContext } from "@/lib/domain/context";
import { notifyFromPlatform } from "./commands";

/** Notifies the account's owner, at most once per `windowSeconds`, that somebody is guessing passwords. */
export async function warnOfFailedSignIns(
  ctx: VisitorContext,
  { userId, windowSeconds }: { userId: string; windowSeconds: number },
): Promise<void> {
  const window = Math.floor(ctx.now.getTime() / (windowSeconds * 1000));
  await writeAuditEntry(ctx, { action: "sign-in.locked", accountId: userId });
  await notifyFromPlatform(ctx, {
    userIds: [userId],
    subjectId: `failed-sign-ins:${window}`,
    preview:
      "Somebody tried several wrong passwords for your account and was locked out for a quarter of an hour. You can sign in as always. If your password is short or used elsewhere, change it.",
    link: "/settings/account",
  });
}
