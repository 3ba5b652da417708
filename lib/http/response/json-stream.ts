import { streamPieces, type Timeouts } from "./streamed-response";

/** The entries, in order, of a JSON object too large for memory. An async iterable yields the pages of an array. */
export type JsonEntries = AsyncIterable<readonly [name: string, value: unknown]>;

/** Streams a JSON document. @throws what producing the first piece throws, while an error response is still possible */
export function streamJson(
  request: Request,
  entries: JsonEntries,
  headers: HeadersInit,
  timeouts?: Timeouts,
): Promise<Response> {
  return streamPieces(
    request,
    encoded(objectOf(entries)),
    { ...headers, "Content-Type": "application/json" },
    timeouts,
  );
}

export async function* encoded(pieces: AsyncIterable<string>): AsyncGenerator<Uint8Array<ArrayBuffer>, void> {
  const encoder = new TextEncoder();
  for await (const piece of pieces) yield encoder.encode(piece);
}

/** Yields the object's text, one page of a list at a time. */
export async function* objectOf(entries: JsonEntries): AsyncGenerator<string, void> {
  let before = "{";
  for await (const [name, value] of entries) {
    const label = `${before}${JSON.stringify(name)}:`;
    if (isPages(value)) yield* listOf(label, value);
    else yield label + JSON.stringify(value);
    before = ",";
  }
  yield before === "{" ? "{}" : "}";
}

export async function* listOf(label: string, pages: AsyncIterable<readonly unknown[]>): AsyncGenerator<string, void> {
  let before = `${label}[`;
  for await (const page of pages) {
    if (page.length === 0) continue;
    yield before + JSON.stringify(page).slice(1, -1);
    before = ",";
  }
  yield before === "," ? "]" : `${before}]`;
}

function isPages(value: unknown): value is AsyncIterable<readonly unknown[]> {
  return typeof value === "object" && value !== null && Symbol.asyncIterator in value;
}
