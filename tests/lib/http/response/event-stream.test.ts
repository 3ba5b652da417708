import { expect, test } from "vitest";
import { z } from "zod";
import { performSession } from "@/lib/http/pipeline/perform-session";
import { eventsOperation } from "@/lib/http/streamed-operation";
import { newPerson } from "@/tests/support/people";

test("what opening a stream causes happens while it is open, not after its response", async () => {
  const done: string[] = [];
  const operation = eventsOperation("GET /api/live", {
    summary: "Follow what happens",
    query: z.object({}),
    async run(ctx) {
      ctx.afterCommit(async () => done.push("told the others"));
      return { next: () => new Promise(() => undefined), cancel: () => undefined, cutOff: () => undefined };
    },
  });
  const { actor } = await newPerson();
  const waitUntil = () => expect.unreachable("the response of a stream has not ended");
  const request = new Request("http://localhost/api/live");
  await performSession(operation, request, {
    params: {},
    actor,
    session: undefined,
    requestId: "req_stream",
    clientIp: "127.0.0.1",
    waitUntil,
  });
  expect(done).toEqual(["told the others"]);
});
