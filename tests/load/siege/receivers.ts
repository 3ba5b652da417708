import { randomUUID } from "node:crypto";
import http from "node:http";
import type { AddressInfo } from "node:net";
import { type Attack, attack } from "./attack";
import { everySecond } from "./crowd";
import { reportWaits } from "./beside";
import { newMember, newMembers } from "./member";
import type { Target } from "./target";

const subscribe = (target: Target, key: string, url: string) =>
  target.ask({ method: "POST", path: "/api/v1/webhooks", key, body: { url, events: ["*"] } });

const publish = (target: Target, key: string) =>
  target.ask({
    method: "POST",
    path: "/api/v1/posts",
    key,
    body: { content: `Tell them all, at ${Date.now()}: ${randomUUID()}` },
  });

/** Subscribes a receiver that responds at once. Returns the delay of each delivery after its event, in ms. */
async function receiverOf(target: Target, key: string): Promise<number[]> {
  const times: number[] = [];
  const server = http.createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const { created } = JSON.parse(Buffer.concat(chunks).toString()) as { created: string };
      times.push(Date.now() - Date.parse(created));
      response.end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  await subscribe(target, key, `http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
  return times;
}

export const RECEIVERS: Attack[] = [
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
      for (const endpoint of endpoints) await subscribe(target, key, endpoint);
      return key;
    },
    run: (target, signal, key) => everySecond(10, signal, () => publish(target, key)),
  }),
  attack({
    name: "receivers-hanging",
    description: "ten endpoints that hang for each of seven accounts, beside another's that answers",
    async prepare(target) {
      const hanging = `${await unwillingReceiver()}hang`;
      const members = await newMembers(7);
      for (const { key } of members) for (let n = 0; n < 10; n += 1) await subscribe(target, key, hanging);
      const { key } = await newMember();
      const arrivals = await receiverOf(target, key);
      return { members, other: key, arrivals };
    },
    async run(target, signal, { members, other, arrivals }) {
      await Promise.all([
        everySecond(7, signal, (n) => publish(target, members[n % members.length]!.key)),
        everySecond(2, signal, () => publish(target, other)),
      ]);
      reportWaits(target, arrivals);
    },
  }),
];

/**
 * Depending on its path, it hangs, sends a byte now and then, or never stops sending. A slow name server would need
 * root.
 */
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
