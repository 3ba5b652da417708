import type { IncomingMessage, ServerResponse } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import onHeaders from "on-headers";
import { isOwnKind } from "@/lib/auth/cookie";
import { isWellFormed } from "@/lib/domain/keys/rules";
import { clientIp } from "@/lib/infra/client-ip";
import { Admission } from "@/lib/infra/admission";
import { accountOfCredential } from "@/lib/infra/known-credentials";
import { bodyToCome } from "./body-arrival";
import { rejectBusy } from "./busy";

type Answer = (request: IncomingMessage, response: ServerResponse) => unknown;

const PATIENT = { maxWaiting: 1024, maxWaitingPerClient: 256, maxWaitMs: 20_000, maxHoldMs: 1000 };

/**
 * Our choice. Each kind of request has a share of this process of its own, so that a flood of one kind does not hold up
 * the others: what is in progress together takes turns on one processor, and queries its database at the same time. A
 * page takes 20-60 ms of the processor, an API request 2-5, a sign-in 10 beside its hashing. Members have the larger
 * shares; what anybody may ask for without an account rests in between.
 */
const KINDS = {
  memberPage: { ...PATIENT, permits: 6, permitsPerClient: 3 },
  visitorPage: { ...PATIENT, permits: 1, permitsPerClient: 1, restMs: 20 },
  /** With a credential that nobody was found to have yet: a member's first request, or a guess. */
  unproven: { ...PATIENT, permits: 2, permitsPerClient: 1, restMs: 4 },
  // A single account's requests queue for the same rows of the database: more at once would only hold connections.
  // So do the requests of many for one post: they do not hold all permits while they do.
  member: { ...PATIENT, permits: 6, permitsPerClient: 2, permitsPerOperation: 4 },
  visitor: { ...PATIENT, permits: 2, permitsPerClient: 1, restMs: 4 },
  signIn: { ...PATIENT, permits: 2, maxWaiting: 128, maxWaitMs: 8000, restMs: 20 },
  /**
   * Whose body has not arrived when it is begun, for it is too large to be kept unread: images, and what is never sent
   * in full.
   */
  largeBody: { ...PATIENT, permits: 3, permitsPerClient: 2 },
};
type Kind = keyof typeof KINDS;

/**
 * Our choice: whoever is turned away hears of it after a moment. A flood that asks again at once would otherwise spend
 * the process on rejections.
 */
const REJECTION_DELAY_MS = 500;

/**
 * Our choice: whoever hangs up on an answer that is being made rests for so many times what it took, since the work
 * goes on without a reader. People who leave a page early do not notice.
 */
const ABANDONED_REST = { factor: 4, maxMs: 1000 };

/**
 * Answers few requests of each kind at a time, of each client in turn: nobody waits behind all that somebody else asked
 * for.
 */
export function inTurn(answer: Answer): Answer {
  const admissions = Object.fromEntries(
    Object.entries(KINDS).map(([kind, options]) => [kind, new Admission(options)]),
  ) as Record<Kind, Admission>;
  return async (request, response) => {
    // Whoever sends slowly holds a connection, and no permit.
    const body = await bodyToCome(request, response);
    if (response.closed) return;
    const credential = credentialOf(request);
    const account = credential && accountOfCredential(credential);
    const kind = body === "unfinished" ? "largeBody" : kindOf(request, { credential, account });
    const visit = admissions[kind].enter(account ?? addressOf(request), operationOf(request));
    let begun: number | undefined;
    response.once("close", () => visit.leave(begun && restAfter(performance.now() - begun)));
    if (await visit.admitted) {
      begun = performance.now();
      // What is written waits for its reader without a permit: who reads slowly, or nothing, holds up nobody.
      response.once("prefinish", () => visit.leave());
      onHeaders(response, () => isEventStream(response) && visit.leave());
      await answer(request, response);
    } else if (await staysFor(REJECTION_DELAY_MS, response)) {
      rejectBusy(request, response);
    }
  };
}

function restAfter(heldMs: number): number {
  return Math.min(ABANDONED_REST.factor * heldMs, ABANDONED_REST.maxMs);
}

/** Whether the client is still there after that time. */
async function staysFor(ms: number, response: ServerResponse): Promise<boolean> {
  if (!response.closed) await sleep(ms);
  return !response.closed;
}

/** What stays open for minutes, and does next to nothing: it holds a permit only until it has begun. */
export function isEventStream(response: ServerResponse): boolean {
  return String(response.getHeader("Content-Type")).startsWith("text/event-stream");
}

function kindOf(
  { url = "" }: IncomingMessage,
  { credential, account }: { credential?: string; account?: string },
): Kind {
  if (url.startsWith("/api/auth/") || url === "/api/register") return "signIn";
  if (credential && !account) return "unproven";
  if (url.startsWith("/api/")) return account ? "member" : "visitor";
  return account ? "memberPage" : "visitorPage";
}

const FIRST_WORDS = /^(?:\/api(?:\/v1)?)?\/[^/?]*/;

/** What the request does, roughly: the method and the first words of its path. */
function operationOf({ method, url = "" }: IncomingMessage): string {
  return `${method} ${FIRST_WORDS.exec(url)?.[0]}`;
}

const SESSION = /(?:^|;\s*)(?:__Secure-)?next-auth\.session-token=([^;]+)/;

/**
 * What the request shows of who sends it. Whether it is true costs a look into the database, which is remembered: until
 * then the client is an address, and guesses and new keys have no share of their own. What cannot be true is none.
 */
function credentialOf({ headers }: IncomingMessage): string | undefined {
  const key = headers.authorization?.split(" ").at(-1) ?? headers["x-api-key"];
  if (key !== undefined) return isWellFormed(String(key)) ? String(key) : undefined;
  const session = SESSION.exec(headers.cookie ?? "")?.[1];
  return session !== undefined && isOwnKind(session) ? session : undefined;
}

function addressOf({ headers }: IncomingMessage): string {
  const pairs = Object.entries(headers).map(([name, value]): [string, string] => [name, String(value)]);
  return clientIp({ headers: new Headers(pairs) });
}
