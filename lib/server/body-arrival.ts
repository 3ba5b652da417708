import type { IncomingMessage } from "node:http";
import { announcedBytes, hasBody } from "./body-limits";

/**
 * Waits for a request's body. "arrived" once nothing of it is to come any more; "unfinished" where it is larger than
 * what Node keeps of a body that nobody reads yet, or announces more than any request may bring, or where `signal`
 * aborts first.
 */
export function bodyToCome(request: IncomingMessage, signal: AbortSignal): Promise<"arrived" | "unfinished"> {
  if (!hasBody(request) || request.complete) return Promise.resolve("arrived");
  if (announcedBytes(request) > request.readableHighWaterMark) return Promise.resolve("unfinished");
  return new Promise((resolve) => {
    signal.addEventListener("abort", () => resolve("unfinished"), { once: true });
    const push = request.push;
    // The parser gives each piece of the body to `push`, and null at its end; a listener to "data" would set it flowing
    // to nobody.
    request.push = function (chunk: unknown, encoding?: BufferEncoding) {
      const wantsMore = push.call(this, chunk, encoding);
      if (chunk === null) resolve("arrived");
      else if (!wantsMore) resolve("unfinished");
      return wantsMore;
    };
  });
}
