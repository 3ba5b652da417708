import { expect, test } from "vitest";
import type { Context } from "@/lib/domain/kernel/context";
import { getRoom, listMessages, sendMessage } from "@/lib/domain/play/rooms/by-key";
import { updatePresence } from "@/lib/domain/play/rooms/presence";
import { later } from "@/tests/support/people";
import { roomOfTwo, snapshotOf } from "./people";

const MINUTE = 60;

/** The same person at a later time, by API key; also runs what follows the response. */
function byKey(person: Context, seconds: number) {
  const jobs: Promise<unknown>[] = [];
  const ctx: Context = {
    ...later(person, seconds),
    channel: "api",
    afterCommit: (job) => void jobs.push(job()),
  };
  return { ctx, after: () => Promise.all(jobs) };
}

test.each([
  ["reads the room", getRoom],
  ["reads its messages", (ctx: Context, { code }: { code: string }) => listMessages(ctx, { code, limit: 1 })],
  ["writes in it", (ctx: Context, { code }: { code: string }) => sendMessage(ctx, { code, content: "Still here" })],
])("a program that %s every minute counts as a present member", async (_words, act) => {
  const { host, guest, code } = await roomOfTwo();
  for (let minute = 1; minute <= 4; minute++) {
    const { ctx, after } = byKey(guest, minute * MINUTE);
    await act(ctx, { code: code.toLowerCase() });
    await after();
    await updatePresence(later(host, minute * MINUTE + 1));
  }
  const { members } = await snapshotOf(host, code);
  expect(members.find(({ user }) => user.id === guest.actor.id)?.away).toBe(false);
  expect(members.find(({ user }) => user.id === host.actor.id)?.away).toBe(true);
});

test("a program that returns is announced", async () => {
  const { host, guest, code } = await roomOfTwo();
  await updatePresence(later(host, 3 * MINUTE));
  const { ctx, after } = byKey(guest, 4 * MINUTE);
  await getRoom(ctx, { code });
  await after();
  const { members } = await snapshotOf(host, code);
  expect(members.map(({ away }) => away)).toEqual([true, false]);
});
