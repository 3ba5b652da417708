import {
  actAs,
  type Context,
  type VisitorContext,
  idFor,
  inTransaction,
  read,
  write,
} from "@/lib/domain/kernel/context";
import { writeAuditEntry } from "@/lib/domain/accounts/audit-log/commands";
import { type DomainError, forbidden, notFound } from "@/lib/domain/kernel/errors";
import { emailTaken, isEmailReserved } from "@/lib/domain/accounts/users/email-tokens";
import { claimHandle, handleTaken } from "@/lib/domain/accounts/users/handles";
import { metrics } from "@/lib/infra/log/metrics";
import { record } from "@/lib/domain/consequences/events/commands";
import { isMailSetUp } from "@/lib/domain/accounts/mail/queries";
import { applySignUpPolicy } from "@/lib/domain/accounts/sign-ups/policy";
import { acceptInvitation } from "@/lib/domain/accounts/sign-ups/invitation-links";
import { rememberSignUp, networkOf } from "@/lib/domain/accounts/sign-ups/origin";
import { requireProofOfWork, spendProofOfWork } from "@/lib/domain/accounts/sign-ups/proof-of-work";
import { rejectSitesName } from "@/lib/domain/accounts/users/names";
import { hashPassword } from "@/lib/domain/accounts/users/password";
import type { SignedUp, SignUp, SignUpRequests, RequestDecision } from "./schema";
import { spendLetter } from "@/lib/domain/accounts/mail/budget";
import { verificationLetter } from "./verification";
import { requireModerator } from "@/lib/domain/accounts/guards/staff";
import { lockAccount } from "@/lib/domain/kernel/locks";
import type { Credentials } from "@/lib/domain/accounts/users/credentials";
import { PLATFORM_USER_ID } from "@/lib/domain/accounts/users/rules";
import type { SignUpRequest } from "@/lib/infra/prisma/client";
import { literal, quoted } from "@/lib/infra/database/sql";
import { MAX_REQUESTS, MAX_REQUESTS_PER_NETWORK, REQUESTS_SHOWN } from "./rules";
import type { LetterDraft } from "@/lib/domain/accounts/mail/outbox";

type NewAccount = Pick<SignUpRequest, "id" | "handle" | "name" | "email" | "passwordHash">;

/** Returns the context in which it acts. @throws DomainError `conflict` that names the taken field */
async function insertAccount(tx: VisitorContext, account: NewAccount): Promise<Context> {
  const { id, handle, name, email, passwordHash } = account;
  const inserted = await write(tx, "accounts.insert")`
    INSERT INTO "User" (id, handle, name, email, "passwordHash", "createdAt")
    VALUES (${id}, ${handle}, ${name}, ${email}, ${passwordHash}, ${tx.now}) ON CONFLICT DO NOTHING`;
  if (inserted === 0) throw await takenField(tx, handle);
  await claimHandle(tx, { userId: id, handle });
  if (await isEmailReserved(tx, { userId: id, email })) throw emailUsed();
  const owner = actAs(tx, { id, handle, name, image: null, role: "MEMBER", tier: "free" });
  await writeAuditEntry(owner, { action: "account.registered" });
  tx.afterCommit(async () => metrics.signUps.inc({ method: "password" }));
  return owner;
}

async function takenField(tx: VisitorContext, handle: string): Promise<DomainError> {
  const [named] = await read<{ id: string }>(tx, "accounts.named")`SELECT id FROM "User" WHERE handle = ${handle}`;
  return named ? handleTaken() : emailUsed();
}

/** The same message whether the account with this address is open or closed. */
function emailUsed(): DomainError {
  return emailTaken("There is an account with this e-mail address already. Sign in instead.");
}

/**
 * Creates an account and sends a letter to its address where the deployment has mail. Where staff approve accounts,
 * stores a request instead.
 * @throws DomainError `conflict` that names the taken field, our accepted exception to not revealing accounts;
 *   `forbidden` where nobody may sign up, or not from this network; `invalid_request` that names `proof`, `invitation`,
 *   or a name that is reserved for the site; `rate_limited` after a few letters an hour to the address
 */
export async function register(
  ctx: VisitorContext,
  { password, proof, invitation, reason = "", ...person }: SignUp,
): Promise<SignedUp> {
  const { handle, email } = person;
  await rejectSitesName(person);
  const outcome = await applySignUpPolicy(ctx, { email, by: "password", invitation });
  const challenge = await requireProofOfWork(ctx, proof);
  const id = idFor(ctx, "user");
  const passwordHash = await hashPassword(ctx, password);
  if (isMailSetUp() && outcome !== "request") await spendLetter("lettersToAddress", email);
  return inTransaction(ctx, async (tx) => {
    await spendProofOfWork(tx, challenge);
    await rememberSignUp(tx, id);
    if (outcome === "request") {
      await insertRequest(tx, { id, ...person, passwordHash, reason });
      return { id, handle, waiting: true };
    }
    const account = await insertAccount(tx, { id, ...person, passwordHash });
    if (invitation !== undefined) await acceptInvitation(tx, invitation, id);
    const letters = isMailSetUp() ? [await verificationLetter(account, email)] : [];
    await record(account, "account.created", {}, { subjectId: id, letters });
    return { id, handle };
  });
}

/** @throws DomainError `conflict` that names the taken field, `forbidden` while too many requests are open */
async function insertRequest(tx: VisitorContext, request: NewAccount & { reason: string }): Promise<void> {
  const { id, handle, name, email, passwordHash, reason } = request;
  const [account] = await read<{ handle: string }>(tx, "signUps.taken")`
    SELECT handle FROM "User" WHERE handle = ${handle} OR email = ${email} LIMIT 1`;
  if (account) throw account.handle === handle ? handleTaken() : emailUsed();
  if (await isEmailReserved(tx, { userId: id, email })) throw emailUsed();
  const network = networkOf(tx);
  await rejectTooManyRequests(tx, network);
  const inserted = await write(tx, "signUps.request")`
    INSERT INTO "SignUpRequest" (id, handle, name, email, "passwordHash", reason, network, "createdAt")
    VALUES (${id}, ${handle}, ${name}, ${email}, ${passwordHash}, ${reason}, ${network}, ${tx.now})
    ON CONFLICT DO NOTHING`;
  if (inserted > 0) return;
  const [named] = await read<{ id: string }>(tx, "signUps.named")`
    SELECT id FROM "SignUpRequest" WHERE handle = ${handle}`;
  throw named ? handleTaken() : emailTaken("Somebody asked for an account with this address already.");
}

/** Rejects a request beyond the limits. The lock makes concurrent requests count each other. */
async function rejectTooManyRequests(tx: VisitorContext, network: string | null): Promise<void> {
  await lockAccount(tx, PLATFORM_USER_ID);
  const [open] = await read<{ waiting: number; neighbours: number }>(tx, "signUps.open")`
    SELECT count(*)::int AS waiting, count(*) FILTER (WHERE network = ${network})::int AS neighbours
     FROM "SignUpRequest"`;
  const { waiting, neighbours } = open!;
  if (neighbours >= MAX_REQUESTS_PER_NETWORK)
    throw forbidden("Many people of your network wait for an answer. Try again in a few days.");
  if (waiting >= MAX_REQUESTS) throw forbidden("Many people wait for an answer just now. Try again in a few days.");
}

/** Lists the requests for accounts, oldest first, for moderators. @throws DomainError `forbidden` */
export async function listSignUpRequests(ctx: Context): Promise<SignUpRequests> {
  requireModerator(ctx);
  const [rows, [count]] = await Promise.all([
    read<Omit<SignUpRequest, "passwordHash" | "network">>(ctx, "signUps.list")`
      SELECT id, handle, name, email, reason, "createdAt" FROM "SignUpRequest"
      ORDER BY "createdAt", id LIMIT ${literal(REQUESTS_SHOWN)}`,
    read<{ waiting: number }>(ctx, "signUps.count")`SELECT count(*)::int AS waiting FROM "SignUpRequest"`,
  ]);
  const data = rows.map(({ id, handle, name, email, reason, createdAt }) => ({
    id,
    handle,
    name,
    reason,
    mailDomain: email.slice(email.lastIndexOf("@") + 1),
    createdAt: createdAt.toISOString(),
  }));
  return { data, waiting: count!.waiting };
}

/** Finds the credentials of an open request for an account, by e-mail address or handle. */
export async function findWaitingCredentials(
  ctx: VisitorContext,
  login: string,
): Promise<(Credentials & { isWaiting: true }) | null> {
  if (login.includes("\0") || !login.isWellFormed()) return null;
  const by = login.includes("@") ? "email" : "handle";
  const [request] = await read<Pick<SignUpRequest, "id" | "passwordHash">>(ctx, `signUps.credentials.${by}`)`
    SELECT id, "passwordHash" FROM "SignUpRequest" WHERE ${quoted(by)} = ${login}`;
  return request ? { ...request, suspendedAt: null, isWaiting: true } : null;
}

/**
 * Decides on a request for an account: creates the account, or deletes the request. The person is notified by mail. If
 * several moderators decide, the first decision counts.
 * @throws DomainError `forbidden`; `not_found` if it was decided before; `conflict` if its handle or address was taken
 *   in the meantime
 */
export async function decideSignUpRequest(
  ctx: Context,
  { id, approved, reason }: RequestDecision & { id: string },
): Promise<void> {
  requireModerator(ctx);
  await inTransaction(ctx, async (tx) => {
    const [request] = await read<NewAccount>(tx, "signUps.decide")`
      DELETE FROM "SignUpRequest" WHERE id = ${id} RETURNING id, handle, name, email, "passwordHash"`;
    if (!request) throw notFound();
    await (approved ? approve(tx, request) : reject(tx, request, reason));
  });
}

async function approve(tx: Context, request: NewAccount): Promise<void> {
  const { id, email } = request;
  const account = await insertAccount(tx, request);
  const letter = { ...(await verificationLetter(account, email)), kind: "sign-up-approved" as const };
  await record(account, "account.created", {}, { subjectId: id, letters: [letter] });
  await writeAuditEntry(tx, { action: "sign-up.approved", accountId: id });
}

async function reject(tx: Context, { id, handle, email }: NewAccount, reason: string): Promise<void> {
  const details = reason === "" ? [] : [`The reason: ${reason}`];
  // A letter needs an account, and this person has none: the platform's own account takes its place.
  const letter: LetterDraft = { kind: "sign-up-refused", userId: PLATFORM_USER_ID, email, handle, details };
  await record(tx, "sign-up.refused", {}, { subjectId: id, letters: [letter] });
  await writeAuditEntry(tx, { action: "sign-up.refused", accountId: null, details: { handle, reason } });
}
