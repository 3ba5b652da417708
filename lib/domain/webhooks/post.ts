import http from "node:http";
import https from "node:https";
import { isPublicAddress } from "./addresses";
import { destinationProblem } from "./destination";
import { MAX_ANSWER_BYTES, MAX_AT_ONCE, TIMEOUT_MS } from "./rules";
import { env } from "@/lib/infra/env";
import { resolveName } from "@/lib/infra/resolve-name";

/** What came of a request: an answer, or in our words why there was none. */
export type Reply =
  { kind: "answer"; status: number; body: string; retryAfter: string | undefined } | { kind: "fault"; words: string };

/** Sends one POST to where strangers may have told us to. Follows no redirect, and never throws. */
export async function post(target: string, headers: Record<string, string>, body: string): Promise<Reply> {
  const problem = destinationProblem(target);
  if (problem) return { kind: "fault", words: problem };
  return send(new URL(target), { ...headers, "Content-Length": String(Buffer.byteLength(body)) }, body).catch(
    (error) => ({ kind: "fault", words: wordsFor(error) }),
  );
}

// Idle connections end before most servers end them, so that few requests meet a closing one.
const AGENT_OPTIONS = { keepAlive: true, maxFreeSockets: MAX_AT_ONCE, timeout: 4000 };
const agents = { "http:": new http.Agent(AGENT_OPTIONS), "https:": new https.Agent(AGENT_OPTIONS) };

function send(url: URL, headers: Record<string, string>, body: string, retry?: { leftMs: number }): Promise<Reply> {
  const { leftMs } = retry ?? { leftMs: TIMEOUT_MS };
  return new Promise((resolve, reject) => {
    const secure = url.protocol === "https:";
    const agent = retry ? false : agents[secure ? "https:" : "http:"];
    const sending = (secure ? https : http).request(url, { method: "POST", headers, agent, lookup: guardedLookup });
    const startedAt = performance.now();
    const timer = setTimeout(() => sending.destroy(new Error(`No answer within ${TIMEOUT_MS / 1000} s.`)), leftMs);
    // A status has spoken, so what goes wrong after it is no fault.
    let answered = false;
    sending.on("response", (response) => {
      answered = true;
      readStart(response, (text) =>
        resolve({
          kind: "answer",
          status: response.statusCode ?? 0,
          body: text,
          retryAfter: response.headers["retry-after"],
        }),
      );
    });
    sending.on("error", (error) => {
      if (answered) return;
      // Most likely the receiver closed an idle connection just as we used it again, and has seen nothing.
      if (sending.reusedSocket && isBroken(error))
        resolve(send(url, headers, body, { leftMs: leftMs - (performance.now() - startedAt) }));
      else reject(error);
    });
    sending.on("close", () => {
      clearTimeout(timer);
      // Some ends, such as an answer of 101, are told by nothing else.
      if (!answered) reject(new Error(FAULTS.ECONNRESET));
    });
    sending.end(body);
  });
}

/**
 * The connection's own name lookup: what is checked here is what is connected to. One private address among them refuses
 * them all. Node calls no lookup for hosts that are addresses; `destinationProblem` has seen those.
 */
const guardedLookup: NonNullable<http.RequestOptions["lookup"]> = (hostname, options, callback) => {
  resolveName(hostname)
    .then((addresses) => {
      if (!env().webhooks.allowPrivateTargets && !addresses.every(isPublicAddress))
        throw new Error(`${hostname} leads to an address that is not in the public internet.`);
      const found = addresses.map((address) => ({ address, family: address.includes(":") ? 6 : 4 }));
      const [first] = found;
      if (!first) throw new Error(`${hostname} does not resolve.`);
      if (options.all) callback(null, found);
      else callback(null, first.address, first.family);
    })
    .catch((error: NodeJS.ErrnoException) => callback(error, []));
};

/** Tells as much of an answer as is kept, also of one that breaks off. */
function readStart(response: http.IncomingMessage, tell: (text: string) => void): void {
  const chunks: Buffer[] = [];
  let bytes = 0;
  response.on("data", (chunk: Buffer) => {
    chunks.push(chunk);
    bytes += chunk.length;
    if (bytes > MAX_ANSWER_BYTES) response.destroy();
  });
  response.on("error", () => undefined);
  response.on("close", () =>
    tell(bytes === 0 ? "" : cut(Buffer.from(cut(Buffer.concat(chunks)).replaceAll("\0", "\uFFFD")))),
  );
}

/** The text of the first bytes, without a character that was cut in two. */
function cut(bytes: Buffer): string {
  return new TextDecoder().decode(bytes.subarray(0, MAX_ANSWER_BYTES), { stream: true });
}

const isBroken = (error: NodeJS.ErrnoException) => error.code === "ECONNRESET" || error.code === "EPIPE";

const FAULTS: Record<string, string> = {
  ECONNREFUSED: "The connection was refused.",
  ECONNRESET: "The connection broke before an answer came.",
  EPIPE: "The connection broke before an answer came.",
  ETIMEDOUT: "The connection took too long.",
  EHOSTUNREACH: "The host cannot be reached.",
  ENETUNREACH: "The host's network cannot be reached.",
  ENOTFOUND: "The host's name does not resolve.",
  EAI_AGAIN: "The host's name does not resolve just now.",
  EBUSY: "Too many names are looked up just now.",
  CERT_HAS_EXPIRED: "The receiver's certificate has expired.",
  DEPTH_ZERO_SELF_SIGNED_CERT: "The receiver's certificate is self-signed.",
  ERR_TLS_CERT_ALTNAME_INVALID: "The receiver's certificate is for another name.",
};

function wordsFor(error: unknown): string {
  const { code, message } = error as NodeJS.ErrnoException;
  if (code === undefined) return message;
  return FAULTS[code] ?? (code.startsWith("HPE_") ? "The answer is not HTTP." : `The request failed: ${code}.`);
}
