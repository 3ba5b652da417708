import { hasBody } from "./body-limits.mjs";

const MIB = 1024 * 1024;

/** What may arrive beyond a path's limit before its route has seen that it is too much: what Node buffers ahead. */
const SLACK_BYTES = MIB / 4;

/** Our choice: 24 whole images at once, and thousands of JSON bodies. */
const MAX_HELD_BYTES = 128 * MIB;

/**
 * Bounds the memory that unfinished bodies hold, in one process, over all clients. Whoever announces a body and
 * leaves it unfinished holds what came of it: when all together hold too much, the connections of the oldest unfinished
 * ones are closed. A body that is being sent in earnest is complete long before it is the oldest.
 */
export function bodyMemory({ maxHeldBytes = MAX_HELD_BYTES, slackBytes = SLACK_BYTES } = {}) {
  /** In the order of their arrival. */
  const open = new Set();
  let held = 0;

  function makeRoom() {
    for (const body of open) {
      if (held <= maxHeldBytes) return;
      if (!body.request.complete) release(body).request.socket.destroy();
    }
  }

  function release(body) {
    if (open.delete(body)) held -= body.bytes;
    return body;
  }

  return {
    get heldBytes() {
      return held;
    },

    /** Counts what arrives of a request's body, until it is answered. */
    watch(request, response, limitBytes) {
      if (!hasBody(request)) return;
      const body = { request, bytes: 0 };
      open.add(body);
      response.once("close", () => release(body));
      const push = request.push;
      // The parser gives each piece of the body to `push`; a listener to "data" would set it flowing to nobody.
      request.push = function (chunk, encoding) {
        if (chunk && open.has(body)) {
          body.bytes += chunk.length;
          held += chunk.length;
          if (body.bytes > limitBytes + slackBytes) release(body).request.socket.destroy();
          else if (held > maxHeldBytes) makeRoom();
        }
        return push.call(this, chunk, encoding);
      };
    },
  };
}
