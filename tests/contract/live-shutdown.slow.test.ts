// Slow: it stops its own server.
import net from "node:net";
import { expect, test } from "vitest";
import { inTransaction } from "@/lib/domain/kernel/context";
import { publishAll } from "@/lib/domain/consequences/live/events";
import { userTopic } from "@/lib/domain/consequences/live/topics";
import { eventually } from "@/tests/support/eventually";
import { startOwnServer } from "@/tests/support/own-server";
import { newReader } from "./live-reader";

test(
  "stopping the server ends open streams at once, and a stalled reader does not delay it",
  { timeout: 120_000 },
  async () => {
    const server = await startOwnServer({ SHUTDOWN_GRACE_SECONDS: "60" });
    const { account, cookie, open } = await newReader();
    const stream = await open("topics=me", {}, server.url);
    const stuck = net.connect(server.port, "127.0.0.1").on("error", () => undefined);
    stuck.write(`GET /api/live?topics=me HTTP/1.1\r\nHost: x\r\nCookie: ${cookie}\r\n\r\n`);
    stuck.pause();
    await eventually(() => expect(stream.reader.events.length).toBeGreaterThan(0));
    const events = Array.from({ length: 100 }, () => ({
      topic: userTopic(account.ctx().actor.id),
      event: "challenge" as const,
      data: { text: "x".repeat(20_000) },
    }));
    for (let n = 0; n < 3; n += 1) await inTransaction(account.ctx(), (tx) => publishAll(tx, events));
    await eventually(() => expect(stream.reader.seqsOf("me")).toHaveLength(300));
    const { code, ms } = await server.stop("SIGTERM");
    await stream.ended;
    expect(stream.reader.retryMs).toBe(2000);
    expect(code).toBe(0);
    expect(ms).toBeLessThan(30_000);
    stuck.destroy();
  },
);
