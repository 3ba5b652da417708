import type { IncomingMessage } from "node:http";

export function removeInternalHeaders(request: Pick<IncomingMessage, "headers">): void;
