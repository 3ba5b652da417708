import type { IncomingMessage, ServerResponse } from "node:http";
import { DomainError } from "@/lib/domain/errors";
import { isRejectedAtEntry } from "./body-limits";
import { rejectAtEntry } from "./entry-rejection";
import { answerMonitoring } from "./monitoring";
import type { Found } from "./operation-exchange";
import { isApi, type RequestTarget } from "./request-target";

interface Answers {
  findOperation(path: string): Found | undefined;
  operation(request: IncomingMessage, response: ServerResponse, found: Found): unknown;
  pageOrFile(request: IncomingMessage, response: ServerResponse, path: string): unknown;
}

const API_METHODS = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"];
/**
 * Methods of pages and files. Next would answer any other method with the page too, after reading megabytes of body.
 */
const PAGE_METHODS = ["GET", "HEAD"];

/** Dispatches a request by its target: rejects requests that no route would answer, and passes the others on. */
export function answerAtEntry(
  answers: Answers,
  request: IncomingMessage,
  response: ServerResponse,
  target: RequestTarget | undefined,
): unknown {
  if (!target) return response.writeHead(400).end();
  const path = pathFor(target);
  const url = (request.url = path + target.search);
  const methods = isApi(path) ? API_METHODS : PAGE_METHODS;
  if (!methods.includes(request.method ?? "")) return rejectMethod(request, response, methods.join(", "));
  if (target.kind === "irregular" && path === target.path) return response.writeHead(308, { Location: url }).end();
  if (isRejectedAtEntry(request, path)) return rejectAtEntry(request, response, bodyTooLarge(path));
  if (answerMonitoring(request, response, { path, search: target.search })) return;
  const found = isApi(path) ? answers.findOperation(path) : undefined;
  return found ? answers.operation(request, response, found) : answers.pageOrFile(request, response, path);
}

/**
 * Returns the path to route by. An unreadable one becomes a path that cannot exist, so that it gets the 404 of its
 * kind: that of the public API, of session routes, or a page. Only pages redirect to their canonical path.
 */
function pathFor(target: RequestTarget): string {
  if (target.kind === "regular") return target.path;
  const sent = target.kind === "irregular" ? target.unresolved : target.path;
  for (const area of ["/api/v1/", "/api/"]) {
    if (target.path.startsWith(area) || sent.startsWith(area)) return `${area}-`;
  }
  return target.kind === "unreadable" ? "/-" : target.path;
}

function rejectMethod(request: IncomingMessage, response: ServerResponse, allow: string): void {
  const error = new DomainError("method_not_allowed", `This address answers ${allow}.`);
  return rejectAtEntry(request, response, error, { Allow: allow });
}

function bodyTooLarge(path: string): DomainError {
  const message = isApi(path) ? "The body is too large." : "This address takes no body.";
  return new DomainError("payload_too_large", message);
}
