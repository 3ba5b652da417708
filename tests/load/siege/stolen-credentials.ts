import { encode } from "next-auth/jwt";
import { SESSION_COOKIE } from "@/lib/auth/cookie";
import { revokeApp } from "@/lib/domain/accounts/apps/grants";
import { issueKey, revokeKey } from "@/lib/domain/accounts/keys/commands";
import { SCOPE_NAMES } from "@/lib/domain/accounts/keys/scopes";
import { beginSession, endSession } from "@/lib/domain/accounts/users/sessions";
import { env } from "@/lib/infra/environment/env";
import { newApp, tokensFor } from "@/tests/lib/domain/accounts/apps/app-fixture";
import { type Attack, attack } from "./attack";
import { beside } from "./beside";
import { crowd } from "./crowd";
import { type Member, newMember } from "./member";
import type { Asking } from "./target";

const CONNECTIONS = 240;
/** Uses of the credential before it ends: enough that every process remembers whose it is. */
const USES = 32;

/** What a thief has of a member. */
interface Stolen {
  /** What is requested with it, in turn. */
  requests: Asking[];
  end(): Promise<void>;
}

async function stolenKey({ account }: Member): Promise<Stolen> {
  const { id, key } = await issueKey(account.ctx(), { name: "stolen", scopes: [...SCOPE_NAMES], expiresInDays: null });
  return { requests: [{ path: "/api/v1/feed", key }], end: () => revokeKey(account.ctx(), { id }) };
}

async function stolenToken({ account }: Member): Promise<Stolen> {
  const { app } = await newApp();
  const { access_token: key } = await tokensFor(account.ctx(), app);
  return { requests: [{ path: "/api/v1/feed", key }], end: () => revokeApp(account.ctx(), { id: app.id }) };
}

async function stolenSession({ account }: Member): Promise<Stolen> {
  const maxAgeSeconds = SESSION_COOKIE.maxAgeSeconds;
  const sid = await beginSession(account.ctx(), { userId: account.id, userAgent: "thief", maxAgeSeconds });
  const cookie = `${SESSION_COOKIE.name()}=${await encode({ token: { sid }, secret: env().authSecret })}`;
  const paths = ["/api/timeline/bookmarks", "/bookmarks"];
  return { requests: paths.map((path) => ({ path, cookie })), end: () => endSession(account.ctx(), sid) };
}

const KINDS = { key: stolenKey, token: stolenToken, session: stolenSession };

/** Floods with a credential, while its owner uses another key and a browser. */
const flood = (kind: keyof typeof KINDS, state: "live" | "ended", addresses = 1): Attack =>
  attack({
    name: `stolen-${kind}-${state}${addresses > 1 ? "-spread" : ""}`,
    description: `a stolen ${kind}, ${state}, on ${CONNECTIONS} connections (addresses: ${addresses}); its owner goes on`,
    async prepare(target) {
      const owner = await newMember();
      const { requests, end } = await KINDS[kind](owner);
      await Promise.all(Array.from({ length: USES }, (_, n) => target.ask(requests[n % requests.length]!)));
      if (state === "ended") await end();
      return { owner, requests };
    },
    run: (target, signal, { owner: { key, cookie }, requests }) =>
      Promise.all([
        crowd(CONNECTIONS, signal, (client, round) =>
          target.ask({ ...requests[round % requests.length]!, from: client % addresses, insists: true }),
        ),
        beside(target, signal, () => ({ path: "/api/v1/me", key })),
        beside(target, signal, () => ({ path: "/api/timeline/bookmarks", cookie })),
      ]),
  });

export const STOLEN_CREDENTIALS: Attack[] = [
  flood("key", "ended"),
  flood("token", "ended"),
  flood("session", "ended"),
  flood("key", "live"),
  flood("token", "live"),
  flood("key", "live", 128),
];
