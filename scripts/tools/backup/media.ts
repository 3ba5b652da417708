import { createReadStream } from "node:fs";
import { readFile } from "node:fs/promises";
import path from "node:path";
import { createInterface } from "node:readline/promises";
import type pg from "pg";
import type { Storage } from "@/lib/infra/storage/store";
import { figure, type Progress, UserError } from "@/scripts/tools/terminal";
import { verifyFile, writeBackupFile } from "./files";
import { type FileRecord, type Manifest, type StoredObject, storedObject } from "./manifest";
import type { Snapshot } from "./snapshot";

/** The folder of a backup that holds the files, under the same keys as in the file store. */
export const MEDIA_FOLDER = "media";
const LIST = "media.ndjson";
/** Rows or lines per batch. */
const BATCH = 200;
/** Files in memory at a time, each of at most some megabytes. */
const AT_ONCE = 4;

interface Row {
  id: string;
  key: string;
  contentType: string;
}

type Media = Manifest["media"];

/**
 * Copies the file of every media row of the snapshot. A file may only be absent if its row has been deleted since.
 * @param now a connection to the same database outside the snapshot
 * @throws UserError if a row of the database has no file
 */
export async function exportMedia(
  directory: string,
  { snapshot, now, storage, progress }: { snapshot: Snapshot; now: pg.Client; storage: Storage; progress: Progress },
): Promise<Media> {
  const copied = { count: 0, bytes: 0 };
  const absent: Row[] = [];
  const list = await writeBackupFile(directory, LIST, lines());
  return { ...copied, list, deletedMeanwhile: await deletedOf(absent, now) };

  async function* lines(): AsyncGenerator<Buffer> {
    for await (const rows of batches(mediaRows(snapshot), AT_ONCE)) {
      for (const object of await Promise.all(rows.map(copyFile)))
        if (object) yield Buffer.from(`${JSON.stringify(object)}\n`);
      progress(MEDIA_FOLDER, `${figure(copied.count)} files`);
    }
    if (copied.count > 0) progress(MEDIA_FOLDER, `${figure(copied.count)} files`, "done");
  }

  async function copyFile(row: Row): Promise<StoredObject | undefined> {
    const content = await storage.get(row.key);
    if (!content) return void absent.push(row);
    const { bytes, sha256 } = await writeBackupFile(directory, pathOf(row.key), [content]);
    copied.count += 1;
    copied.bytes += bytes;
    return { key: row.key, contentType: row.contentType, bytes, sha256 };
  }
}

async function* mediaRows({ client }: Snapshot): AsyncGenerator<Row> {
  for (let last = ""; ;) {
    const { rows } = await client.query<Row>(
      `SELECT id, "storageKey" AS key, "contentType" FROM "Media" WHERE id > $1 ORDER BY id LIMIT ${BATCH}`,
      [last],
    );
    yield* rows;
    const final = rows.at(-1);
    if (!final) return;
    last = final.id;
  }
}

/** Returns the ids of the rows, all of which must have been deleted: a row is deleted before its file. */
async function deletedOf(absent: Row[], now: pg.Client): Promise<string[]> {
  const ids = absent.map(({ id }) => id);
  const { rows } = await now.query<{ id: string }>(`SELECT id FROM "Media" WHERE id = ANY($1) LIMIT 10`, [ids]);
  if (rows.length > 0)
    throw new UserError(
      `These images have a row and no file: ${rows.map(({ id }) => id).join(", ")}. \`npm run check\` lists them all.`,
    );
  return ids;
}

/** Compares every file with the list, and the list with the manifest. */
export async function verifyMedia(directory: string, { list, count }: Media, progress: Progress): Promise<void> {
  await verifyFile(directory, list);
  let verified = 0;
  for await (const { key, bytes, sha256 } of objectsIn(directory, list)) {
    await verifyFile(directory, { path: pathOf(key), bytes, sha256 });
    progress("verified", `${figure(++verified)} of ${figure(count)} files`);
  }
}

/** Stores every file of the backup, overwriting files that exist already. */
export async function importMedia(
  directory: string,
  { media, storage, progress }: { media: Media; storage: Storage; progress: Progress },
): Promise<void> {
  let stored = 0;
  for await (const objects of batches(objectsIn(directory, media.list), AT_ONCE)) {
    await Promise.all(
      objects.map(async ({ key, contentType }) =>
        storage.put(key, new Uint8Array(await readFile(path.join(directory, pathOf(key)))), contentType),
      ),
    );
    stored += objects.length;
    progress(MEDIA_FOLDER, `${figure(stored)} of ${figure(media.count)} files`);
  }
  if (stored > 0) progress(MEDIA_FOLDER, `${figure(stored)} files`, "done");
}

/** Returns the first stored file in a folder that the backup would write to. */
export async function firstStored(directory: string, { list }: Media, storage: Storage): Promise<string | undefined> {
  const seen = new Set<string>();
  for await (const { key } of objectsIn(directory, list)) {
    const folder = path.posix.dirname(key);
    if (seen.has(folder)) continue;
    seen.add(folder);
    for await (const file of storage.list(folder)) return file.key;
  }
  return undefined;
}

async function* objectsIn(directory: string, list: FileRecord): AsyncGenerator<StoredObject> {
  const lines = createInterface({ input: createReadStream(path.join(directory, list.path)) });
  for await (const line of lines) yield storedObject.parse(JSON.parse(line));
}

async function* batches<T>(items: AsyncIterable<T>, length: number): AsyncGenerator<T[]> {
  const batch: T[] = [];
  for await (const item of items) {
    batch.push(item);
    if (batch.length === length) yield batch.splice(0);
  }
  if (batch.length > 0) yield batch;
}

const pathOf = (key: string): string => `${MEDIA_FOLDER}/${key}`;
