import { expect, test } from "vitest";
import { z } from "zod";
import { serveSession } from "@/lib/http/pipeline/serve-session";
import { eventsOperation } from "@/lib/http/streamed-operation";
import { newPerson } from "@/tests/support/people";
import { sessionCookieOf } from "@/tests/support/session-cookie";

test("jobs of opening a stream run while it is open, not after its response", async () => {
  const done: string[] = [];
  const operation = eventsOperation("GET /api/live", {
    query: z.object({}),
    async run(ctx) {
      ctx.afterCommit(async () => done.push("told the others"));
      return { next: () => new Promise(() => undefined), cancel: () => undefined, cutOff: () => undefined };
    },
  });
  const headers = { Cookie: await sessionCookieOf(await newPerson()) };
  const waitUntil = () => expect.unreachable("the response of a stream has not ended");
  const request = new Request("http://localhost/api/live", { headers });
  const response = await serveSession(operation).GET(request, { params: {}, clientIp: "127.0.0.1", waitUntil });
  expect(response.status).toBe(200);
  expect(done).toEqual(["told the others"]);
});
