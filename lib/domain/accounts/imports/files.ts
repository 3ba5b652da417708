import { createWriteStream } from "node:fs";
import { mkdtemp, readdir, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { ReadableStream } from "node:stream/web";
import { read, type VisitorContext } from "@/lib/domain/kernel/context";
import { storage } from "@/lib/infra/storage/storage";
import { archiveFolder, imageFolder, partKey } from "./rules";

const folderPrefix = (importId: string): string => `pegboard-import-${importId}-`;

/** Makes a folder for the work on an import, in place of those that workers left behind that died with it. */
export async function makeFolder(importId: string): Promise<string> {
  await removeFolders(importId);
  return mkdtemp(path.join(os.tmpdir(), folderPrefix(importId)));
}

/** Removes the folders of an import on this machine. */
async function removeFolders(importId: string): Promise<void> {
  for (const name of await readdir(os.tmpdir()))
    if (name.startsWith(folderPrefix(importId)))
      await rm(path.join(os.tmpdir(), name), { recursive: true, force: true });
}

/** Writes an archive, whose parts are stored, to a file. */
export async function assembleArchive({ id, parts }: { id: string; parts: number }, file: string): Promise<void> {
  async function* pieces() {
    for (let position = 0; position < parts; position += 1) {
      const part = await storage().open(partKey(id, position));
      if (!part) throw new Error("A part of an archive is not stored");
      yield* Readable.fromWeb(part as ReadableStream);
    }
  }
  await pipeline(pieces, createWriteStream(file));
}

/**
 * Removes all that is left of the work on an import: its archive, and the images that it did not bring in the end. A
 * part or an image that is stored at this moment may stay: retention calls this once more.
 */
export async function removeFiles(ctx: VisitorContext, importId: string): Promise<void> {
  await removeFolders(importId);
  for await (const { key } of storage().list(archiveFolder(importId))) await storage().remove(key);
  await removeUnownedImages(ctx, importId);
}

/** Removes images that have no row: an import was stopped, or its worker died. */
export async function removeUnownedImages(ctx: VisitorContext, importId: string): Promise<void> {
  const keys: string[] = [];
  for await (const { key } of storage().list(imageFolder(importId))) keys.push(key);
  if (keys.length === 0) return;
  const ids = keys.map((key) => key.slice(key.lastIndexOf("/") + 1));
  const rows = await read<{ id: string }>(ctx, "imports.ofFiles")`
    SELECT id FROM "Media" WHERE id = ANY (${ids}::text[])`;
  const owned = new Set(rows.map(({ id }) => id));
  for (const [index, key] of keys.entries()) if (!owned.has(ids[index]!)) await storage().remove(key);
}
