import { env } from "./env";
import { FolderStorage } from "./storage-folder";
import { S3Storage } from "./storage-s3";

/** Where uploaded files are kept, by keys such as `2026-11-21/media_0VhQ3kTz`. */
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

function open(): Storage {
  const place = env().storage;
  return place.kind === "s3" ? new S3Storage(place) : new FolderStorage(place.directory);
}
