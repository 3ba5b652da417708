/** Our choice: an image that is too large is read to its end, and its connection carries the next request. */
const MAX_DRAINED_BYTES = 16 * 1024 * 1024;
const LOOK_MS = 100;

/**
 * A body that is refused in its middle is abandoned: Node forgets the connection and leaves the rest inside it, where the
 * next request would wait behind it for good. The rest is read unseen instead, as far as it is worth it.
 */
export function readOutIfAbandoned(request, response, { maxDrainedBytes = MAX_DRAINED_BYTES } = {}) {
  const { socket } = request;
  request.once("close", () => {
    if (request.complete) return;
    // Nobody takes the bytes, so Node pauses the socket at each of them.
    const goOn = () => (request.complete ? socket.off("pause", goOn) : socket.resume());
    socket.on("pause", goOn);
    goOn();
  });
  response.once("close", () => {
    if (request.complete) return;
    const from = socket.bytesRead;
    const looking = setInterval(() => {
      if (!request.complete && socket.bytesRead - from > maxDrainedBytes) socket.destroy();
      if (request.complete || socket.destroyed) clearInterval(looking);
    }, LOOK_MS);
  });
}
