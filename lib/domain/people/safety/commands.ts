import { type Context, inTransaction, read, write } from "@/lib/domain/kernel/context";
import { cancelDuelsBetween } from "@/lib/domain/play/duels/due";
import { conflict, invalid, notFound } from "@/lib/domain/kernel/errors";
import { record } from "@/lib/domain/consequences/events/commands";
import { undoFollowsBetween } from "@/lib/domain/people/graph/commands";
import { lockAccount, lockAccounts } from "@/lib/domain/kernel/locks";
import { literal } from "@/lib/infra/database/sql";
import type { BlockState, MuteState } from "./schema";

interface Handle {
  handle: string;
}

interface Known {
  id: string;
  handle: string;
}

/**
 * Blocks somebody. Neither sees the other any more; their follows and open duels end. Blocking again changes nothing.
 * @throws DomainError `conflict` beyond `MAX_BLOCKED` people
 */
export function blockUser(ctx: Context, { handle }: Handle): Promise<BlockState> {
  return inTransaction(ctx, async (tx) => {
    const person = await findOther(tx, handle);
    await lockAccounts(tx, [tx.actor.id, person.id]);
    if (!(await hide(tx, person.id, "blocked", MAX_BLOCKED))) return { blocked: true };
    await write(tx, "safety.blockedBy")`
      INSERT INTO "HiddenPerson" ("viewerId", "personId", reason, "createdAt")
      VALUES (${person.id}, ${tx.actor.id}, 'blocked_by', ${tx.now}) ON CONFLICT DO NOTHING`;
    await undoFollowsBetween(tx, person);
    await cancelDuelsBetween(tx, person.id);
    await record(tx, "person.blocked", { userId: person.id }, { subjectId: person.id });
    return { blocked: true };
  });
}

/** Follows stay removed. */
export function unblockUser(ctx: Context, { handle }: Handle): Promise<BlockState> {
  return inTransaction(ctx, async (tx) => {
    const person = await findOther(tx, handle);
    await lockAccounts(tx, [tx.actor.id, person.id]);
    const deleted = await write(tx, "safety.unblock")`
      DELETE FROM "HiddenPerson"
      WHERE ("viewerId" = ${tx.actor.id} AND "personId" = ${person.id} AND reason = 'blocked')
         OR ("viewerId" = ${person.id} AND "personId" = ${tx.actor.id} AND reason = 'blocked_by')`;
    if (deleted > 0) await record(tx, "person.unblocked", { userId: person.id }, { subjectId: person.id });
    return { blocked: false };
  });
}

/** Notifies nobody. Muting again changes nothing. @throws DomainError `conflict` beyond `MAX_MUTED` people */
export function muteUser(ctx: Context, { handle }: Handle): Promise<MuteState> {
  return inTransaction(ctx, async (tx) => {
    const person = await findOther(tx, handle);
    await lockAccount(tx, tx.actor.id);
    if (await hide(tx, person.id, "muted", MAX_MUTED))
      await record(tx, "person.muted", { userId: person.id }, { subjectId: person.id });
    return { muted: true };
  });
}

export function unmuteUser(ctx: Context, { handle }: Handle): Promise<MuteState> {
  return inTransaction(ctx, async (tx) => {
    const person = await findOther(tx, handle);
    const deleted = await write(tx, "safety.unmute")`
      DELETE FROM "HiddenPerson"
      WHERE "viewerId" = ${tx.actor.id} AND "personId" = ${person.id} AND reason = 'muted'`;
    if (deleted > 0) await record(tx, "person.unmuted", { userId: person.id }, { subjectId: person.id });
    return { muted: false };
  });
}

/** Finds another person, hidden or not: somebody who was blocked can also block and mute. */
async function findOther(tx: Context, handle: string): Promise<Known> {
  const [person] = await read<Known>(tx, "safety.other")`
    SELECT u.id, u.handle FROM "User" u WHERE u.handle = ${handle.toLowerCase()} AND u.role <> 'SYSTEM'`;
  if (!person) throw notFound();
  if (person.id === tx.actor.id) throw invalid([{ param: "handle", message: "This is you" }]);
  return person;
}

/** Hides a person. Resolves to false if they were hidden already. */
async function hide(tx: Context, personId: string, reason: "blocked" | "muted", most: number): Promise<boolean> {
  const kind = literal(`'${reason}'`);
  const inserted = await read<{ held: number }>(tx, `safety.hide.${reason}`)`
    INSERT INTO "HiddenPerson" ("viewerId", "personId", reason, "createdAt")
    VALUES (${tx.actor.id}, ${personId}, ${kind}, ${tx.now}) ON CONFLICT DO NOTHING
    RETURNING (SELECT count(*)::int FROM "HiddenPerson"
        WHERE "viewerId" = ${tx.actor.id} AND reason = ${kind}) AS held`;
  const [row] = inserted;
  if (row && row.held >= most) throw conflict(`That is more than ${most.toLocaleString("en-US")} people.`);
  return row !== undefined;
}

/** Deletes the blocks and mutes of an account that is closed for good, and those of others that concern it. */
export async function deleteOwnHiding(tx: Context): Promise<void> {
  const { id } = tx.actor;
  await Promise.all([
    write(tx, "words.deleteOwn")`DELETE FROM "MutedWord" WHERE "userId" = ${id}`,
    write(tx, "safety.deleteOwn")`DELETE FROM "HiddenPerson" WHERE "viewerId" = ${id} OR "personId" = ${id}`,
  ]);
}

/** People whom one account may block, and mute (docs/contract.md#blocking-and-muting). */
export const MAX_BLOCKED = 5_000;
const MAX_MUTED = 5_000;
