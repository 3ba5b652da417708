import type { ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { workerShare } from "@/lib/infra/process/supervisor";
import { hasBody } from "./body-limits";
import type { EntryRequest } from "./request-body";

const MIB = 1024 * 1024;

/** What Node buffers ahead, and so may arrive beyond a path's limit before the route sees that it is too much. */
const SLACK_BYTES = MIB / 4;

/** Per machine: 24 whole images at once, or thousands of JSON bodies. */
const MAX_HELD_BYTES = 128 * MIB;

/** Honest clients send kilobytes at a time, and reading a chunk costs as much as some hundred bytes. */
const FREE_CHUNKS = 1000;
const MIN_BYTES_PER_CHUNK = 64;

/** A client that announces a body sends its first byte with the headers or one round trip later. */
const FIRST_BYTE_MS = 10_000;
const CHECK_EVERY_MS = 1000;

interface Body {
  request: EntryRequest;
  response: ServerResponse;
  since: number;
  bytes: number;
  chunks: number;
}

interface BodyMemoryOptions {
  maxHeldBytes?: number;
  slackBytes?: number;
  /** Called for a body in so many tiny chunks that reading it would occupy this process entirely. */
  onFragmented?: (socket: Socket) => void;
}

interface BodyMemory {
  readonly heldBytes: number;
  /** Closes the connection (among these) that has waited longest for the rest of a body; false if none is waiting. */
  closeOldest(among?: ReadonlySet<Socket>): boolean;
  /** Counts the bytes that arrive of a request's body until it is answered. */
  watch(request: EntryRequest, response: ServerResponse, limitBytes: number): void;
}

/**
 * Bounds the memory that unfinished bodies hold in this process, across all clients, and the time until they begin. A
 * body that is announced and never finished keeps its bytes in memory: when all such bodies together hold too much, the
 * connections of the oldest are closed. An honest body is complete long before it is the oldest.
 */
export function bodyMemory({
  maxHeldBytes = workerShare(MAX_HELD_BYTES),
  slackBytes = SLACK_BYTES,
  onFragmented = () => undefined,
}: BodyMemoryOptions = {}): BodyMemory {
  /** In order of arrival. */
  const open = new Set<Body>();
  let held = 0;

  function release(body: Body): void {
    if (open.delete(body)) held -= body.bytes;
  }

  function closeOldest(among?: ReadonlySet<Socket>): boolean {
    for (const body of open) {
      const { request } = body;
      if (request.complete || (among && !among.has(request.socket))) continue;
      release(body);
      request.socket.destroy();
      return true;
    }
    return false;
  }

  /** Ends requests whose bodies have not begun in time, with a 408 where that is still possible. */
  function closeSilent(): void {
    const latest = performance.now() - FIRST_BYTE_MS;
    for (const body of open) {
      if (body.since > latest) return;
      if (body.bytes > 0 || body.request.complete) continue;
      release(body);
      if (body.response.headersSent) body.request.socket.destroy();
      else body.response.writeHead(408, { Connection: "close" }).end();
    }
  }
  setInterval(closeSilent, CHECK_EVERY_MS).unref();

  return {
    get heldBytes() {
      return held;
    },

    closeOldest,

    watch(request, response, limitBytes) {
      if (!hasBody(request)) return;
      const body: Body = { request, response, since: performance.now(), bytes: 0, chunks: 0 };
      open.add(body);
      response.once("close", () => release(body));
      request.onChunk = (chunk) => {
        if (!open.has(body)) return true;
        body.bytes += chunk.length;
        body.chunks += 1;
        held += chunk.length;
        if (isFragmented(body)) onFragmented(request.socket);
        if (body.bytes > limitBytes + slackBytes || isFragmented(body)) {
          release(body);
          return false;
        }
        while (held > maxHeldBytes && closeOldest());
        return true;
      };
    },
  };
}

function isFragmented({ chunks, bytes }: Body): boolean {
  return chunks > FREE_CHUNKS + bytes / MIN_BYTES_PER_CHUNK;
}
