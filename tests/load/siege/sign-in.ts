import { randomBytes } from "node:crypto";
import { register } from "@/lib/domain/accounts/lifecycle/sign-up";
import { createContext } from "@/lib/domain/kernel/context";
import { SESSION_COOKIE } from "@/lib/auth/cookie";
import { type Attack, attack } from "./attack";
import { beside } from "./beside";
import { crowd } from "./crowd";
import type { Target } from "./target";

const AT_ONCE = 300;
const PASSWORD = "four words make one";

/** The fields and cookies of a sign-in form, as a browser gets them by opening it once. */
async function formOf(target: Target): Promise<{ csrfToken: string; cookie: string }> {
  const { text, headers } = await target.ask({ path: "/api/auth/csrf" });
  const { csrfToken } = JSON.parse(text) as { csrfToken: string };
  return { csrfToken, cookie: (headers["set-cookie"] ?? []).map((cookie) => cookie.split(";", 1)[0]).join("; ") };
}

const signIn = (
  target: Target,
  { csrfToken, cookie }: { csrfToken: string; cookie: string },
  login: string,
  password: string,
  from: number,
) =>
  target.ask({
    method: "POST",
    path: "/api/auth/callback/credentials",
    cookie,
    from,
    headers: { "Content-Type": "application/x-www-form-urlencoded" },
    body: new URLSearchParams({ csrfToken, login, password, json: "true", callbackUrl: "/" }).toString(),
  });

const somebody = () => `s_${randomBytes(6).toString("hex")}`;

/** A token whose key derivation takes ten thousand rounds before it is found invalid. */
function dearToken(): string {
  const header = { alg: "PBES2-HS512+A256KW", enc: "A256GCM", p2c: 10_000, p2s: randomBytes(16).toString("base64url") };
  return [Buffer.from(JSON.stringify(header)), randomBytes(40), randomBytes(12), randomBytes(64), randomBytes(16)]
    .map((part) => part.toString("base64url"))
    .join(".");
}

const SIGN_IN_STATE = ["/api/auth/csrf", "/api/auth/session", "/api/auth/providers"];

/** Each client uses a new address in each round, so that no limit per address applies. */
const roaming = (client: number, round: number) => client + round * AT_ONCE;

export const SIGN_IN: Attack[] = [
  attack({
    name: "passwords-guessed",
    description: `${AT_ONCE} sign-ins at once from as many addresses, each to an account that nobody has`,
    prepare: formOf,
    run: (target, signal, form) =>
      crowd(AT_ONCE, signal, (client, round) => signIn(target, form, somebody(), PASSWORD, roaming(client, round))),
  }),
  attack({
    name: "passwords-right",
    description: `${AT_ONCE} sign-ins at once from as many addresses, with the right passwords of twenty accounts`,
    async prepare(target) {
      const handles = Array.from({ length: 20 }, somebody);
      for (const handle of handles)
        await register(createContext({ actor: null, channel: "session" }), {
          name: "Somebody",
          handle,
          email: `${handle}@example.com`,
          password: PASSWORD,
        });
      return { handles, form: await formOf(target) };
    },
    run: (target, signal, { handles, form }) =>
      crowd(AT_ONCE, signal, (client, round) =>
        signIn(target, form, handles[client % handles.length]!, PASSWORD, roaming(client, round)),
      ),
  }),
  attack({
    name: "registrations",
    description: "a hundred registrations at once from as many addresses",
    run: (target, signal) =>
      crowd(100, signal, (client, round) => {
        const handle = somebody();
        return target.ask({
          method: "POST",
          path: "/api/register",
          body: { name: "Somebody", handle, email: `${handle}@example.com`, password: PASSWORD },
          from: roaming(client, round),
        });
      }),
  }),
  attack({
    name: "tokens-asked",
    description: "400 requests at once from one address for what a browser asks before and after it signs in",
    run: (target, signal) =>
      Promise.all([
        crowd(400, signal, (client, round) => target.ask({ path: SIGN_IN_STATE[(client + round) % 3]! })),
        beside(target, signal, () => ({ path: SIGN_IN_STATE[0]! })),
      ]),
  }),
  attack({
    name: "sessions-forged",
    description: "twenty requests at once with session tokens whose keys are dear to derive",
    run: (target, signal) =>
      crowd(20, signal, (client) =>
        target.ask({
          path: client % 2 ? "/api/coins" : "/api/quests",
          cookie: `${SESSION_COOKIE.name()}=${dearToken()}`,
          from: client,
        }),
      ),
  }),
];
