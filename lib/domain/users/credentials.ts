import type { VisitorContext } from "@/lib/domain/context";
import { matchesPassword } from "./password";
import { MAX_EMAIL_LENGTH } from "./rules";

export interface Credentials {
  id: string;
  passwordHash: string | null;
  suspendedAt: Date | null;
}

/** Normalizes a login as it is stored; null if no account can have it. */
export function loginName(login: string): string | null {
  const name = login.trim().toLowerCase();
  return name.length > MAX_EMAIL_LENGTH || name.includes("\0") || !name.isWellFormed() ? null : name;
}

/** Finds the account of an e-mail address or handle, in any case. */
export async function findCredentials(ctx: VisitorContext, login: string): Promise<Credentials | null> {
  const name = loginName(login);
  if (name === null) return null;
  return ctx.db.user.findUnique({
    where: name.includes("@") ? { email: name } : { handle: name },
    select: { id: true, passwordHash: true, suspendedAt: true },
  });
}

/** Returns the account whose password matches, suspended or not, or null. Takes as long for an unknown account. */
export async function verifyCredentials(
  ctx: VisitorContext,
  credentials: Credentials | null,
  password: string,
): Promise<Credentials | null> {
  const matches = await matchesPassword(ctx, credentials?.passwordHash, password);
  return matches ? credentials : null;
}
