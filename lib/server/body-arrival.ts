import type { IncomingMessage, ServerResponse } from "node:http";
import { announcedBytes, hasBody } from "./body-limits";

type BodyArrival = "arrived" | "unfinished";

/**
 * Waits for a request's body. "arrived" once nothing of it is to come any more; "unfinished" where it is larger than
 * what Node keeps of a body that nobody reads yet, or announces more than any request may bring, or where its client
 * leaves first.
 */
export function bodyToCome(request: IncomingMessage, response: ServerResponse): Promise<BodyArrival> | BodyArrival {
  if (!hasBody(request) || request.complete) return "arrived";
  if (announcedBytes(request) > request.readableHighWaterMark) return "unfinished";
  return new Promise((resolve) => {
    response.once("close", () => resolve("unfinished"));
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
