import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";

export function oneAtATime(
  answer: (request: IncomingMessage, response: ServerResponse, isLast: () => boolean) => void,
): RequestListener;
