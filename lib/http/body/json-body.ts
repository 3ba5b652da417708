import type { ServerRequest } from "srvx";
import { DomainError } from "@/lib/domain/kernel/errors";
import { MAX_JSON_BYTES } from "./body-limits";

/** Parses a JSON body; an absent body is `{}`. Checks size first (413), then content type (415), then syntax. */
export async function readJson(request: Request, maxBytes = MAX_JSON_BYTES): Promise<unknown> {
  const bytes = await readBytes(request, maxBytes);
  if (bytes.byteLength > 0) rejectCoded(request);
  const text = textOf(bytes);
  if (text.trim() === "") return {};
  if (!/^application\/(?:[\w.+-]+\+)?json\b/i.test(request.headers.get("content-type") ?? "")) {
    throw new DomainError(
      "unsupported_media_type",
      "Send the body as JSON, with the header Content-Type: application/json.",
    );
  }
  const body = parseJson(text);
  if (typeof body !== "object" || body === null || Array.isArray(body))
    throw malformed("The body must be a JSON object.");
  return body;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw malformed("The body is not well-formed JSON.");
  }
}

export const malformed = (message: string) => new DomainError("invalid_request", message);

const utf8 = new TextDecoder("utf-8", { fatal: true });

/** Stops at the first byte over the limit. */
export async function readText(request: Request, maxBytes = MAX_JSON_BYTES): Promise<string> {
  return textOf(await readBytes(request, maxBytes));
}

function textOf(bytes: Uint8Array): string {
  try {
    return utf8.decode(bytes);
  } catch {
    throw malformed("The body is not UTF-8 text.");
  }
}

/** Rejects compressed bodies: a small one could expand to any size. */
export function rejectCoded({ headers }: Request): void {
  const coding = headers.get("content-encoding");
  if (coding === null || /^(identity)?$/i.test(coding.trim())) return;
  throw new DomainError("unsupported_media_type", "Send the body as it is, without Content-Encoding.");
}

/** Stops at the first byte over the limit. */
export async function readBytes(request: Request, maxBytes = MAX_JSON_BYTES): Promise<Uint8Array> {
  const tooLarge = () => new DomainError("payload_too_large", `The body is larger than ${maxBytes / 1024} KiB.`);
  if (Number(request.headers.get("content-length") ?? 0) > maxBytes) throw tooLarge();
  const body = bodyOf(request);
  if (!body) return new Uint8Array();
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of whole(body)) {
    bytes += chunk.byteLength;
    if (bytes > maxBytes) throw tooLarge();
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/** Returns Node's own stream if srvx made the request: wrapping it in a Web stream costs more than reading the body. */
function bodyOf(request: ServerRequest): AsyncIterable<Uint8Array> | null {
  return request.runtime?.node?.req ?? (request.body as AsyncIterable<Uint8Array> | null);
}

/** Reads a body. If the client disconnects midway, that is an invalid request, not a failure on our side. */
async function* whole(body: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  try {
    yield* body;
  } catch {
    throw malformed("The body broke off.");
  }
}
