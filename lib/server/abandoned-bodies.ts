import type { IncomingMessage, ServerResponse } from "node:http";
import type { Socket } from "node:net";

/** Our choice: an image that is too large is still read to its end, so that its connection can be reused. */
const MAX_DRAINED_BYTES = 16 * 1024 * 1024;
const CHECK_INTERVAL_MS = 100;

/** Our choice: at 64 KiB per chunk, 13 MB a second across all connections, using a few percent of a processor. */
const CHUNKS_PER_TURN = 2;
const TURN_MS = 10;

/**
 * Discards unread bodies, one chunk of one connection at a time, in the order in which they wait. At full speed, the
 * gigabyte of a hundred rejected bodies would occupy the process for seconds.
 */
class Drain {
  private readonly waiting = new Set<Socket>();
  private timer: NodeJS.Timeout | undefined;

  readChunk(socket: Socket): void {
    this.waiting.add(socket);
    this.timer ??= setInterval(() => this.turn(), TURN_MS);
  }

  private turn(): void {
    let left = CHUNKS_PER_TURN;
    for (const socket of this.waiting) {
      if (left === 0) return;
      this.waiting.delete(socket);
      if (socket.destroyed) continue;
      left -= 1;
      socket.resume();
    }
    clearInterval(this.timer);
    this.timer = undefined;
  }
}

const drain = new Drain();

/**
 * Drains a request's body that is rejected before its end. Node stops reading such a connection, so the next request on
 * it would wait forever behind the rest of the body. Instead, the rest is read and discarded, up to `maxDrainedBytes`;
 * beyond that the connection is closed.
 */
export function drainIfAbandoned(
  request: IncomingMessage,
  response: ServerResponse,
  { maxDrainedBytes = MAX_DRAINED_BYTES } = {},
): void {
  const { socket } = request;
  request.once("close", () => discardRest(request, socket));
  response.once("close", () => {
    if (request.complete) return;
    const bytesBefore = socket.bytesRead;
    const check = setInterval(() => {
      if (!request.complete && socket.bytesRead - bytesBefore > maxDrainedBytes) socket.destroy();
      if (request.complete || socket.destroyed) clearInterval(check);
    }, CHECK_INTERVAL_MS);
  });
}

/** Discards the rest of a body that is no longer read. Takes the socket, which a finished request has lost. */
export function discardRest(request: IncomingMessage, socket: Socket): void {
  if (request.complete) return;
  // The bytes are not consumed, so Node pauses the socket at each chunk.
  request.push = () => false;
  const keepReading = () => {
    if (!request.complete) return drain.readChunk(socket);
    socket.off("pause", keepReading);
    socket.resume();
  };
  socket.on("pause", keepReading);
  keepReading();
}
