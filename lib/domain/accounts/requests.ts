import type { Context, VisitorContext } from "@/lib/domain/context";
import { DomainError } from "@/lib/domain/errors";
import { DAY_MS } from "@/lib/domain/durations";
import { networkOf } from "@/lib/domain/sign-ups/origin";
import { requireModerator } from "@/lib/domain/staff";
import { lockUser } from "@/lib/domain/user-lock";
import type { Credentials } from "@/lib/domain/users/credentials";
import { emailTaken, isEmailReserved } from "@/lib/domain/users/emails";
import { handleTaken } from "@/lib/domain/users/handles";
import { PLATFORM_USER_ID } from "@/lib/domain/users/rules";
import { emailUsed } from "./new-account";
import { MAX_REQUESTS, MAX_REQUESTS_PER_NETWORK, REQUEST_RETENTION_DAYS, REQUESTS_SHOWN } from "./rules";
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
 * Stores a request for an account, which staff decide on, in the transaction of the sign-up.
 * @throws DomainError `conflict` that names the taken field, `forbidden` while too many wait
 */
export async function insertRequest(tx: VisitorContext, request: NewRequest): Promise<void> {
  const { handle, email } = request;
  const account = await tx.db.user.findFirst({ where: { OR: [{ handle }, { email }] }, select: { handle: true } });
  if (account) throw account.handle === handle ? handleTaken() : emailUsed();
  if (await isEmailReserved(tx, { userId: request.id, email })) throw emailUsed();
  const network = networkOf(tx);
  await rejectTooManyRequests(tx, network);
  const { count } = await tx.db.signUpRequest.createMany({
    data: { ...request, network, createdAt: tx.now },
    skipDuplicates: true,
  });
  if (count > 0) return;
  const isHandle = (await tx.db.signUpRequest.count({ where: { handle } })) > 0;
  throw isHandle ? handleTaken() : emailTaken("Somebody asked for an account with this address already.");
}

/** Concurrent requests count those before them. */
async function rejectTooManyRequests(tx: VisitorContext, network: string | null): Promise<void> {
  await lockUser(tx, PLATFORM_USER_ID);
  const [waiting, neighbours] = await Promise.all([
    tx.db.signUpRequest.count(),
    network === null ? 0 : tx.db.signUpRequest.count({ where: { network } }),
  ]);
  if (neighbours >= MAX_REQUESTS_PER_NETWORK)
    throw new DomainError("forbidden", "Many people of your network wait for an answer. Try again in a few days.");
  if (waiting >= MAX_REQUESTS)
    throw new DomainError("forbidden", "Many people wait for an answer just now. Try again in a few days.");
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
