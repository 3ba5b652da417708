import { randomBytes, randomUUID } from "node:crypto";
import http from "node:http";
import type { AddressInfo } from "node:net";
import { SCOPE_NAMES } from "@/lib/domain/keys/scopes";
import { newSecret } from "@/lib/domain/keys/rules";
import { database } from "@/lib/infra/db";
import { type Attack, attack } from "./attack";
import { crowd, everySecond } from "./crowd";
import { newMember, newMembers } from "./member";

const newest = async (take: number) =>
  (
    await database().prisma.post.findMany({
      take,
      select: { id: true },
      where: { audience: "PUBLIC", deletedAt: null },
      orderBy: { createdAt: "desc" },
    })
  ).map(({ id }) => id);
const handles = async () =>
  (await database().prisma.user.findMany({ take: 3000, select: { handle: true }, where: { role: "MEMBER" } })).map(
    ({ handle }) => handle,
  );

export const WRITES: Attack[] = [
  attack({
    name: "posts",
    description: "fifty posts a second by one person, each with ten mentions",
    prepare: async () => ({ ...(await newMember()), people: await handles() }),
    run: (target, signal, { cookie, people }) =>
      everySecond(50, signal, (n) => {
        const mentions = Array.from({ length: 10 }, (_, i) => `@${people[(n * 10 + i) % people.length]}`);
        return target.ask({
          method: "POST",
          path: "/api/posts",
          cookie,
          body: { content: `Look at this, number ${n}: ${mentions.join(" ")}` },
          from: n % 16,
        });
      }),
  }),
  attack({
    name: "posts-at-once",
    description: "three hundred posts at once by one person, all of whom wait for one row",
    prepare: newMember,
    run: (target, signal, { cookie }) =>
      crowd(300, signal, (client, round) =>
        target.ask({
          method: "POST",
          path: "/api/posts",
          cookie,
          body: { content: `Me too, ${client} and ${round}` },
          from: client,
        }),
      ),
  }),
  attack({
    name: "posts-through-api",
    description: "the same with an API key, as fast as it answers",
    prepare: newMember,
    run: (target, signal, { key }) =>
      crowd(50, signal, (client, round) =>
        target.ask({
          method: "POST",
          path: "/api/v1/posts",
          key,
          body: { content: `Me again, ${client} and ${round}` },
          from: client,
        }),
      ),
  }),
  attack({
    name: "likes",
    description: "likes, bookmarks, reposts and comments given and taken back by 32 browsers of one person",
    prepare: async () => ({ ...(await newMember()), posts: await newest(50) }),
    run: (target, signal, { cookie, posts }) =>
      crowd(32, signal, (client, round) => {
        const id = posts[(client + (round >> 1)) % posts.length]!;
        const method = round % 2 ? "DELETE" : "POST";
        if (client % 4 === 3)
          return target.ask({
            method: "POST",
            path: `/api/posts/${id}/comments`,
            cookie,
            body: { content: `Yes, ${round}` },
            from: client,
          });
        return target.ask({
          method,
          path: `/api/posts/${id}/${["like", "bookmark", "repost"][client % 4]}`,
          cookie,
          from: client,
        });
      }),
  }),
  attack({
    name: "likes-of-one-post",
    description: "one post liked and unliked by a hundred people at once",
    prepare: async () => ({ members: await newMembers(100), post: (await newest(1))[0] }),
    run: (target, signal, { members, post }) =>
      crowd(members.length, signal, (client, round) =>
        target.ask({
          method: round % 2 ? "DELETE" : "POST",
          path: `/api/posts/${post}/like`,
          cookie: members[client]!.cookie,
          from: client,
        }),
      ),
  }),
  attack({
    name: "follows",
    description: "everybody followed and unfollowed by 32 browsers of one person",
    prepare: async () => ({ ...(await newMember()), people: await handles() }),
    run: (target, signal, { cookie, people }) =>
      crowd(32, signal, (client, round) =>
        target.ask({
          method: round % 2 ? "DELETE" : "POST",
          path: `/api/users/${people[(client * 90 + (round >> 1)) % people.length]}/follow`,
          cookie,
          from: client,
        }),
      ),
  }),
  attack({
    name: "bets",
    description: "bets, claims and new seeds of one person, at once from a hundred addresses, another each time",
    prepare: newMember,
    run: (target, signal, { cookie }) =>
      crowd(100, signal, (client, round) => {
        const [path, body] = (
          [
            ["bet", { bin: 2, amount: 1 }],
            ["claim", {}],
            ["fairness/rotate", {}],
          ] as const
        )[(client + round) % 3]!;
        return target.ask({ method: "POST", path: `/api/coins/${path}`, cookie, body, from: client + round * 100 });
      }),
  }),
  attack({
    name: "idempotency-storm",
    description: "fifty equal posts at once with one Idempotency-Key, again and again",
    prepare: newMember,
    run: (target, signal, { key }) =>
      crowd(50, signal, (client, round) =>
        target.ask({
          method: "POST",
          path: "/api/v1/posts",
          key,
          body: { content: "Once" },
          headers: { "Idempotency-Key": `storm-${round}` },
          from: client,
        }),
      ),
  }),
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
        target.ask({ path: "/api/v1/me", key: newSecret(randomBytes), from: client + round * 64 }),
      ),
  }),
  attack({
    name: "refusals",
    description: "a spent key used by 64 clients who do not heed that they are refused",
    prepare: newMember,
    run: (target, signal, { key }) =>
      crowd(64, signal, (client) => target.ask({ path: "/api/v1/feed", key, from: client, insists: true })),
  }),
  attack({
    name: "receivers-unwilling",
    description:
      "ten webhook endpoints that hang, drip, never end or resolve to nothing, and a post a moment for each of them",
    async prepare(target) {
      const { key } = await newMember();
      const url = await unwillingReceiver();
      const endpoints = [
        `${url}hang`,
        `${url}hang`,
        `${url}drip`,
        `${url}drip`,
        `${url}endless`,
        `${url}endless`,
        `${url}headers`,
        "http://never.siege.invalid:4000/",
        "http://nobody.siege.invalid:4000/",
        "http://127.0.0.1:9/",
      ];
      for (const endpoint of endpoints)
        await target.ask({ method: "POST", path: "/api/v1/webhooks", key, body: { url: endpoint, events: ["*"] } });
      return key;
    },
    run: (target, signal, key) =>
      everySecond(10, signal, (n) =>
        target.ask({
          method: "POST",
          path: "/api/v1/posts",
          key,
          body: { content: `Tell them all, number ${n} of ${randomUUID()}` },
        }),
      ),
  }),
];

/** It hangs, sends a byte now and then, or never stops, as its path says. Names that resolve slowly cannot be had without root. */
async function unwillingReceiver(): Promise<string> {
  const server = http.createServer((request, response) => {
    request.resume();
    response.on("error", () => undefined);
    if (request.url === "/drip") setInterval(() => response.write("x"), 500).unref();
    if (request.url === "/headers") request.socket.write(`HTTP/1.1 200 OK\r\n${"X-Header: a\r\n".repeat(100_000)}`);
    if (request.url === "/endless") {
      const pour = () =>
        void (response.write(Buffer.alloc(65_536, "x")) ? setImmediate(pour) : response.once("drain", pour));
      pour();
    }
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
}
