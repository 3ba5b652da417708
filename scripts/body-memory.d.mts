import type { IncomingMessage, ServerResponse } from "node:http";

interface BodyMemory {
  readonly heldBytes: number;
  watch(request: IncomingMessage, response: ServerResponse, limitBytes: number): void;
}

export function bodyMemory(options?: {
  maxHeldBytes?: number;
  slackBytes?: number;
  whenCrumbled?: (socket: import("node:net").Socket) => void;
}): BodyMemory;
