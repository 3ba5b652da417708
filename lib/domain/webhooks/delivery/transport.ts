import http from "node:http";
import https from "node:https";
import { findUrlProblem, isPublicAddress } from "@/lib/domain/webhooks/address";
import { MAX_CONCURRENT_ATTEMPTS, MAX_RESPONSE_BYTES, TIMEOUT_MS } from "@/lib/domain/webhooks/rules";
import { env } from "@/lib/infra/environment/env";
import { resolveName } from "@/lib/infra/network/resolve-name";
import { describeRequestError, MESSAGES } from "./request-error";

/** The result of a request: a response, or a message for the endpoint's owner that says why there is none. */
export type HttpResult =
  | { kind: "response"; status: number; body: string; retryAfter: string | undefined }
  | { kind: "error"; message: string };

/**
 * Sends a POST request to a URL that a stranger chose: only to public addresses (unless the deployment allows private
 * ones), within `TIMEOUT_MS`, and without following redirects. Never rejects.
 */
export async function postBody(target: string, headers: Record<string, string>, body: string): Promise<HttpResult> {
  const problem = findUrlProblem(target);
  if (problem) return { kind: "error", message: problem };
  const request = {
    url: new URL(target),
    headers: { ...headers, "Content-Length": `${Buffer.byteLength(body)}` },
    body,
  };
  return send(request, { timeoutMs: TIMEOUT_MS, reuseConnection: true }).catch((error) => ({
    kind: "error",
    message: describeRequestError(error),
  }));
}

interface OutgoingRequest {
  url: URL;
  headers: Record<string, string>;
  body: string;
}

interface SendOptions {
  timeoutMs: number;
  reuseConnection: boolean;
}

// Idle connections are closed sooner than most servers close them, so that few requests meet a closing one.
const AGENT_OPTIONS = { keepAlive: true, maxFreeSockets: MAX_CONCURRENT_ATTEMPTS, timeout: 4000 };
const agents = { "http:": new http.Agent(AGENT_OPTIONS), "https:": new https.Agent(AGENT_OPTIONS) };

function send(outgoing: OutgoingRequest, { timeoutMs, reuseConnection }: SendOptions): Promise<HttpResult> {
  const { url, headers, body } = outgoing;
  return new Promise((resolve, reject) => {
    const isSecure = url.protocol === "https:";
    const agent = reuseConnection && agents[isSecure ? "https:" : "http:"];
    const options = { method: "POST", headers, agent, lookup: publicLookup };
    const request = (isSecure ? https : http).request(url, options);
    const startedAt = performance.now();
    const timer = setTimeout(() => request.destroy(new Error(MESSAGES.timeout)), timeoutMs);
    // Once there is a status, what goes wrong after it does not matter.
    let hasResponse = false;
    request.on("response", (response) => {
      hasResponse = true;
      readBeginning(response, (text) =>
        resolve({
          kind: "response",
          status: response.statusCode ?? 0,
          body: text,
          retryAfter: response.headers["retry-after"],
        }),
      );
    });
    request.on("error", (error) => {
      if (hasResponse) return;
      // Most likely the receiver closed an idle connection just as it was reused, and has seen nothing of this request.
      if (request.reusedSocket && isConnectionReset(error))
        resolve(send(outgoing, { timeoutMs: timeoutMs - (performance.now() - startedAt), reuseConnection: false }));
      else reject(error);
    });
    request.on("close", () => {
      clearTimeout(timer);
      // Some ends, such as a 101 response, are reported by no other event.
      if (!hasResponse) reject(new Error(MESSAGES.reset));
    });
    request.end(body);
  });
}

/**
 * The connection's own name lookup, so that the addresses checked are those connected to. One that is not public
 * refuses them all. Node calls no lookup for literal addresses; `findUrlProblem` has checked those.
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

/** Reads the beginning of a response's body, also of one that breaks off. */
function readBeginning(response: http.IncomingMessage, done: (text: string) => void): void {
  const chunks: Buffer[] = [];
  let bytes = 0;
  response.on("data", (chunk: Buffer) => {
    chunks.push(chunk);
    bytes += chunk.length;
    if (bytes > MAX_RESPONSE_BYTES) response.destroy();
  });
  response.on("error", () => undefined);
  response.on("close", () => done(bytes === 0 ? "" : toStorableText(Buffer.concat(chunks))));
}

/** PostgreSQL stores no NUL; each becomes a replacement character, which takes more bytes. */
function toStorableText(bytes: Buffer): string {
  return truncate(Buffer.from(truncate(bytes).replaceAll("\0", "\uFFFD")));
}

/** Decodes the first `MAX_RESPONSE_BYTES`, without a character that is cut in two. */
function truncate(bytes: Buffer): string {
  return new TextDecoder().decode(bytes.subarray(0, MAX_RESPONSE_BYTES), { stream: true });
}

const isConnectionReset = (error: NodeJS.ErrnoException) => error.code === "ECONNRESET" || error.code === "EPIPE";
