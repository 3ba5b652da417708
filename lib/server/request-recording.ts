import type { IncomingMessage, ServerResponse } from "node:http";
import { recordRequest } from "@/lib/http/record-request";
import { inRequestScope, type RequestScope } from "@/lib/infra/request-scope";
import { isMonitoring } from "./monitoring";
import { isStaticAsset } from "./static-assets";

/** A client chooses it, and may write kilobytes. */
const MAX_PATH_LENGTH = 200;

/** Answers a request in a scope of its own, and records it once its answer is sent or its client has left. */
export function inRecordedScope(
  request: IncomingMessage,
  response: ServerResponse,
  path: string,
  answer: () => unknown,
): void {
  const scope: RequestScope = {};
  const startedAt = performance.now();
  response.once("close", () =>
    recordRequest(scope, {
      method: request.method ?? "",
      status: response.writableFinished ? response.statusCode : CLIENT_CLOSED_REQUEST,
      ms: performance.now() - startedAt,
      path: scope.operation === undefined ? path.slice(0, MAX_PATH_LENGTH) : undefined,
      isMinor: isStaticAsset(path) || isMonitoring(path),
    }),
  );
  inRequestScope(scope, answer);
}

/** What nginx logs for a client that left before its answer was complete. */
const CLIENT_CLOSED_REQUEST = 499;
