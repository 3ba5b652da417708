import { randomUUID } from "node:crypto";
import { env } from "@/lib/infra/environment/env";
import { currentSandbox } from "@/lib/infra/sandbox/scope";
import { log } from "@/lib/infra/log/log";
import { withTimeout } from "@/lib/infra/timeout";
import { StorageMisconfigured } from "./error";
import { FolderStorage } from "./folder";
import { S3Storage } from "./s3";
import type { Storage } from "./store";

let opened: Storage | undefined;

export function storage(): Storage {
  opened ??= open();
  const sandbox = currentSandbox();
  return sandbox ? inFolder(opened, sandboxFolder(sandbox.databaseName)) : opened;
}

export const SANDBOXES = "sandboxes";

/** Returns the folder of a sandbox's files, by the name of its database. */
export const sandboxFolder = (databaseName: string): string => `${SANDBOXES}/${databaseName}`;

/** Presents a folder as a store of its own. */
function inFolder(store: Storage, folder: string): Storage {
  const within = (key: string) => `${folder}/${key}`;
  return {
    put: (key, bytes, contentType) => store.put(within(key), bytes, contentType),
    get: (key) => store.get(within(key)),
    open: (key) => store.open(within(key)),
    size: (key) => store.size(within(key)),
    remove: (key) => store.remove(within(key)),
    async *list(key) {
      for await (const file of store.list(within(key))) yield { ...file, key: file.key.slice(folder.length + 1) };
    },
    freeBytes: () => store.freeBytes(),
    publicUrl: () => null,
    check: (key) => store.check(within(key)),
  };
}

const CHECK_TIMEOUT_MS = 5000;

/**
 * Checks the store at startup, before the first upload would fail. A store that is only unavailable does not prevent
 * the start.
 * @throws StorageMisconfigured
 */
export async function checkStorage(store = storage()): Promise<void> {
  try {
    await withTimeout(store.check(`checks/${randomUUID()}`), CHECK_TIMEOUT_MS);
  } catch (error) {
    if (error instanceof StorageMisconfigured) throw error;
    log.warn("dependency unavailable", { dependency: "file store", error });
  }
}

function open(): Storage {
  const place = env().storage;
  return place.kind === "s3" ? new S3Storage(place) : new FolderStorage(place.directory, place);
}
