import { type Context, read } from "@/lib/domain/kernel/context";
import { notFound } from "@/lib/domain/kernel/errors";
import { literal, type Sql, sql } from "@/lib/infra/database/sql";
import type { Import } from "@/lib/infra/prisma/client";
import { isUndoable, LISTED, UNDO_MS } from "./rules";
import type { Brought, ImportItem, LeftOut } from "./schema";

type Row = Omit<
  Import,
  | "userId"
  | "parts"
  | "hasArchive"
  | "leaseToken"
  | "leaseEndsAt"
  | "attempts"
  | "profile"
  | "undoneAt"
  | "brought"
  | "leftOut"
> & { source: ImportItem["source"]; brought: Brought; leftOut: LeftOut };

const COLUMNS: Sql = sql`i.id, i.source, i.status, i.bytes, i."receivedBytes", i."imagesDone", i."imagesTotal", i.brought,
  i."leftOut", i.failure, i."createdAt", i."finishedAt"`;

/** Lists the caller's newest imports. */
export async function listImports(ctx: Context): Promise<{ data: ImportItem[] }> {
  const rows = await read<Row>(ctx, "imports.own")`
    SELECT ${COLUMNS} FROM "Import" i WHERE i."userId" = ${ctx.actor.id}
     ORDER BY i."createdAt" DESC, i.id DESC LIMIT ${literal(LISTED)}`;
  return { data: rows.map((row) => present(row, ctx.now)) };
}

/** Returns one of the caller's. @throws DomainError `not_found` for other people's */
export async function readImport(ctx: Context, id: string): Promise<ImportItem> {
  const [row] = await read<Row>(ctx, "imports.one")`
    SELECT ${COLUMNS} FROM "Import" i WHERE i.id = ${id} AND i."userId" = ${ctx.actor.id}`;
  if (!row) throw notFound();
  return present(row, ctx.now);
}

function present({ imagesDone, imagesTotal, createdAt, finishedAt, ...row }: Row, now: Date): ImportItem {
  const undoableUntil = isUndoable({ ...row, finishedAt }, now) ? new Date(finishedAt!.getTime() + UNDO_MS) : null;
  return {
    ...row,
    images: { done: imagesDone, total: imagesTotal },
    createdAt: createdAt.toISOString(),
    finishedAt: finishedAt?.toISOString() ?? null,
    undoableUntil: undoableUntil?.toISOString() ?? null,
  };
}
