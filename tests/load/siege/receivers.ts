import { randomUUID } from "node:crypto";
import http from "node:http";
import type { AddressInfo } from "node:net";
import { type Attack, attack } from "./attack";
import { everySecond } from "./crowd";
import { newMember } from "./member";

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

/**
 * Depending on its path, it hangs, sends a byte now and then, or never stops sending. Slowly resolving names would need
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
