import { type Context, idFor, inTransaction, read, write } from "@/lib/domain/kernel/context";
import { conflict, invalid, notFound, unavailable } from "@/lib/domain/kernel/errors";
import { lockActor } from "@/lib/domain/kernel/locks";
import { storage } from "@/lib/infra/storage/storage";
import { removeFiles } from "./files";
import { readImport } from "./queries";
import { isUndoable, MAX_WAITING_BYTES, partBytes, partKey, UNDO_MS } from "./rules";
import type { ImportItem, NewImport } from "./schema";
import { undoImport } from "./undo";
import { sql } from "@/lib/infra/database/sql";
import type { Import } from "@/lib/infra/prisma/client";
import { DAY_MS } from "@/lib/domain/kernel/durations";

const OPEN = sql`status IN ('uploading', 'waiting', 'running')`;
const RETRY_AFTER_SECONDS = 600;

/**
 * Begins an import, whose archive is then sent in parts.
 * @throws DomainError `conflict` while another of the account is open, `unavailable` while too much waits
 */
export function beginImport(ctx: Context, { source, bytes }: NewImport): Promise<ImportItem> {
  return inTransaction(ctx, async (tx) => {
    await lockActor(tx);
    const [stored] = await read<{ bytes: number; own: boolean }>(tx, "imports.stored")`
      SELECT COALESCE(sum(bytes), 0)::float8 AS bytes, COALESCE(bool_or("userId" = ${tx.actor.id}), false) AS own
        FROM "Import" WHERE "hasArchive" AND ${OPEN}`;
    if (stored!.own) throw conflict("You are bringing an archive already. Wait until that is done, or stop it.");
    if (stored!.bytes + bytes > MAX_WAITING_BYTES)
      throw unavailable("Many people are bringing archives just now. Try again later.", RETRY_AFTER_SECONDS);
    const id = idFor(tx, "imp");
    await write(tx, "imports.insert")`
      INSERT INTO "Import" (id, "userId", source, bytes, "createdAt")
      VALUES (${id}, ${tx.actor.id}, ${source}::"ImportSource", ${bytes}, ${tx.now})`;
    return readImport(tx, id);
  });
}

interface Part {
  id: string;
  position: number;
  file: { bytes: Uint8Array };
}

type Receiving = Pick<Import, "bytes" | "parts" | "status">;

/**
 * Stores the next part of an archive. One that arrived already is not stored again.
 * @throws DomainError `not_found` for other people's imports, `conflict` unless it is the next part of one that waits
 *   for it, `invalid_request` if it has another size than its part
 */
export async function storePart(ctx: Context, { id, position, file }: Part): Promise<{ isNext: boolean }> {
  const [receiving] = await read<Receiving>(ctx, "imports.receiving")`
    SELECT bytes, parts, status FROM "Import" WHERE id = ${id} AND "userId" = ${ctx.actor.id}`;
  if (!receiving) throw notFound();
  if (position < receiving.parts) return { isNext: false };
  if (receiving.status !== "uploading" || position > receiving.parts) throw notNext();
  const expected = partBytes(receiving.bytes, position);
  if (file.bytes.length !== expected)
    throw invalid([{ param: "part", message: `part has to have ${expected.toLocaleString("en")} bytes` }]);
  await storage().put(partKey(id, position), file.bytes, "application/octet-stream");
  return { isNext: true };
}

const notNext = () => conflict("The import doesn’t wait for this part.");

/** Counts a part that `storePart` stored. With the last one, the archive waits to be read. */
export async function receivePart(
  ctx: Context,
  { id, position, file }: Part,
  { isNext }: { isNext: boolean },
): Promise<ImportItem> {
  if (isNext) {
    const received = await write(ctx, "imports.receive")`
      UPDATE "Import" SET parts = parts + 1, "receivedBytes" = "receivedBytes" + ${file.bytes.length}::int,
             status = CASE WHEN "receivedBytes" + ${file.bytes.length}::int = bytes THEN 'waiting' ELSE status END
       WHERE id = ${id} AND "userId" = ${ctx.actor.id} AND status = 'uploading' AND parts = ${position}`;
    if (received === 0) throw notNext();
  }
  return readImport(ctx, id);
}

/**
 * Stops an import that is open, and undoes one that is done. What it brought is gone then, and can be brought again.
 * @throws DomainError `not_found` for other people's, `conflict` for one that brought nothing, or when it is too late
 */
export async function withdrawImport(ctx: Context, { id }: { id: string }): Promise<ImportItem> {
  const stopped = await write(ctx, "imports.stop")`
    UPDATE "Import" SET status = 'undone', "undoneAt" = ${ctx.now} WHERE id = ${id} AND "userId" = ${ctx.actor.id} AND ${OPEN}`;
  if (stopped === 1) {
    ctx.afterCommit(() => removeFiles(ctx, id));
    return readImport(ctx, id);
  }
  return inTransaction(ctx, async (tx) => {
    await undoImport(tx, id, rejectUnlessUndoable);
    return readImport(tx, id);
  });
}

function rejectUnlessUndoable({ now }: Context, found: Pick<Import, "status" | "finishedAt">): void {
  if (isUndoable(found, now)) return;
  throw conflict(
    found.status === "done"
      ? `An import can be undone for ${UNDO_MS / DAY_MS} days.`
      : "Nothing of this import is here.",
  );
}

/** Stops what is open of an account that closes. */
export async function stopOwnImports(tx: Context): Promise<void> {
  await write(tx, "imports.stopOwn")`
    UPDATE "Import" SET status = 'undone', "undoneAt" = ${tx.now} WHERE "userId" = ${tx.actor.id} AND ${OPEN}`;
}

/** Deletes what is known of the imports of an account that is gone for good. Retention has deleted the archives. */
export async function deleteOwnImports(tx: Context): Promise<void> {
  await Promise.all([
    write(tx, "imports.deleteOwn")`DELETE FROM "Import" WHERE "userId" = ${tx.actor.id}`,
    write(tx, "imports.forgetOwn")`DELETE FROM "ImportedItem" WHERE "userId" = ${tx.actor.id}`,
  ]);
}
