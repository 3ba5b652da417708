// Slow: it starts a second server.
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { BASE_URL, send } from "@/tests/support/api";
import { openEventStream } from "@/tests/support/event-stream";
import { eventually } from "@/tests/support/eventually";
import { type OwnServer, startOwnServer } from "@/tests/support/own-server";
import { LiveRoom } from "@/tests/load/live/room";
import type { Member } from "@/tests/load/siege/member";

vi.setConfig({ testTimeout: 240_000 });
const WITHIN_MS = 2000;
/** One of them may be delayed on a busy machine. */
const ATTEMPTS = 3;

/** A second server on the same database, which is their only connection. */
let other: OwnServer;
beforeAll(async () => void (other = await startOwnServer()), 180_000);
afterAll(() => other.stop("SIGKILL"));

const as = ({ cookie }: Member) => ({ Cookie: cookie });

test("a ban ends the member's stream within two seconds on any instance, and keeps them out", async () => {
  const room = await LiveRoom.open(BASE_URL, { people: 1 + 2 * ATTEMPTS });
  const [host, ...guests] = room.members;
  const path = `/api/rooms/${room.code}`;
  for (const url of [BASE_URL, other.url]) {
    const times: number[] = [];
    for (const guest of guests.splice(0, ATTEMPTS)) {
      const stream = await room.follow(url, guest);
      await eventually(() => expect(stream.reader.named("hello")).toHaveLength(1), { timeoutMs: 60_000 });
      const from = performance.now();
      const json = { userId: guest.account.id, ban: true };
      expect((await send(`${path}/remove`, { method: "POST", headers: as(host!), json })).status).toBe(204);
      await stream.ended;
      times.push(performance.now() - from);
      expect(stream.reader.named("member").at(-1)?.data).toMatchObject({
        what: "removed",
        user: { id: guest.account.id },
      });

      await room.say(BASE_URL, host!, "They cannot read this");
      const again = await openEventStream(`${url}/api/live?topics=${room.topic}`, as(guest));
      expect(again.status).toBe(403);
      expect((await send(`${path}/join`, { method: "POST", headers: as(guest), json: {} })).status).toBe(403);
      expect((await send(`${path}/messages?before=999`, { headers: as(guest) })).status).toBe(403);
      const outside = await send(path, { headers: as(guest) });
      expect(outside).toMatchObject({ status: 200, json: { code: room.code } });
      expect(outside.text).not.toContain("They cannot read this");
    }
    expect(Math.min(...times)).toBeLessThan(WITHIN_MS);
  }
});
