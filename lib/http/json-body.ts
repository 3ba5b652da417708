import { Refusal } from "@/lib/domain/errors";

/** The server counts the same (scripts/body-limits.mjs). */
export const MAX_JSON_BYTES = 256 * 1024;

/** An absent body is `{}`. Its size is decided before its kind (413 before 415), and its kind before its form. */
export async function readJson(request: Request, maxBytes = MAX_JSON_BYTES): Promise<unknown> {
  const text = await readText(request, maxBytes);
  if (text.trim() === "") return {};
  if (!/^application\/(?:[\w.+-]+\+)?json\b/i.test(request.headers.get("content-type") ?? "")) {
    throw new Refusal(
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

export const malformed = (message: string) => new Refusal("invalid_request", message);

/** The body as text, cut off at the byte that is too many. */
export async function readText(request: Request, maxBytes = MAX_JSON_BYTES): Promise<string> {
  const tooLarge = () => new Refusal("payload_too_large", `The body is larger than ${maxBytes / 1024} KiB.`);
  if (Number(request.headers.get("content-length") ?? 0) > maxBytes) throw tooLarge();
  if (!request.body) return "";
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of whole(request.body)) {
    bytes += chunk.byteLength;
    if (bytes > maxBytes) throw tooLarge();
    chunks.push(chunk);
  }
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(Buffer.concat(chunks));
  } catch {
    throw malformed("The body is not UTF-8 text.");
  }
}

/** A client that goes away in the middle is no fault of ours, and nobody is left to hear of it. */
async function* whole(body: ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array> {
  try {
    yield* body as unknown as AsyncIterable<Uint8Array>;
  } catch {
    throw malformed("The body broke off.");
  }
}
