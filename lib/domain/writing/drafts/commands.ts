import { type Context, idFor, inTransaction, read, write } from "@/lib/domain/kernel/context";
import { conflict, notFound } from "@/lib/domain/kernel/errors";
import { lockActor } from "@/lib/domain/kernel/locks";
import { MAX_DRAFTS } from "./rules";
import type { Draft, NewDraft } from "./schema";

/** Puts text aside. @throws DomainError `conflict` beyond `MAX_DRAFTS` */
export function saveDraft(ctx: Context, { content, audience, warning = null }: NewDraft): Promise<Draft> {
  return inTransaction(ctx, async (tx) => {
    await lockActor(tx);
    const [kept] = await read<{ count: number }>(tx, "drafts.count")`
      SELECT count(*)::int AS count FROM "Draft" WHERE "authorId" = ${tx.actor.id}`;
    if (kept!.count >= MAX_DRAFTS) throw conflict(`You have ${MAX_DRAFTS} drafts already. Delete one first.`);
    const id = idFor(tx, "draft");
    await write(tx, "drafts.insert")`
      INSERT INTO "Draft" (id, "authorId", content, warning, audience, "createdAt")
      VALUES (${id}, ${tx.actor.id}, ${content}, ${warning}, ${audience}::"Audience", ${tx.now})`;
    return { id, content, audience, warning, createdAt: tx.now.toISOString() };
  });
}

/** Deletes a draft of the caller. @throws DomainError `not_found` for other people’s, and once it is gone */
export function deleteDraft(ctx: Context, { id }: { id: string }): Promise<void> {
  return inTransaction(ctx, async (tx) => {
    const deleted = await write(tx, "drafts.delete")`
      DELETE FROM "Draft" WHERE id = ${id} AND "authorId" = ${tx.actor.id}`;
    if (deleted === 0) throw notFound();
  });
}

/** Deletes all of the actor's: their account is gone for good. */
export async function deleteOwnDrafts(tx: Context): Promise<void> {
  await write(tx, "drafts.deleteOwn")`DELETE FROM "Draft" WHERE "authorId" = ${tx.actor.id}`;
}
