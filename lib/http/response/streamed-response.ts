import { log } from "@/lib/infra/log/log";
import { closeConnection } from "@/lib/infra/network/client-ip";

/** A reader that stalls for this long, or takes `TOTAL_MS` in total, is cut off, to free its memory. */
const STALL_MS = 30_000;
const TOTAL_MS = 15 * 60_000;

export interface Timeouts {
  stallMs?: number;
  totalMs?: number;
}

/**
 * Streams a body as it is produced: each piece is produced once the previous one has been read, and none is buffered.
 * An error after the first piece closes the connection, so that a partial body is not mistaken for a complete one.
 * @throws what producing the first piece throws, while an error response is still possible
 */
export async function streamPieces(
  request: Request,
  pieces: AsyncGenerator<Uint8Array<ArrayBuffer>, void>,
  headers: HeadersInit,
  { stallMs = STALL_MS, totalMs = TOTAL_MS }: Timeouts = {},
): Promise<Response> {
  const first = await pieces.next();
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
    closeConnection(request);
    void abandon();
  };

  const source: UnderlyingDefaultSource<Uint8Array> = {
    start: waitForDrain,
    async pull(controller) {
      clearTimeout(timer);
      try {
        const { done, value } = await next();
        if (done) return controller.close();
        controller.enqueue(value);
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
  return new Response(new ReadableStream(source, { highWaterMark: 0 }), { headers });
}
