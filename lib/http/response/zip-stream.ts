import { makeZip } from "client-zip";
import { createHash } from "node:crypto";
import { encoded, type JsonEntries, listOf, objectOf } from "./json-stream";
import { streamPieces } from "./streamed-response";

/**
 * A file of an archive: a value, the pages of a list, the entries of an object, bytes, or a text that depends on the
 * files before it. An empty file needs no pieces.
 */
export type ArchiveFile = { name: string; modifiedAt: Date } & (
  | { json: unknown }
  | { pages: AsyncIterable<readonly unknown[]> }
  | { entries: JsonEntries }
  | { bytes: AsyncIterable<Uint8Array<ArrayBuffer>> }
  | { sealing(files: readonly FileDigest[]): Promise<string> }
);

/** `sha256` is in hex. */
interface FileDigest {
  name: string;
  bytes: number;
  sha256: string;
}

/** Images take longer than text. */
const TOTAL_MS = 60 * 60_000;

/**
 * Streams files as a ZIP archive. One file after the other, uncompressed: images are compressed already, and password
 * hashing needs the threads.
 * @throws what producing the first file throws, while an error response is still possible
 */
export function streamZip(
  request: Request,
  { files, name }: { files: AsyncGenerator<ArchiveFile, void>; name: string },
  headers: HeadersInit,
): Promise<Response> {
  const head = {
    ...headers,
    "Content-Type": "application/zip",
    "Content-Disposition": `attachment; filename="${name}"`,
  };
  return streamPieces(request, zipOf(files), head, { totalMs: TOTAL_MS });
}

type Bytes = AsyncGenerator<Uint8Array<ArrayBuffer>, void>;

/** Ends the producers itself, because the library does not when its reader stops early. */
export async function* zipOf(files: AsyncGenerator<ArchiveFile, void>): Bytes {
  let current: Bytes | undefined;
  const digests: FileDigest[] = [];
  async function* inputs() {
    for await (const file of files) {
      current = digested(file.name, contentOf(file, digests), digests);
      yield { name: file.name, lastModified: file.modifiedAt, input: current };
    }
  }
  const reader = (makeZip(inputs()) as ReadableStream<Uint8Array<ArrayBuffer>>).getReader();
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      yield value;
    }
  } finally {
    await current?.return();
    await files.return();
  }
}

/** Passes a file on, and adds its digest once it is complete. */
async function* digested(name: string, content: Bytes, digests: FileDigest[]): Bytes {
  const hash = createHash("sha256");
  let bytes = 0;
  for await (const piece of content) {
    hash.update(piece);
    bytes += piece.length;
    yield piece;
  }
  digests.push({ name, bytes, sha256: hash.digest("hex") });
}

async function* contentOf(file: ArchiveFile, before: readonly FileDigest[]): Bytes {
  if ("json" in file) yield* encoded(piecesOf(JSON.stringify(file.json, null, 2)));
  else if ("pages" in file) yield* encoded(listOf("", file.pages));
  else if ("entries" in file) yield* encoded(objectOf(file.entries));
  else if ("sealing" in file) yield* encoded(piecesOf(await file.sealing(before)));
  // The library treats an empty piece as the end.
  else for await (const piece of file.bytes) if (piece.length > 0) yield piece;
}

async function* piecesOf(text: string): AsyncGenerator<string, void> {
  yield text;
}
