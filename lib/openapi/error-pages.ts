import { STATUS_CODES } from "node:http";
import type { oas31 } from "zod-openapi";
import { type DocumentedError, errorsOf } from "./operations";
import { JSON_TEXT, literal } from "./literal";
import { fenced } from "./markdown";
import { type RecordedError, recordedError } from "./recorded-errors";

export interface ErrorPage extends DocumentedError {
  recorded: RecordedError;
}

export function errorPagesOf(document: oas31.OpenAPIObject): ErrorPage[] {
  const siteUrl = document.servers?.[0]?.url ?? "";
  return errorsOf(document).map((error) => ({ ...error, recorded: recordedError(error.code, siteUrl) }));
}

export function errorMarkdownPages(document: oas31.OpenAPIObject): Record<string, string> {
  return Object.fromEntries(errorPagesOf(document).map((page) => [`error-${page.code}`, errorMarkdown(page)]));
}

function errorMarkdown({ code, status, type, when, remedy, recorded }: ErrorPage): string {
  const sections = [
    `# ${code}`,
    `${status} \`${type}\``,
    when,
    "## What to do",
    remedy,
    "## A request that it answers",
    fenced("http", requestText(recorded)),
    "## The response",
    fenced("http", responseText(recorded)),
  ];
  return `${sections.join("\n\n")}\n`;
}

export function requestText({ request: { method, path, headers, body } }: RecordedError): string {
  return message([`${method} ${path} HTTP/1.1`, ...headerLines(headers)], body);
}

export function responseText({ response: { status, headers, body } }: RecordedError): string {
  return message([`HTTP/1.1 ${status} ${STATUS_CODES[status]}`, ...headerLines(headers)], literal(body, JSON_TEXT));
}

const headerLines = (headers: Record<string, string>) =>
  Object.entries(headers).map(([name, value]) => `${name}: ${value}`);

const message = (head: readonly string[], body?: string) =>
  body === undefined ? head.join("\n") : `${head.join("\n")}\n\n${body}`;
