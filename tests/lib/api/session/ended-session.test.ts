import { expect, test } from "vitest";
import { SESSION } from "@/lib/api/session";
import { endAllSessions } from "@/lib/domain/accounts/users/sessions";
import { serveSession } from "@/lib/http/pipeline/serve-session";
import { newPerson } from "@/tests/support/people";
import { sessionCookieOf } from "@/tests/support/session-cookie";
import { stopClock } from "@/tests/support/stopped-clock";
import { useVariables } from "@/tests/support/variables";

useVariables({ RATE_LIMIT_AUTH_FAILURES: "2/60" });
stopClock();

const { GET } = serveSession(SESSION.timeline.bookmarks);

/** Asks for what only members have. */
async function ask(clientIp: string, headers: Record<string, string> = {}) {
  const request = new Request("http://localhost:3000/api/timeline/bookmarks", { headers });
  const response = await GET(request, { params: {}, clientIp, waitUntil: () => undefined });
  return { status: response.status, retryAfter: response.headers.get("retry-after") };
}

test("an ended session counts against its address like an invalid key, and no other session does", async () => {
  const [ended, neighbour] = [await newPerson(), await newPerson()];
  const dead = { Cookie: await sessionCookieOf(ended) };
  const live = { Cookie: await sessionCookieOf(neighbour) };
  await endAllSessions(ended);
  expect([await ask("192.0.2.1", dead), await ask("192.0.2.1", dead)]).toMatchObject([
    { status: 401 },
    { status: 401 },
  ]);
  expect(await ask("192.0.2.1", dead)).toMatchObject({ status: 429, retryAfter: expect.any(String) });
  expect((await ask("192.0.2.1", live)).status).toBe(200);
  expect((await ask("192.0.2.2", dead)).status).toBe(401);
});

test("a browser that is not signed in counts against no address", async () => {
  for (let n = 0; n < 4; n += 1) expect((await ask("192.0.2.3")).status).toBe(401);
});
