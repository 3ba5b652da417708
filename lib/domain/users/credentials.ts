import type { VisitorContext } from "@/lib/domain/context";
import { notifyFromPlatform } from "@/lib/domain/notifications/commands";
import { matchesPassword } from "./password";
import { MAX_EMAIL_LENGTH } from "./rules";

export interface Credentials {
  id: string;
  passwordHash: string | null;
  suspendedAt: Date | null;
}

/** The account of an e-mail address or handle, in any case. */
export async function findCredentials(ctx: VisitorContext, login: string): Promise<Credentials | null> {
  const name = login.trim().toLowerCase();
  if (name.length > MAX_EMAIL_LENGTH || name.includes("\0") || !name.isWellFormed()) return null;
  return ctx.db.user.findUnique({
    where: name.includes("@") ? { email: name } : { handle: name },
    select: { id: true, passwordHash: true, suspendedAt: true },
  });
}

/** The account that the password opens, or null. For an account that is not there this takes as long as for one that is. */
export async function verifyCredentials(ctx: VisitorContext, credentials: Credentials | null, password: string): Promise<{ id: string } | null> {
  const matches = await matchesPassword(ctx, credentials?.passwordHash, password);
  return credentials && matches && !credentials.suspendedAt ? { id: credentials.id } : null;
}

/** Tells the owner, at most once in `windowSeconds`, that somebody is trying passwords. */
export async function warnOfFailedSignIns(ctx: VisitorContext, { userId, windowSeconds }: { userId: string; windowSeconds: number }): Promise<void> {
  const window = Math.floor(ctx.now.getTime() / (windowSeconds * 1000));
  await notifyFromPlatform(ctx, {
    userIds: [userId],
    subjectId: `failed-sign-ins:${window}`,
    preview: "Somebody tried several wrong passwords for your account and was locked out for a quarter of an hour. You can sign in as always. If your password is short or used elsewhere, change it.",
    link: "/settings/account",
  });
}
