import type { Context, VisitorContext } from "@/lib/domain/context";
import { DomainError } from "@/lib/domain/errors";
import { DAY_MS } from "@/lib/domain/durations";
import { requireModerator } from "@/lib/domain/staff";
import type { Credentials } from "@/lib/domain/users/credentials";
import { emailTaken, isEmailReserved } from "@/lib/domain/users/emails";
import { handleTaken } from "@/lib/domain/users/handles";
import { emailUsed } from "./new-account";
import { MAX_REQUESTS, REQUEST_RETENTION_DAYS, REQUESTS_SHOWN } from "./rules";
import type { SignUpRequests } from "./schema";

interface NewRequest {
  id: string;
  handle: string;
  name: string;
  email: string;
  passwordHash: string;
  reason: string;
}

/**
 * Asks staff for an account, in the transaction of the sign-up.
 * @throws DomainError `conflict` that names the taken field, `forbidden` while too many wait
 */
export async function insertRequest(tx: VisitorContext, request: NewRequest): Promise<void> {
  const { handle, email } = request;
  const [account, waiting] = await Promise.all([
    tx.db.user.findFirst({ where: { OR: [{ handle }, { email }] }, select: { handle: true } }),
    tx.db.signUpRequest.count(),
  ]);
  if (account) throw account.handle === handle ? handleTaken() : emailUsed();
  if (await isEmailReserved(tx, { userId: request.id, email })) throw emailUsed();
  if (waiting >= MAX_REQUESTS)
    throw new DomainError("forbidden", "Many people wait for an answer just now. Try again in a few days.");
  const { count } = await tx.db.signUpRequest.createMany({
    data: { ...request, createdAt: tx.now },
    skipDuplicates: true,
  });
  if (count > 0) return;
  const isHandle = (await tx.db.signUpRequest.count({ where: { handle } })) > 0;
  throw isHandle ? handleTaken() : emailTaken("Somebody asked for an account with this address already.");
}

/**
 * Lists who waits for an account, the longest first, for moderators.
 * @throws DomainError `forbidden`
 */
export async function listSignUpRequests(ctx: Context): Promise<SignUpRequests> {
  requireModerator(ctx);
  const [rows, waiting] = await Promise.all([
    ctx.db.signUpRequest.findMany({ orderBy: [{ createdAt: "asc" }, { id: "asc" }], take: REQUESTS_SHOWN }),
    ctx.db.signUpRequest.count(),
  ]);
  const data = rows.map(({ id, handle, name, email, reason, createdAt }) => ({
    id,
    handle,
    name,
    reason,
    mailDomain: email.slice(email.lastIndexOf("@") + 1),
    createdAt: createdAt.toISOString(),
  }));
  return { data, waiting };
}

/** Finds the credentials of somebody who waits for an account, by e-mail address or handle. */
export async function findWaitingCredentials(
  ctx: VisitorContext,
  login: string,
): Promise<(Credentials & { isWaiting: true }) | null> {
  if (login.includes("\0") || !login.isWellFormed()) return null;
  const request = await ctx.db.signUpRequest.findUnique({
    where: login.includes("@") ? { email: login } : { handle: login },
    select: { id: true, passwordHash: true },
  });
  return request && { ...request, suspendedAt: null, isWaiting: true };
}

/** Deletes requests that nobody decided on for long. */
export async function deleteOldRequests({ db, now }: VisitorContext): Promise<void> {
  const before = new Date(now.getTime() - REQUEST_RETENTION_DAYS * DAY_MS);
  await db.signUpRequest.deleteMany({ where: { createdAt: { lt: before } } });
}
