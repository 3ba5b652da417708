import { log } from "@/lib/infra/log";
import { closeConnection } from "@/lib/infra/peer";

/**
 * The entries, in order, of a JSON object too large to hold in memory. An async iterable value yields the pages of an
 * array.
 */
export type JsonEntries = AsyncIterable<readonly [name: string, value: unknown]>;

/** Our choice: a reader that takes nothing for this long is cut off, as is one that exceeds `TOTAL_MS` in total. */
const STALL_MS = 30_000;
const TOTAL_MS = 15 * 60_000;

interface Timeouts {
  stallMs: number;
  totalMs: number;
}

/**
 * Streams an object as it is produced: each piece is made once the previous one was taken, and none is buffered. An
 * error after the first piece closes the connection, so that nobody mistakes a part for the whole.
 * @throws what producing the first piece throws, while an error response is still possible
 */
export async function streamJson(
  request: Request,
  entries: JsonEntries,
  headers: HeadersInit,
  { stallMs, totalMs }: Timeouts = { stallMs: STALL_MS, totalMs: TOTAL_MS },
): Promise<Response> {
  const pieces = piecesOf(entries);
  const first = await pieces.next();
  const encoder = new TextEncoder();
  const endsAt = Date.now() + totalMs;
  let next = () => {
    next = () => pieces.next();
    return Promise.resolve(first);
  };
  let timer: NodeJS.Timeout | undefined;

  const waitForDrain = (controller: ReadableStreamDefaultController) => {
    const cutOff = () => abort(controller, new Error("The reader of a streamed response is too slow"));
    timer = setTimeout(cutOff, Math.max(0, Math.min(stallMs, endsAt - Date.now())));
  };

  /** Lets the producer clean up. */
  const abandon = () =>
    pieces.return().catch((error: unknown) => log.warn("streamed response cleanup failed", { error }));

  const abort = (controller: ReadableStreamDefaultController, error: unknown) => {
    log.warn("streamed response aborted", { path: new URL(request.url).pathname, error });
    controller.error(error);
    closeConnection(request.headers);
    void abandon();
  };

  const source: UnderlyingDefaultSource<Uint8Array> = {
    start: waitForDrain,
    async pull(controller) {
      clearTimeout(timer);
      try {
        const { done, value } = await next();
        if (done) return controller.close();
        controller.enqueue(encoder.encode(value));
        waitForDrain(controller);
      } catch (error) {
        abort(controller, error);
      }
    },
    async cancel() {
      clearTimeout(timer);
      await abandon();
    },
  };
  return new Response(new ReadableStream(source, { highWaterMark: 0 }), {
    headers: { ...headers, "Content-Type": "application/json" },
  });
}

/** Yields the object's text, one page of a list at a time. */
async function* piecesOf(entries: JsonEntries): AsyncGenerator<string, void> {
  let before = "{";
  for await (const [name, value] of entries) {
    const label = `${before}${JSON.stringify(name)}:`;
    if (isPages(value)) yield* listOf(label, value);
    else yield label + JSON.stringify(value);
    before = ",";
  }
  yield before === "{" ? "{}" : "}";
}

async function* listOf(label: string, pages: AsyncIterable<readonly unknown[]>): AsyncGenerator<string, void> {
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
