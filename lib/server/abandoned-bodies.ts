import type { IncomingMessage, ServerResponse } from "node:http";

/** Our choice: an image that is too large is read to its end, and its connection carries the next request. */
const MAX_DRAINED_BYTES = 16 * 1024 * 1024;
const CHECK_INTERVAL_MS = 100;

/**
 * Drains a request's body that is rejected before its end. Node stops reading such a connection and leaves the rest of
 * the body in it, where the next request would wait behind it forever. The rest is read and discarded instead, up to
 * `maxDrainedBytes`; beyond that the connection is closed.
 */
export function drainIfAbandoned(
  request: IncomingMessage,
  response: ServerResponse,
  { maxDrainedBytes = MAX_DRAINED_BYTES } = {},
): void {
  const { socket } = request;
  request.once("close", () => {
    if (request.complete) return;
    // Nobody consumes the bytes, so Node pauses the socket at each chunk.
    const keepReading = () => (request.complete ? socket.off("pause", keepReading) : socket.resume());
    socket.on("pause", keepReading);
    keepReading();
  });
  response.once("close", () => {
    if (request.complete) return;
    const bytesBefore = socket.bytesRead;
    const check = setInterval(() => {
      if (!request.complete && socket.bytesRead - bytesBefore > maxDrainedBytes) socket.destroy();
      if (request.complete || socket.destroyed) clearInterval(check);
    }, CHECK_INTERVAL_MS);
  });
}
