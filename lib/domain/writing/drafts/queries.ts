import { type Context, read } from "@/lib/domain/kernel/context";
import type { Draft as DraftRow } from "@/lib/infra/prisma/client";
import type { Draft } from "./schema";

/** Lists the caller's drafts, newest first. */
export async function listDrafts(ctx: Context): Promise<{ data: Draft[] }> {
  const rows = await read<Omit<DraftRow, "authorId">>(ctx, "drafts.own")`
    SELECT id, content, audience, warning, "createdAt" FROM "Draft" WHERE "authorId" = ${ctx.actor.id}
     ORDER BY "createdAt" DESC, id DESC`;
  return { data: rows.map(({ createdAt, ...draft }) => ({ ...draft, createdAt: createdAt.toISOString() })) };
}
