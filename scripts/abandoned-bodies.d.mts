import type { IncomingMessage, ServerResponse } from "node:http";

export function readOutIfAbandoned(
  request: IncomingMessage,
  response: ServerResponse,
  options?: { maxDrainedBytes?: number },
): void;
