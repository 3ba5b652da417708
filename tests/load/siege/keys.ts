import { randomBytes } from "node:crypto";
import { SCOPE_NAMES } from "@/lib/domain/accounts/keys/scopes";
import { newKey } from "@/lib/domain/kernel/credentials";
import { type Attack, attack } from "./attack";
import { crowd } from "./crowd";
import { newMember } from "./member";

export const KEYS: Attack[] = [
  attack({
    name: "keys-renewed",
    description: "a key issued, used 120 times, revoked, and the next, by four browsers of one person",
    prepare: newMember,
    run: (target, signal, { cookie }) =>
      crowd(4, signal, async (client) => {
        const { status, text } = await target.ask({
          method: "POST",
          path: "/api/developer/keys",
          cookie,
          body: { name: "siege", scopes: SCOPE_NAMES },
          from: client,
        });
        if (status !== 201) return new Promise((resolve) => setTimeout(resolve, 200));
        const { id, key } = JSON.parse(text) as { id: string; key: string };
        await Promise.all(
          Array.from({ length: 120 }, () => target.ask({ path: "/api/v1/feed?limit=50", key, from: client })),
        );
        await target.ask({ method: "DELETE", path: `/api/developer/keys/${id}`, cookie, from: client });
      }),
  }),
  attack({
    name: "keys-guessed",
    description: "well-formed keys that nobody has, by 64 clients, each time from another address",
    run: (target, signal) =>
      crowd(64, signal, (client, round) =>
        target.ask({ path: "/api/v1/me", key: newKey(randomBytes), from: client + round * 64 }),
      ),
  }),
  attack({
    name: "refusals",
    description: "a spent key used by 64 clients who do not heed that they are refused",
    prepare: newMember,
    run: (target, signal, { key }) =>
      crowd(64, signal, (client) => target.ask({ path: "/api/v1/feed", key, from: client, insists: true })),
  }),
];
