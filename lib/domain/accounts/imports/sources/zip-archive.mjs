// Reads an archive that a stranger made: nothing that it says of itself is believed before it is checked.
import { createHash } from "node:crypto";
import { writeFile } from "node:fs/promises";
import { Writable } from "node:stream";
import { pipeline } from "node:stream/promises";
import zlib from "node:zlib";
import yauzl from "yauzl";
import { ArchiveProblem } from "./problem.mjs";

/** What expands further than this holds next to nothing; text expands to ten times its size. */
const MAX_RATIO = 200;
/** A small file of repeated text is harmless, whatever its ratio. */
const RATIO_COUNTS_FROM_BYTES = 1_000_000;

/** A ZIP archive whose directory is within its bounds. */
export class ZipArchive {
  #zip;
  #entries;
  #limits;

  constructor(zip, entries, limits) {
    this.#zip = zip;
    this.#entries = entries;
    this.#limits = limits;
  }

  /** Opens the file at a path. @throws ArchiveProblem */
  static async open(path, limits) {
    const zip = await yauzl.openPromise(path, { autoClose: false }).catch(() => {
      throw new ArchiveProblem("not_an_archive");
    });
    if (zip.entryCount > limits.files) throw new ArchiveProblem("too_many_files");
    const entries = await readDirectory(zip, limits);
    return new ZipArchive(zip, entries, limits);
  }

  /** The names of its files. */
  get names() {
    return [...this.#entries.keys()];
  }

  has(name) {
    return this.#entries.has(name);
  }

  /** Returns the value of a JSON file. @throws ArchiveProblem if it is none, or too large */
  async json(name) {
    return parseJson((await this.read(name)).toString("utf8"));
  }

  /** Returns the bytes of a file that has to be in memory as a whole. @throws ArchiveProblem */
  async read(name) {
    const entry = this.#entry(name);
    if (entry.uncompressedSize > this.#limits.textBytes) throw new ArchiveProblem("file_too_large");
    return this.#bytes(entry);
  }

  /** Returns the SHA-256 of a file, in hex. @throws ArchiveProblem */
  async digest(name) {
    const hash = createHash("sha256");
    await this.#stream(this.#entry(name), (chunk) => hash.update(chunk));
    return hash.digest("hex");
  }

  /** Writes a file of at most `maxBytes` to a path, and returns its size; null if it did not. @throws ArchiveProblem */
  async extract(name, path, maxBytes) {
    const entry = this.#entries.get(name);
    if (!entry || entry.uncompressedSize > maxBytes) return null;
    await writeFile(path, await this.#bytes(entry), { flag: "wx" });
    return entry.uncompressedSize;
  }

  async #bytes(entry) {
    const chunks = [];
    await this.#stream(entry, (chunk) => chunks.push(chunk));
    return Buffer.concat(chunks);
  }

  #entry(name) {
    const entry = this.#entries.get(name);
    if (!entry) throw new ArchiveProblem("other_source");
    return entry;
  }

  /** Reads a file to its end, and compares it with its checksum. */
  async #stream(entry, take) {
    let checksum = 0;
    const taker = new Writable({
      write(chunk, _encoding, done) {
        checksum = zlib.crc32(chunk, checksum);
        take(chunk);
        done();
      },
    });
    try {
      await pipeline(await this.#zip.openReadStreamPromise(entry), taker);
    } catch {
      throw new ArchiveProblem("damaged");
    }
    if (checksum !== entry.crc32) throw new ArchiveProblem("damaged");
  }
}

/** Parses JSON. @throws ArchiveProblem for other text */
export function parseJson(text) {
  try {
    return JSON.parse(text);
  } catch {
    throw new ArchiveProblem("damaged");
  }
}

/** The library rejects names that lead out of the archive. */
async function readDirectory(zip, limits) {
  const entries = new Map();
  let bytes = 0;
  const read = zip.eachEntry();
  for (;;) {
    const { done, value: entry } = await read.next().catch((error) => {
      throw new ArchiveProblem(/path|name|backslash/i.test(error.message) ? "unsafe_names" : "damaged");
    });
    if (done) break;
    if (entry.fileName.endsWith("/")) continue;
    if (entries.has(entry.fileName)) throw new ArchiveProblem("unsafe_names");
    if (!entry.canDecodeFileData()) throw new ArchiveProblem("unreadable_files");
    bytes += entry.uncompressedSize;
    if (bytes > limits.bytes) throw new ArchiveProblem("expands");
    if (entry.uncompressedSize > RATIO_COUNTS_FROM_BYTES && entry.uncompressedSize > entry.compressedSize * MAX_RATIO)
      throw new ArchiveProblem("expands");
    entries.set(entry.fileName, entry);
  }
  rejectOverlaps([...entries.values()]);
  return entries;
}

/** Files that share bytes expand to far more than the archive has. */
function rejectOverlaps(entries) {
  const inOrder = entries.toSorted((a, b) => a.relativeOffsetOfLocalHeader - b.relativeOffsetOfLocalHeader);
  inOrder.forEach((entry, index) => {
    const next = inOrder[index + 1];
    if (next && entry.relativeOffsetOfLocalHeader + entry.compressedSize > next.relativeOffsetOfLocalHeader)
      throw new ArchiveProblem("expands");
  });
}
