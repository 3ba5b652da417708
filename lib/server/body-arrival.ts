import type { IncomingMessage, ServerResponse } from "node:http";
import { announcedBytes, hasBody } from "./body-limits";

type BodyArrival = "arrived" | "unfinished";

/**
 * Waits for a request's body. Resolves to "arrived" once it is complete; to "unfinished" if it is larger than what Node
 * buffers before anybody reads, if it announces more than any request may send, or if its client leaves first.
 */
export function bodyToCome(request: IncomingMessage, response: ServerResponse): Promise<BodyArrival> | BodyArrival {
  if (!hasBody(request) || request.complete) return "arrived";
  if (announcedBytes(request) > request.readableHighWaterMark) return "unfinished";
  return new Promise((resolve) => {
    response.once("close", () => resolve("unfinished"));
    const push = request.push;
    // The parser passes each piece of the body to `push`, and null at its end. A "data" listener would start the flow
    // before anybody reads.
    request.push = function (chunk: unknown, encoding?: BufferEncoding) {
      const wantsMore = push.call(this, chunk, encoding);
      if (chunk === null) resolve("arrived");
      else if (!wantsMore) resolve("unfinished");
      return wantsMore;
    };
  });
}
