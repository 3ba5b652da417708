import type { IncomingMessage, ServerResponse } from "node:http";
import { announcedBytes, hasBody } from "./body-limits";

type BodyArrival = "arrived" | "unfinished";

/**
 * Waits for a request's body. Resolves to "arrived" once it is complete; to "unfinished" if it exceeds what Node
 * buffers unread, if it announces more than any request may send, or if the client disconnects first.
 */
export function waitForBody(request: IncomingMessage, response: ServerResponse): Promise<BodyArrival> | BodyArrival {
  if (!hasBody(request) || request.complete) return "arrived";
  if (announcedBytes(request) > request.readableHighWaterMark) return "unfinished";
  return new Promise((resolve) => {
    response.once("close", () => resolve("unfinished"));
    const push = request.push;
    // The parser passes each chunk of the body to `push`, and null at the end. A "data" listener would start the flow
    // before the route reads.
    request.push = function (chunk: unknown, encoding?: BufferEncoding) {
      const wantsMore = push.call(this, chunk, encoding);
      if (chunk === null) resolve("arrived");
      else if (!wantsMore) resolve("unfinished");
      return wantsMore;
    };
  });
}
