import { CallError, OFFLINE, parseResponse } from "./call-error";
import { pageAccount } from "./page-account";
import { proofStore, type Prove, withProof } from "./proof-store";
import type { InputOf, OutputOf, Route } from "./routes";
import { writesPaused } from "./writes-paused";

/** What the client needs from the browser. Tests replace it. */
export interface Transport {
  fetch: typeof fetch;
  /** Milliseconds since 1970. */
  now: () => number;
  isOnline: () => boolean;
  /** The id of the account that the page was rendered for. The server rejects calls in another's session. */
  account?: () => string | undefined;
  prove?: Prove;
}

export type Call = <R extends Route>(
  route: R,
  ...args: object extends InputOf<R>
    ? [input?: InputOf<R>, options?: CallOptions]
    : [input: InputOf<R>, options?: CallOptions]
) => Promise<OutputOf<R>>;

interface CallOptions {
  /** Calls that share a key take effect once, so that a retry cannot repeat one. */
  idempotencyKey?: string;
  /** The version that an edit is based on. If the resource was edited since, the call fails as `outdated`. */
  version?: string;
}

/** Longer than the server may take for a write that waits behind others. */
const TIMEOUT_MS = 20_000;

/** Creates the browser's client of our routes, typed by their operations. @throws CallError when a call fails. */
export function createCall(transport: Transport): Call {
  const send = createSend(transport);
  const { prove = async () => false } = transport;
  return (route, ...args) => withProof(() => send(route, ...args), prove);
}

function createSend({ fetch, now, isOnline, account = () => undefined }: Transport): Call {
  return async (route, ...[input, { idempotencyKey, version } = {}]) => {
    if (!isOnline()) throw new CallError("offline", OFFLINE);
    const { method, url, body } = requestFor(route, input as Fields);
    const lost = () => {
      throw new CallError("network", "That didn’t reach us. Check your connection and try again.");
    };
    const renderedFor = account();
    const response = await fetch(url, {
      method,
      signal: AbortSignal.timeout(TIMEOUT_MS),
      // Lets a call such as a like complete if the page is left immediately.
      keepalive: method !== "GET" && body === undefined,
      headers: {
        ...(body !== undefined && { "Content-Type": "application/json" }),
        ...(renderedFor !== undefined && { "X-Page-Account": renderedFor }),
        ...(idempotencyKey !== undefined && { "Idempotency-Key": idempotencyKey }),
        ...(version !== undefined && { "If-Match": `"${version}"` }),
      },
      body,
    }).catch(lost);
    if (method !== "GET") writesPaused.setState({ paused: response.status === 503 });
    const raw = {
      status: response.status,
      body: await response.text().catch(lost),
      retryAfter: response.headers.get("Retry-After"),
    };
    return parseResponse(raw, now());
  };
}

export const call = createCall({
  fetch: (...request) => fetch(...request),
  now: () => Date.now(),
  isOnline: () => navigator.onLine,
  account: pageAccount,
  prove: proofStore.ask,
});

type Fields = Record<string, unknown> | undefined;

/** Builds the request: fields named in the path go there; the others are the query of a GET, or else the JSON body. */
function requestFor(route: string, input: Fields = {}) {
  const [method = "", template = ""] = route.split(" ");
  const rest = { ...input };
  const path = template.replace(/\{(\w+)\}/g, (_, name: string) => {
    const { [name]: value } = rest;
    delete rest[name];
    return encodeURIComponent(String(value));
  });
  const given = Object.entries(rest).filter(([, value]) => value !== undefined);
  if (given.length === 0) return { method, url: path };
  if (method !== "GET") return { method, url: path, body: JSON.stringify(rest) };
  return { method, url: `${path}?${new URLSearchParams(given.map(([name, value]) => [name, String(value)]))}` };
}
