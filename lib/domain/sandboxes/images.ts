import { withoutDatabase } from "@/lib/infra/sandbox/databases";
import { outsideSandbox } from "@/lib/infra/sandbox/scope";
import { SANDBOXES, sandboxFolder, storage, type StoredFile } from "@/lib/infra/storage/storage";

const BATCH = 200;

/** Removes the files of a sandbox by the name of its database, which may already be gone. */
export async function removeImages(databaseName: string): Promise<void> {
  const files = outsideSandbox(storage);
  const remove = (found: StoredFile[]) => Promise.all(found.map(({ key }) => files.remove(key)));
  const found: StoredFile[] = [];
  for await (const file of files.list(sandboxFolder(databaseName))) {
    found.push(file);
    if (found.length === BATCH) await remove(found.splice(0));
  }
  await remove(found);
}

/** Removes files of dropped databases: uploads that were in progress when their sandbox was reset. */
export async function removeAbandonedImages(): Promise<void> {
  const names = new Set<string>();
  for await (const { key } of storage().list(SANDBOXES)) names.add(key.split("/")[1] ?? "");
  // Queried after listing the files, because a file is never older than its database.
  for (const name of names.size > 0 ? await withoutDatabase([...names]) : []) await removeImages(name);
}
