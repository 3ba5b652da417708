import { log } from "@/lib/infra/log";
import { hangUp } from "./peer";

/** A JSON object that is too large to be held: its entries in order. A value that is iterated asynchronously gives the pages of an array. */
export type JsonEntries = AsyncIterable<readonly [name: string, value: unknown]>;

/** Our choice: a reader that takes nothing for so long is cut off, and so is one that takes longer than `TOTAL_MS` for all of it. */
const STALL_MS = 30_000;
const TOTAL_MS = 15 * 60_000;

interface Timeouts {
  stallMs: number;
  totalMs: number;
}

/**
 * Answers an object as it is produced: the next piece is made when the last one was taken, and none is kept. What fails
 * after the beginning closes the connection, so that nobody takes half of the object for the whole.
 * @throws what making the first piece throws, while that can still be answered as an error.
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
  let patience: NodeJS.Timeout | undefined;

  const waitForReader = (controller: ReadableStreamDefaultController) => {
    const cutOff = () => giveUp(controller, new Error("The reader of a streamed answer takes too long"));
    patience = setTimeout(cutOff, Math.max(0, Math.min(stallMs, endsAt - Date.now())));
  };

  /** Lets what makes the pieces clean up after itself. */
  const abandon = () =>
    pieces.return().catch((error: unknown) => log.warn("streamed answer not cleaned up", { error }));

  const giveUp = (controller: ReadableStreamDefaultController, error: unknown) => {
    log.warn("streamed answer cut off", { path: new URL(request.url).pathname, error });
    controller.error(error);
    hangUp(request.headers);
    void abandon();
  };

  const source: UnderlyingDefaultSource<Uint8Array> = {
    start: waitForReader,
    async pull(controller) {
      clearTimeout(patience);
      try {
        const { done, value } = await next();
        if (done) return controller.close();
        controller.enqueue(encoder.encode(value));
        waitForReader(controller);
      } catch (error) {
        giveUp(controller, error);
      }
    },
    async cancel() {
      clearTimeout(patience);
      await abandon();
    },
  };
  return new Response(new ReadableStream(source, { highWaterMark: 0 }), {
    headers: { ...headers, "Content-Type": "application/json" },
  });
}

/** The text of the object, a page of a list at a time. */
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
