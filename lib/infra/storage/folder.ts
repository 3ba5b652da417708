import { mkdir, open, readdir, readFile, rename, rm, stat, statfs, writeFile } from "node:fs/promises";
import path from "node:path";
import { Readable } from "node:stream";
import type { Storage, StoredFile } from "./store";
import { StorageFull, StorageMisconfigured, StorageUnavailable } from "./error";

/** The files include images of private posts, which other users of the machine must not read. */
export const FOLDER_MODE = 0o700;
export const FILE_MODE = 0o600;

/** Stores files in a local folder while its disk has `minFreeBytes` left for others, such as the database and log. */
export class FolderStorage implements Storage {
  readonly #root: string;

  readonly #minFreeBytes: number;

  constructor(directory: string, { minFreeBytes = 0 } = {}) {
    this.#root = path.resolve(directory);
    this.#minFreeBytes = minFreeBytes;
  }

  /** Writes a temporary file and renames it, so that nobody reads a part. Leftovers of a crash are listed, too. */
  async put(key: string, bytes: Uint8Array): Promise<void> {
    const place = this.#place(key);
    const draft = `${place}.part`;
    try {
      await mkdir(path.dirname(place), { recursive: true, mode: FOLDER_MODE });
      if ((await this.freeBytes()) < this.#minFreeBytes + bytes.length) throw new StorageFull("Too little free space");
      await writeFile(draft, bytes, { mode: FILE_MODE });
      await rename(draft, place);
    } catch (error) {
      await rm(draft, { force: true }).catch(() => undefined);
      if (error instanceof StorageFull) throw error;
      if (isOutOfSpace(error)) throw new StorageFull("No free space", { cause: error });
      throw new StorageUnavailable(`A file could not be written (${(error as NodeJS.ErrnoException).code})`, {
        cause: error,
      });
    }
  }

  async get(key: string): Promise<Uint8Array<ArrayBuffer> | null> {
    return readFile(this.#place(key)).catch(absent);
  }

  async size(key: string): Promise<number | null> {
    return (await stat(this.#place(key)).catch(absent))?.size ?? null;
  }

  async remove(key: string): Promise<void> {
    await rm(this.#place(key), { force: true });
  }

  async *list(folder: string): AsyncGenerator<StoredFile> {
    for (const name of (await readdir(this.#place(folder), { recursive: true }).catch(absent)) ?? []) {
      const key = [folder, ...name.split(path.sep)].join("/");
      const found = await stat(this.#place(key)).catch(absent);
      if (found?.isFile()) yield { key, writtenAt: found.mtime };
    }
  }

  async freeBytes(): Promise<number> {
    const { bavail, bsize } = await statfs(this.#root);
    return bavail * bsize;
  }

  publicUrl(): null {
    return null;
  }

  async open(key: string): Promise<ReadableStream<Uint8Array<ArrayBuffer>> | null> {
    const file = await open(this.#place(key)).catch(absent);
    return file && (Readable.toWeb(file.createReadStream()) as ReadableStream<Uint8Array<ArrayBuffer>>);
  }

  async check(key: string): Promise<void> {
    try {
      await this.put(key, new Uint8Array());
      await this.remove(key);
    } catch (error) {
      if (error instanceof StorageFull) throw error;
      const cause = (error as Error).cause as NodeJS.ErrnoException | undefined;
      throw new StorageMisconfigured(
        `STORAGE_DIR: ${this.#root} cannot be written (${cause?.code}). Give that folder to whom the server runs as, or set S3_* for a bucket.`,
      );
    }
  }

  #place(key: string): string {
    return path.join(this.#root, key);
  }
}

function isOutOfSpace(error: unknown): boolean {
  const { code } = error as NodeJS.ErrnoException;
  return code === "ENOSPC" || code === "EDQUOT";
}

function absent(error: NodeJS.ErrnoException): null {
  if (error.code === "ENOENT") return null;
  throw error;
}
