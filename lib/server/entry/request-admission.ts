import type { IncomingMessage, ServerResponse } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { cookieIn, isOwnKind, SESSION_COOKIE } from "@/lib/auth/cookie";
import { isCredential } from "@/lib/domain/kernel/credentials";
import { secretIn } from "@/lib/http/pipeline/authenticate";
import { clientIpOf } from "@/lib/infra/network/client-ip";
import { Admission } from "@/lib/infra/admission/admission";
import { accountOfCredential } from "@/lib/infra/admission/known-credentials";
import { Tally } from "@/lib/infra/admission/tally";
import { rejectAtEntry, unavailable } from "./rejection";
import { isApi } from "./request-target";
import { announcedBytes, hasBody } from "./body-limits";
import type { BodyArrival, EntryRequest } from "./request-body";

/** Answers requests in turn. `leave` lets the next one begin early, before the response is written. */
type AnswerInTurn<Rest extends unknown[]> = (
  request: EntryRequest,
  response: ServerResponse,
  leave: () => void,
  ...rest: Rest
) => unknown;

const DEFAULTS = { maxWaiting: 2048, maxWaitingPerClient: 128, maxWaitMs: 20_000, maxHoldMs: 1000 };

/**
 * One account's requests queue for the same database rows, so more at once would only hold connections. The same is
 * true of many accounts' requests for one post, which must not take all permits.
 */
const MEMBERS = { ...DEFAULTS, permits: 6, permitsPerClient: 2, permitsPerOperation: 4 };

/**
 * Each kind of request has its own share of this process, so that a flood of one kind does not delay the
 * others: requests in progress share one processor and query the database concurrently. A page takes 20-60 ms of the
 * processor, an API request 2-5 ms, a sign-in 10 ms besides hashing. Members have larger shares; permits for requests
 * without an account rest between uses.
 */
export const KINDS = {
  memberPage: { ...DEFAULTS, permits: 6, permitsPerClient: 3 },
  visitorPage: { ...DEFAULTS, permits: 1, permitsPerClient: 1, restMs: 20 },
  /** Requests with a credential that is not known to be valid yet: a member's first request, or a guess. */
  unproven: { ...DEFAULTS, permits: 2, permitsPerClient: 1, restMs: 4 },
  /** A member's browser. */
  member: MEMBERS,
  /** A member's programs, by key or as an app: apart, so that one that floods does not delay its owner's browser. */
  program: MEMBERS,
  visitor: { ...DEFAULTS, permits: 2, permitsPerClient: 1, restMs: 4 },
  /** What a browser requests before and after sign-in: the CSRF token, the session, the providers. */
  signInState: { ...DEFAULTS, permits: 2, permitsPerClient: 1, restMs: 4 },
  signIn: {
    ...DEFAULTS,
    permits: 2,
    permitsPerClient: 1,
    maxWaiting: 512,
    maxWaitingPerClient: 32,
    maxWaitMs: 8000,
    restMs: 20,
  },
  /**
   * Requests whose body has not arrived when they start, because it is too large to buffer unread: images, and bodies
   * that are never sent in full. Such a request mostly waits for its sender, so it holds its permit only briefly.
   */
  largeBody: { ...DEFAULTS, permits: 3, permitsPerClient: 2, maxHoldMs: 100 },
};
type Kind = keyof typeof KINDS;

/** A browser sends four images at once, and no credential takes all that its account may have. */
const MAX_UNFINISHED_BODIES = { perCredential: 8, perClient: 16 };

/** A rejection is delayed. A flood that retries at once would otherwise spend the process on rejections. */
const REJECTION_DELAY_MS = 500;

/**
 * After disconnecting from an unfinished response, a client waits for a multiple of the time it took,
 * because the work goes on without a reader. People who leave a page early do not notice.
 */
const ABANDONED_REST = { factor: 4, maxMs: 1000 };

/**
 * A client over a quota waits with its next request. Rejecting one takes a lookup of its credential, so a
 * flood that retries at once would otherwise spend the process and the database on nothing else.
 */
const OVER_QUOTA_REST_MS = 100;

/** Answers a bounded number of requests of each kind at a time. Clients take turns, so none waits behind a flood. */
export function requestTurns() {
  const admissions = Object.fromEntries(
    Object.entries(KINDS).map(([kind, options]) => [kind, new Admission(options)]),
  ) as Record<Kind, Admission>;
  const unfinished = { credentials: new Tally(), clients: new Tally() };
  return <Rest extends unknown[]>(answer: AnswerInTurn<Rest>) =>
    async (request: EntryRequest, response: ServerResponse, ...rest: Rest) => {
      // Waits for the body without a permit, so that a slow sender only holds a connection.
      const body = await waitForBody(request, response);
      if (response.closed) return;
      const { client, flow, standing } = senderOf(request);
      const kind = body === "unfinished" ? "largeBody" : kindOf(request, standing);
      if (kind === "largeBody") {
        const { perCredential, perClient } = MAX_UNFINISHED_BODIES;
        const [credential = client] = flow;
        const { credentials, clients } = unfinished;
        if (credentials.of(credential) >= perCredential || clients.of(client) >= perClient)
          return rejectLater(request, response);
        const count = (change: 1 | -1) => (credentials.add(credential, change), clients.add(client, change));
        count(1);
        response.once("close", () => count(-1));
      }
      const visit = admissions[kind].enter(client, { flow, operation: operationOf(request) });
      let begun: number | undefined;
      response.once("close", () => visit.leave(begun && restAfter(performance.now() - begun)));
      if (await visit.admitted) {
        begun = performance.now();
        // Releases the permit once the response is written, so that a slow reader does not hold it.
        response.once("prefinish", () => visit.leave(response.statusCode === 429 ? OVER_QUOTA_REST_MS : 0));
        await answer(request, response, () => visit.leave(), ...rest);
      } else await rejectLater(request, response);
    };
}

async function rejectLater(request: IncomingMessage, response: ServerResponse): Promise<void> {
  if (!response.closed) await sleep(REJECTION_DELAY_MS);
  const reason = "The service has too much to do just now. Nothing was changed; try again in a few seconds.";
  if (!response.closed) rejectAtEntry(request, response, unavailable(reason));
}

function restAfter(heldMs: number): number {
  return Math.min(ABANDONED_REST.factor * heldMs, ABANDONED_REST.maxMs);
}

/**
 * Whether a response is an event stream, which stays open for minutes and does almost nothing: it holds a permit only
 * until it has begun.
 */
export function isEventStream(response: ServerResponse): boolean {
  return String(response.getHeader("Content-Type")).startsWith("text/event-stream");
}

type Holder = "browser" | "program";

/** Who sends a request: the account of its credential if that is known, and otherwise the address. */
interface Sender {
  client: string;
  /**
   * The credential, then its address: a flood with one credential leaves an account's others their turns, and a flood
   * from one address leaves those of other addresses with the same credential.
   */
  flow: readonly string[];
  standing: Holder | "unproven" | "visitor";
}

function senderOf(request: IncomingMessage): Sender {
  const address = clientIpOf(request);
  const presented = credentialOf(request);
  if (!presented) return { client: address, flow: [], standing: "visitor" };
  const account = accountOfCredential(presented.credential);
  if (!account) return { client: address, flow: [], standing: "unproven" };
  return { client: account, flow: [presented.credential, address], standing: presented.holder };
}

const API_KINDS = { browser: "member", program: "program", unproven: "unproven", visitor: "visitor" } as const;

function kindOf({ method = "", url = "" }: IncomingMessage, standing: Sender["standing"]): Kind {
  if (isSignIn(url)) return url === "/api/register" || !READS.includes(method) ? "signIn" : "signInState";
  if (standing === "unproven" || isApi(pathOf(url))) return API_KINDS[standing];
  return standing === "browser" ? "memberPage" : "visitorPage";
}

const pathOf = (url: string) => url.split("?", 1)[0]!;

const isSignIn = (url: string) => url.startsWith("/api/auth/") || url === "/api/register";

const READS = ["GET", "HEAD"];
const FIRST_SEGMENT = /^(?:\/api(?:\/v1)?)?\/[^/?]*/;

/** Approximates the operation by the method and the first part of the path. */
function operationOf({ method, url = "" }: IncomingMessage): string {
  return `${method} ${FIRST_SEGMENT.exec(url)?.[0]}`;
}

/** Images, which keys and sessions can read. */
const MEDIA = "/api/media/";

/**
 * Returns the credential that the route of a request verifies, unless it cannot be valid. Verifying it takes a database
 * lookup, whose result is remembered. Until then the request counts by its address, in the small share for guesses and
 * new keys. Nothing else that the request carries counts: its lookup could not find out that it has ended.
 */
function credentialOf({ url = "", headers }: IncomingMessage): { credential: string; holder: Holder } | undefined {
  if (isSignIn(url)) return undefined;
  const isPublicApi = url.startsWith("/api/v1/") || pathOf(url) === "/mcp";
  if (isPublicApi || url.startsWith(MEDIA)) {
    const secret = secretIn(headers.authorization ?? null, headers["x-api-key"]?.toString() ?? null);
    if (secret !== undefined) return isCredential(secret) ? { credential: secret, holder: "program" } : undefined;
    if (isPublicApi) return undefined;
  }
  const session = cookieIn(headers.cookie ?? null, SESSION_COOKIE.name());
  return session !== undefined && isOwnKind(session) ? { credential: session, holder: "browser" } : undefined;
}

/**
 * Waits for a request's body. Resolves to "arrived" once it is complete; to "unfinished" if it exceeds what Node
 * buffers unread, if it announces more than any request may send, or if the client disconnects first.
 */
export function waitForBody(request: EntryRequest, response: ServerResponse): Promise<BodyArrival> | BodyArrival {
  if (!hasBody(request) || request.complete) return "arrived";
  if (announcedBytes(request) > request.readableHighWaterMark) return "unfinished";
  return new Promise((resolve) => {
    response.once("close", () => resolve("unfinished"));
    void request.arrival().then(resolve);
  });
}
