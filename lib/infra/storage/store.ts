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
