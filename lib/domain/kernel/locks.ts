import { setTimeout as sleep } from "node:timers/promises";
import { type Actor, type VisitorContext, write, type Context, read } from "@/lib/domain/kernel/context";
import { type Sql, sql } from "@/lib/infra/database/sql";
import { databaseCodes, LOCK_NOT_AVAILABLE } from "@/lib/infra/database/errors";
import { accountSuspended, conflict, DomainError } from "@/lib/domain/kernel/errors";
import { SerializationFailure } from "@/lib/domain/kernel/retryable";

/**
 * The order in which an act locks the rows that acts of others lock too: accounts first, in the order of their ids, and
 * a row for which many queue last. Rows of one account, such as its notifications, are guarded by the account's.
 */
export const LOCK_ORDER: readonly string[] = ["User", "Room", "Duel", "Comment", "Post", "Build"];

/** Locks an account's row until the transaction ends: acts that count its rows before adding one see each other's. */
export async function lockAccount(tx: VisitorContext, id: string): Promise<void> {
  await write(tx, "users.lock")`SELECT id FROM "User" WHERE id = ${id} FOR NO KEY UPDATE`;
}

/** Locks accounts in the order of their ids, so that acts that share accounts cannot deadlock. */
export function lockAccounts(tx: VisitorContext, ids: readonly string[]): Promise<LockedUser[]> {
  return read<LockedUser>(tx, "users.lockAll")`
    SELECT id, handle, name, image, role, tier FROM "User" WHERE id = ANY (${ids}::text[])
    ORDER BY id FOR NO KEY UPDATE`;
}

/**
 * Locks an account, and others that `others` selects and that only change under its lock, in the order of their ids.
 * Those who came to be selected while it waited are locked out of order, and therefore without waiting: if that fails,
 * the act is retried.
 */
export async function lockAccountsAround(tx: VisitorContext, name: string, id: string, others: Sql): Promise<void> {
  const accounts = sql`SELECT id FROM "User" WHERE id = ${id} OR id IN (${others}) ORDER BY id FOR NO KEY UPDATE`;
  const lockNewOnes = write(tx, `${name}.again`);
  await Promise.all([write(tx, name)`${accounts}`, lockNewOnes`${accounts} NOWAIT`]).catch((error: unknown) => {
    if (!databaseCodes(error).includes(LOCK_NOT_AVAILABLE)) throw error;
    throw new SerializationFailure("Other accounts came to be concerned, and are locked.", { cause: error });
  });
}

/** How often accounts that are locked are asked for again, and after how many milliseconds. */
const LATE_LOCK = { attempts: 60, pauseMs: 50 };

/**
 * Locks accounts at the end of a long act, so that their own acts do not wait for all of it: after other rows, out of
 * order, and therefore without waiting. Those that are locked are asked for again.
 * @throws SerializationFailure if an account stays locked for three seconds
 */
export async function lockAccountsLate(tx: VisitorContext, ids: readonly string[]): Promise<void> {
  for (let attempt = 0; attempt < LATE_LOCK.attempts; attempt++) {
    const locked = await read<{ id: string }>(tx, "users.lockLate")`
      SELECT id FROM "User" WHERE id = ANY (${ids}::text[]) FOR NO KEY UPDATE SKIP LOCKED`;
    if (locked.length === new Set(ids).size) return;
    await sleep(LATE_LOCK.pauseMs);
  }
  throw new SerializationFailure("Other accounts stayed locked.");
}

type LockedUser = Pick<Actor, "id" | "handle" | "name" | "image" | "role" | "tier">;

/**
 * Rejects an act that closing or suspending the actor's account meanwhile would undo.
 * @throws DomainError `signed_out`; over the API `invalid_key` or `account_suspended`
 */
export async function lockActor(tx: Context): Promise<void> {
  const [account] = await read<{ suspended: boolean }>(tx, "users.lockOpen")`
    SELECT "suspendedAt" IS NOT NULL AS suspended FROM "User" WHERE id = ${tx.actor.id} AND "closedAt" IS NULL
    FOR NO KEY UPDATE`;
  if (!account) throw closedMeanwhile(tx);
  if (account.suspended) throw tx.channel === "api" ? accountSuspended() : signedOut();
}

/** Returns the error for an act of an account that was closed after the request's key or session was read. */
export function closedMeanwhile({ channel }: Pick<VisitorContext, "channel">): DomainError {
  return new DomainError(channel === "api" ? "invalid_key" : "signed_out", "This account was closed at this moment.");
}

/**
 * Locks the actor's account for an act that adds a means of access, and rejects the act if its session has ended
 * meanwhile. Ending all sessions also removes what they added, and an act that commits a moment later would survive.
 * @throws DomainError as `lockActor`
 */
export async function lockActorWithSession(tx: Context): Promise<void> {
  await lockActor(tx);
  const { session } = tx;
  if (!session) return;
  const open = await read<{ id: string }>(tx, "locks.session")`SELECT id FROM "Session" WHERE id = ${session.id}`;
  if (open.length === 0) throw signedOut();
}

const signedOut = () => new DomainError("signed_out", "You were signed out at this moment. Sign in again.");

/**
 * Locks the admins who can sign in, always in the same order: of two acts that each remove one, the second sees the
 * first.
 */
export async function lockAdmins(tx: Context): Promise<string[]> {
  const rows = await read<{ id: string }>(tx, "admins.lock")`
    SELECT id FROM "User" WHERE role = 'ADMIN' AND role <> 'MEMBER' AND "suspendedAt" IS NULL
    ORDER BY id FOR NO KEY UPDATE`;
  return rows.map(({ id }) => id);
}

/** Requires `admins` to be locked. @throws DomainError `conflict` if the account is the only one of them */
export function rejectLastAdmin(admins: readonly string[], id: string): void {
  if (admins.every((admin) => admin === id)) throw conflict("There has to be an admin. Make somebody else one first.");
}
