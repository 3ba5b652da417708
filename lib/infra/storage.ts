import { randomUUID } from "node:crypto";
import { env } from "./env";
import { log } from "./log";
import { StorageMisconfigured, StorageUnavailable } from "./storage-error";
import { FolderStorage } from "./storage-folder";
import { S3Storage } from "./storage-s3";

/** Where uploaded files are kept, by keys such as `2026-11-21/media_0VhQ3kTz`. A store that is away or full is `StorageUnavailable`. */
export interface Storage {
  put(key: string, bytes: Uint8Array, contentType: string): Promise<void>;
  get(key: string): Promise<Uint8Array<ArrayBuffer> | null>;
  /** The same, piece by piece as it is read: whoever reads slowly holds a piece of it, not all. */
  open(key: string): Promise<ReadableStream<Uint8Array<ArrayBuffer>> | null>;
  /** Removing what is not there is no error. */
  remove(key: string): Promise<void>;
  /** The keys under a folder, with when each was written. */
  list(folder: string): AsyncIterable<StoredFile>;
  /** Where the world reads the file without us; null where it cannot. */
  publicUrl(key: string): string | null;
  /**
   * Writes, reads and removes a file of this key.
   * @throws StorageMisconfigured where the store will never take a file as things are, StorageUnavailable where it does not now
   */
  check(key: string): Promise<void>;
}

export interface StoredFile {
  key: string;
  writtenAt: Date;
}

let opened: Storage | undefined;

/** A local folder, or the S3-compatible store that the environment names. */
export function storage(): Storage {
  return (opened ??= open());
}

const CHECK_TIMEOUT_MS = 5000;

/**
 * Checks at the start what else the first upload would find out. A store that is away just now is no reason not to start.
 * @throws StorageMisconfigured
 */
export async function checkStorage(store = storage()): Promise<void> {
  const late = new Promise<never>((_, reject) =>
    setTimeout(() => reject(new StorageUnavailable(`No answer in ${CHECK_TIMEOUT_MS} ms`)), CHECK_TIMEOUT_MS).unref(),
  );
  try {
    await Promise.race([store.check(`checks/${randomUUID()}`), late]);
  } catch (error) {
    if (error instanceof StorageMisconfigured) throw error;
    log.warn("file store is away", { error });
  }
}

function open(): Storage {
  const place = env().storage;
  return place.kind === "s3" ? new S3Storage(place) : new FolderStorage(place.directory);
}
