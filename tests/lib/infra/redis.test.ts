import { once } from "node:events";
import { afterEach, beforeEach, expect, test } from "vitest";
import type { Redis } from "ioredis";
import { openRedis } from "@/lib/infra/redis";
import { eventually } from "@/tests/support/eventually";
import { array, bulk, startRespServer } from "@/tests/support/resp-server";

type Server = Awaited<ReturnType<typeof startRespServer>>;

const ANSWERS: Record<string, string> = {
  hello: "-ERR unknown command 'HELLO'\r\n",
  client: "+OK\r\n",
  info: bulk("role:master\r\nloading:0\r\n"),
};
let master: Server;
let sentinel: Server;
let subscriptions: number;
/** Questions for the master's address that the sentinel has not answered, or undefined while it answers at once. */
let held: (() => void)[] | undefined;
let client: Redis;

beforeEach(async () => {
  subscriptions = 0;
  held = undefined;
  master = await startRespServer(([name = ""]) => ANSWERS[name.toLowerCase()] ?? "+OK\r\n");
  sentinel = await startRespServer(async ([name = "", question]) => {
    if (name === "subscribe") {
      subscriptions += 1;
      return `*3\r\n${bulk("subscribe")}${bulk("+switch-master")}:1\r\n`;
    }
    if (question === "sentinels") return "*0\r\n";
    if (question !== "get-master-addr-by-name") return ANSWERS[name.toLowerCase()] ?? "+OK\r\n";
    if (held) await new Promise<void>((resolve) => held?.push(resolve));
    return array("127.0.0.1", String(master.port));
  });
  client = openRedis(`redis+sentinel://127.0.0.1:${sentinel.port}/cache`, { retryStrategy: () => 10 });
  client.on("error", () => undefined);
  await eventually(() => expect([client.status, subscriptions]).toEqual(["ready", 1]));
});
afterEach(async () => {
  client.disconnect();
  await Promise.all([master.stop(), sentinel.stop()]);
});

test("a failover that is announced while the client asks for the master does not end the client", async () => {
  held = [];
  master.disconnectClients();
  await eventually(() => expect(held).toHaveLength(1));
  sentinel.push(array("message", "+switch-master", "cache 127.0.0.1 1 127.0.0.1 2"));
  const questions = held;
  held = undefined;
  // The client closes the connection of the announcement once it has read it, and keeps that of the question.
  await eventually(() => expect(sentinel.connections()).toBe(1));
  questions.forEach((answer) => answer());
  await eventually(() => expect(client.status).toBe("ready"));
});

test("a client that is closed stays closed", async () => {
  const end = once(client, "end");
  client.disconnect();
  await end;
  expect(client.status).toBe("end");
});
