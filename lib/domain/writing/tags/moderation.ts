import { writeAuditEntry } from "@/lib/domain/accounts/audit-log/commands";
import { requireModerator } from "@/lib/domain/accounts/guards/staff";
import { type Context, inTransaction, read, write } from "@/lib/domain/kernel/context";
import { requireTag } from "./queries";

/** Keeps a tag out of trends and suggestions. Its posts stay. @throws DomainError `forbidden`, `not_found` */
export function hideTag(ctx: Context, { tag }: { tag: string }): Promise<void> {
  return change(ctx, tag, ctx.now);
}

/** Lets a tag be trending and suggested again. @throws DomainError `forbidden`, `not_found` */
export function showTag(ctx: Context, { tag }: { tag: string }): Promise<void> {
  return change(ctx, tag, null);
}

async function change(ctx: Context, typed: string, hiddenAt: Date | null): Promise<void> {
  requireModerator(ctx);
  const tag = requireTag({ tag: typed });
  await inTransaction(ctx, async (tx) => {
    const changed = await write(tx, "tags.hide")`
      INSERT INTO "Tag" AS t (tag, "hiddenAt") VALUES (${tag}, ${hiddenAt})
      ON CONFLICT (tag) DO UPDATE SET "hiddenAt" = excluded."hiddenAt"
       WHERE (t."hiddenAt" IS NULL) <> (excluded."hiddenAt" IS NULL)`;
    if (changed === 0) return;
    const action = hiddenAt ? "tag.hidden" : "tag.shown";
    await writeAuditEntry(tx, { action, accountId: null, details: { tag } });
  });
}

/** Whether a tag is kept out of trends, for moderators. @throws DomainError `forbidden` */
export async function isTagHidden(ctx: Context, tag: string): Promise<boolean> {
  requireModerator(ctx);
  const hidden = await read(ctx, "tags.hidden")`SELECT tag FROM "Tag" WHERE tag = ${tag} AND "hiddenAt" IS NOT NULL`;
  return hidden.length > 0;
}
