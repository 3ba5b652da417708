import { createHash } from "node:crypto";
import { createReadStream, createWriteStream } from "node:fs";
import { mkdir, open } from "node:fs/promises";
import path from "node:path";
import { Readable, Transform, type TransformCallback } from "node:stream";
import { pipeline } from "node:stream/promises";
import { UserError } from "@/scripts/tools/terminal";
import type { FileRecord } from "./manifest";

class Checksum extends Transform {
  bytes = 0;
  readonly #hash = createHash("sha256");

  override _transform(chunk: Buffer, _encoding: BufferEncoding, done: TransformCallback): void {
    this.bytes += chunk.length;
    this.#hash.update(chunk);
    done(null, chunk);
  }

  record(name: string): FileRecord {
    return { path: name, bytes: this.bytes, sha256: this.#hash.digest("hex") };
  }
}

/** Reports how many bytes have passed through. */
export function meter(onProgress: (bytes: number) => void): Transform {
  let bytes = 0;
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      onProgress((bytes += chunk.length));
      done(null, chunk);
    },
  });
}

type Source = Readable | Iterable<Uint8Array> | AsyncIterable<Uint8Array>;

/** Writes a file of a backup, readable only by its owner, and flushes it to the disk. */
export async function writeBackupFile(
  directory: string,
  name: string,
  source: Source,
  ...transforms: NodeJS.ReadWriteStream[]
): Promise<FileRecord> {
  const place = path.join(directory, name);
  await mkdir(path.dirname(place), { recursive: true, mode: 0o700 });
  const checksum = new Checksum();
  const file = createWriteStream(place, { mode: 0o600, flags: "wx", flush: true });
  await pipeline([source instanceof Readable ? source : Readable.from(source), ...transforms, checksum, file]);
  return checksum.record(name);
}

/** @throws UserError if the file is missing or differs from what was written */
export async function verifyFile(directory: string, expected: FileRecord): Promise<void> {
  const checksum = new Checksum();
  try {
    await pipeline(createReadStream(path.join(directory, expected.path)), checksum.resume());
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new UserError(`The backup is damaged: ${expected.path} cannot be read (${code}).`);
  }
  const found = checksum.record(expected.path);
  if (found.sha256 !== expected.sha256)
    throw new UserError(
      `The backup is damaged: ${expected.path} is not the file that was written (${found.bytes} bytes of ${expected.bytes}).`,
    );
}

/** Makes the names in a directory survive a power cut. */
export async function flushDirectory(directory: string): Promise<void> {
  const handle = await open(directory, "r");
  await handle.sync().finally(() => handle.close());
}
