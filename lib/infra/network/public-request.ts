import http from "node:http";
import https from "node:https";
import { env } from "@/lib/infra/environment/env";
import { isPublicAddress } from "./public-address";
import { resolveName } from "./resolve-name";

/** A request to a URL that a stranger chose. It was checked by `findPublicUrlProblem`, which sees literal addresses. */
interface PublicRequest {
  method: "GET" | "POST";
  url: URL;
  headers: Record<string, string>;
  body?: string | Buffer;
  timeoutMs: number;
  /** How many bytes of the response's body are read. */
  maxBytes: number;
}

interface PublicResponse {
  status: number;
  headers: http.IncomingHttpHeaders;
  /** The first `maxBytes` of the body. */
  bytes: Buffer;
  isCut: boolean;
}

// Idle connections are closed sooner than most servers close them, so that few requests meet a closing one.
const AGENT_OPTIONS = { keepAlive: true, maxFreeSockets: 8, timeout: 4000 };
const agents = { "http:": new http.Agent(AGENT_OPTIONS), "https:": new https.Agent(AGENT_OPTIONS) };

/**
 * Sends a request within its timeout, only to public addresses (unless the deployment allows private ones), and without
 * following redirects. Errors after the status has arrived are ignored.
 * @throws the connection's error; `describeRequestError` describes it
 */
export function sendToPublic(outgoing: PublicRequest, reuseConnection = true): Promise<PublicResponse> {
  const { method, url, headers, body, timeoutMs, maxBytes } = outgoing;
  return new Promise((resolve, reject) => {
    const isSecure = url.protocol === "https:";
    const agent = reuseConnection && agents[isSecure ? "https:" : "http:"];
    const options = { method, headers, agent, lookup: publicLookup };
    const request = (isSecure ? https : http).request(url, options);
    const startedAt = performance.now();
    const timer = setTimeout(() => request.destroy(new Error(timedOut(timeoutMs))), timeoutMs);
    let hasResponse = false;
    request.on("response", (response) => {
      hasResponse = true;
      const { statusCode: status = 0, headers } = response;
      readBeginning(response, maxBytes, (bytes, isCut) => resolve({ status, headers, bytes, isCut }));
    });
    request.on("error", (error) => {
      if (hasResponse) return;
      // Most likely the receiver closed an idle connection just as it was reused, and never saw this request.
      if (request.reusedSocket && isConnectionReset(error))
        resolve(sendToPublic({ ...outgoing, timeoutMs: timeoutMs - (performance.now() - startedAt) }, false));
      else reject(error);
    });
    request.on("close", () => {
      clearTimeout(timer);
      // In some cases, such as a 101 response, no other event is emitted.
      if (!hasResponse) reject(new Error(RESET));
    });
    request.end(body);
  });
}

/**
 * The connection's own name lookup, so that the addresses checked are those connected to. One non-public address
 * rejects them all. Node looks up no literal addresses; `findPublicUrlProblem` has checked those.
 */
const publicLookup: NonNullable<http.RequestOptions["lookup"]> = (hostname, options, callback) => {
  resolveName(hostname)
    .then((addresses) => {
      if (!env().webhooks.allowPrivateTargets && !addresses.every(isPublicAddress))
        throw new Error(`${hostname} resolves to an address that is not on the public internet.`);
      const found = addresses.map((address) => ({ address, family: address.includes(":") ? 6 : 4 }));
      const [first] = found;
      if (!first) throw new Error(`${hostname} does not resolve.`);
      if (options.all) callback(null, found);
      else callback(null, first.address, first.family);
    })
    .catch((error: NodeJS.ErrnoException) => callback(error, []));
};

/** Reads the beginning of a response's body, even if the connection breaks off. */
function readBeginning(
  response: http.IncomingMessage,
  maxBytes: number,
  done: (bytes: Buffer, isCut: boolean) => void,
): void {
  const chunks: Buffer[] = [];
  let bytes = 0;
  response.on("data", (chunk: Buffer) => {
    chunks.push(chunk);
    bytes += chunk.length;
    if (bytes > maxBytes) response.destroy();
  });
  response.on("error", () => undefined);
  response.on("close", () => done(Buffer.concat(chunks).subarray(0, maxBytes), bytes > maxBytes));
}

/**
 * Returns a body as text that PostgreSQL can store, of at most `maxBytes`, without a truncated last character. NUL
 * becomes the replacement character, which takes more bytes.
 */
export function storableText(bytes: Buffer, maxBytes: number): string {
  return truncate(Buffer.from(truncate(bytes, maxBytes).replaceAll("\0", "\uFFFD")), maxBytes);
}

/** Decodes the first `maxBytes`, without a truncated last character. */
function truncate(bytes: Buffer, maxBytes: number): string {
  return new TextDecoder().decode(bytes.subarray(0, maxBytes), { stream: true });
}

/** Returns the milliseconds of a `Retry-After`, given in seconds or as a date; 0 without one. */
export function parseRetryAfter(value: string | undefined, now: Date): number {
  if (!value) return 0;
  const waitMs = /^\d+$/.test(value) ? Number(value) * 1000 : Date.parse(value) - now.getTime();
  return Math.max(0, waitMs || 0);
}

const isConnectionReset = (error: NodeJS.ErrnoException) => error.code === "ECONNRESET" || error.code === "EPIPE";

const timedOut = (timeoutMs: number) => `No response within ${Math.ceil(timeoutMs / 1000)} s.`;
const RESET = "The connection was reset before a response arrived.";

const MESSAGE_BY_CODE: Record<string, string> = {
  ECONNREFUSED: "The connection was refused.",
  ECONNRESET: RESET,
  EPIPE: RESET,
  ETIMEDOUT: "The connection timed out.",
  EHOSTUNREACH: "The host is unreachable.",
  ENETUNREACH: "The host's network is unreachable.",
  ENOTFOUND: "The host's name does not resolve.",
  EAI_AGAIN: "The host's name does not resolve right now.",
  EBUSY: "Too many names are being looked up right now.",
  CERT_HAS_EXPIRED: "The receiver's certificate has expired.",
  DEPTH_ZERO_SELF_SIGNED_CERT: "The receiver's certificate is self-signed.",
  ERR_TLS_CERT_ALTNAME_INVALID: "The receiver's certificate is for another name.",
};

/** Describes why a request got no response, for the user who chose its URL. */
export function describeRequestError(error: unknown): string {
  const { code, message } = error as NodeJS.ErrnoException;
  if (code === undefined) return message;
  return (
    MESSAGE_BY_CODE[code] ?? (code.startsWith("HPE_") ? "The response is not HTTP." : `The request failed: ${code}.`)
  );
}
