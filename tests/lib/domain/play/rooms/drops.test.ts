import { describe, expect, test } from "vitest";
import { placeBet } from "@/lib/domain/play/coins/commands";
import { changeMembership } from "@/lib/domain/play/rooms/membership";
import { sendMessage } from "@/lib/domain/play/rooms/messages";
import { database } from "@/lib/infra/database/db";
import { newPerson } from "@/tests/support/people";
import { eventsOf, join, openRoom, roomOfTwo, snapshotOf } from "./people";

describe("a drop", () => {
  test("of a member appears in their rooms with its proof, unless they turned that off", async () => {
    const { host, guest, code } = await roomOfTwo();
    const other = await openRoom(guest);
    const bet = await placeBet(guest, { bin: 2, amount: 1 });
    for (const room of [code, other.code]) {
      const event = (await eventsOf(room)).at(-1)!;
      const { dropId, link, ...data } = event.data.data as { dropId: string; link: string };
      expect(event.data).toMatchObject({ kind: "system", what: "drop", who: { id: guest.actor.id } });
      expect(data).toEqual({ amount: 1, bin: 2, landedBin: bet.landedBin, won: bet.won, payout: bet.payout });
      expect(link).toBe(`/coins/drops/${dropId}`);
      expect(await database().prisma.drop.count({ where: { id: dropId } })).toBe(1);
    }
    const { messages } = await snapshotOf(host, code);
    expect(messages.at(-1)).toMatchObject({ what: "drop" });
    await changeMembership(guest, { code, showDrops: false });
    await placeBet(guest, { bin: 2, amount: 1 });
    expect((await snapshotOf(host, code)).messages).toHaveLength(messages.length);
    expect((await eventsOf(other.code)).filter(({ data }) => data.what === "drop")).toHaveLength(2);
  });

  test("that is rejected appears nowhere, and one among ten concurrent messages loses none", async () => {
    const { guest, code } = await roomOfTwo();
    await expect(placeBet(guest, { bin: 2, amount: 100_000 })).rejects.toMatchObject({ code: "insufficient_coins" });
    expect((await eventsOf(code)).filter(({ data }) => data.what === "drop")).toEqual([]);
    await Promise.all([
      ...Array.from({ length: 5 }, () => placeBet(guest, { bin: 2, amount: 1 })),
      ...Array.from({ length: 10 }, (_, n) => sendMessage(guest, { code, content: `@${guest.actor.handle} ${n}` })),
      join(await newPerson(), code),
    ]);
    const events = await eventsOf(code);
    expect(events.filter(({ data }) => data.what === "drop")).toHaveLength(5);
    expect(events.filter(({ data }) => data.kind === "message")).toHaveLength(10);
  });
});
