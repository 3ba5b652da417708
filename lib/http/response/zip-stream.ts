import { makeZip } from "client-zip";
import { encoded, listOf } from "./json-stream";
import { streamPieces } from "./streamed-response";

/** A file of an archive. `json` is a value, or the pages of a list; an empty file needs no pieces. */
export type ArchiveFile = { name: string; modifiedAt: Date } & (
  { json: unknown } | { pages: AsyncIterable<readonly unknown[]> } | { bytes: AsyncIterable<Uint8Array<ArrayBuffer>> }
);

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
  async function* inputs() {
    for await (const file of files) {
      current = contentOf(file);
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

async function* contentOf(file: ArchiveFile): Bytes {
  if ("json" in file) yield* encoded(piecesOf(JSON.stringify(file.json, null, 2)));
  else if ("pages" in file) yield* encoded(listOf("", file.pages));
  // The library treats an empty piece as the end.
  else for await (const piece of file.bytes) if (piece.length > 0) yield piece;
}

async function* piecesOf(text: string): AsyncGenerator<string, void> {
  yield text;
}
