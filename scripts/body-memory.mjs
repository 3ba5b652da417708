import { hasBody } from "./body-limits.mjs";

const MIB = 1024 * 1024;

/** What may arrive beyond a path's limit before its route has seen that it is too much: what Node buffers ahead. */
const SLACK_BYTES = MIB / 4;

/** Our choice: 24 whole images at once, and thousands of JSON bodies. */
const MAX_HELD_BYTES = 128 * MIB;

/** Our choice: honest clients send some kilobytes at a time, and each piece costs as much to take in as some hundred bytes. */
const FREE_PIECES = 1000;
const LEAST_BYTES_A_PIECE = 64;

/** Whether a body comes in so many small pieces that taking it in is all that this process would do. */
const isCrumbled = ({ pieces, bytes }) => pieces > FREE_PIECES + bytes / LEAST_BYTES_A_PIECE;

/**
 * Bounds the memory that unfinished bodies hold, in one process, over all clients. Whoever announces a body and
 * leaves it unfinished holds what came of it: when all together hold too much, the connections of the oldest unfinished
 * ones are closed. A body that is being sent in earnest is complete long before it is the oldest.
 */
export function bodyMemory({
  maxHeldBytes = MAX_HELD_BYTES,
  slackBytes = SLACK_BYTES,
  whenCrumbled = () => undefined,
} = {}) {
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

  /** What the parser has still to say of it goes nowhere, as cheaply as can be. */
  function giveUp(body) {
    const { request } = release(body);
    request.push = () => true;
    request.socket.destroy();
    return true;
  }

  return {
    get heldBytes() {
      return held;
    },

    /** Counts what arrives of a request's body, until it is answered. */
    watch(request, response, limitBytes) {
      if (!hasBody(request)) return;
      const body = { request, bytes: 0, pieces: 0 };
      open.add(body);
      response.once("close", () => release(body));
      const push = request.push;
      // The parser gives each piece of the body to `push`; a listener to "data" would set it flowing to nobody.
      request.push = function (chunk, encoding) {
        if (chunk && open.has(body)) {
          body.bytes += chunk.length;
          body.pieces += 1;
          held += chunk.length;
          if (isCrumbled(body)) whenCrumbled(request.socket);
          if (body.bytes > limitBytes + slackBytes || isCrumbled(body)) return giveUp(body);
          else if (held > maxHeldBytes) makeRoom();
        }
        return push.call(this, chunk, encoding);
      };
    },
  };
}
