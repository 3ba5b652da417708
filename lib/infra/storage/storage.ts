import { randomUUID } from "node:crypto";
import { env } from "@/lib/infra/environment/env";
import { currentSandbox } from "@/lib/infra/sandbox/scope";
import { log } from "@/lib/infra/log/log";
import { withTimeout } from "@/lib/infra/timeout";
import { StorageMisconfigured } from "./error";
import { FolderStorage } from "./folder";
import { S3Storage } from "./s3";

/**
 * Stores uploaded files by keys such as `2026-11-21/media_0VhQ3kTz`. Methods throw StorageUnavailable while the store
 * is unreachable, and `put` StorageFull where it has too little free space.
 */
export interface Storage {
  put(key: string, bytes: Uint8Array, contentType: string): Promise<void>;
  get(key: string): Promise<Uint8Array<ArrayBuffer> | null>;
  /** Streams a file, so that a slow reader holds one chunk in memory, not the whole file. */
  open(key: string): Promise<ReadableStream<Uint8Array<ArrayBuffer>> | null>;
  /** Returns a file's size in bytes, without reading it; null if there is none. */
  size(key: string): Promise<number | null>;
  /** Removes a file; succeeds if there is none. */
  remove(key: string): Promise<void>;
  /** Lists the keys in a folder and its subfolders, with the time when each was written. */
  list(folder: string): AsyncIterable<StoredFile>;
  /** Returns the free space of the store in bytes; null if it has no limit of its own. */
  freeBytes(): Promise<number | null>;
  /** Returns the URL at which the public can read the file directly; null if there is none. */
  publicUrl(key: string): string | null;
  /**
   * Writes, reads and removes a file under this key.
   * @throws StorageMisconfigured if the store can never accept a file as configured
   * @throws StorageUnavailable if it cannot at present
   */
  check(key: string): Promise<void>;
}

export interface StoredFile {
  key: string;
  writtenAt: Date;
}

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
