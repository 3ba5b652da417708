import { describe, expect, test } from "vitest";
import type { Context } from "@/lib/domain/kernel/context";
import { noteActivity, pulse, recordOnline } from "@/lib/domain/people/presence/commands";
import { listActiveFriends, listFriends } from "@/lib/domain/people/presence/queries";
import { database, preparedRead } from "@/lib/infra/database/db";
import { newPerson } from "@/tests/support/people";
import type { Sql } from "@/lib/infra/database/sql";

const NOW = new Date("2026-03-01T12:00:00Z");

const person = () => newPerson({ now: NOW });
const at = (ctx: Context, seconds: number): Context => ({ ...ctx, now: new Date(NOW.getTime() + seconds * 1000) });

async function follows(one: Context, other: Context) {
  await database().prisma.follow.create({
    data: { followerId: one.actor.id, followeeId: other.actor.id, createdAt: NOW },
  });
}

async function hides({ actor }: Context, presenceVisibility: "mutuals" | "nobody") {
  await database().prisma.user.update({ where: { id: actor.id }, data: { presenceVisibility } });
}

const handles = (friends: { user: { handle: string } }[]) => friends.map(({ user }) => user.handle);

describe("friends", () => {
  test("are followed people who were seen within two minutes", async () => {
    const [me, here, gone, stranger] = await Promise.all([person(), person(), person(), person()]);
    await Promise.all([
      follows(me, here),
      follows(me, gone),
      recordOnline(here),
      recordOnline(at(gone, -121)),
      recordOnline(stranger),
    ]);
    expect(await listFriends(me)).toEqual([
      { user: expect.objectContaining({ handle: here.actor.handle }), activity: null },
    ]);
    expect(await listFriends(at(me, 121))).toEqual([]);
  });

  test("visible to mutuals are seen by those whom they follow, and hidden ones by nobody", async () => {
    const [me, mutual, shy, hidden] = await Promise.all([person(), person(), person(), person()]);
    await Promise.all([mutual, shy, hidden].flatMap((other) => [follows(me, other), recordOnline(other)]));
    await Promise.all([
      hides(mutual, "mutuals"),
      hides(shy, "mutuals"),
      hides(hidden, "nobody"),
      follows(mutual, me),
      follows(hidden, me),
    ]);
    expect(handles(await listFriends(me))).toEqual([mutual.actor.handle]);
  });

  test("are active only when both follow, and only for five minutes after the act", async () => {
    const [me, mutual, followed] = await Promise.all([person(), person(), person()]);
    await Promise.all([follows(me, mutual), follows(mutual, me), follows(me, followed)]);
    await Promise.all([noteActivity(mutual, "plinko"), noteActivity(followed, "plinko")]);
    const activity = { kind: "plinko", label: "Playing Plinko", href: "/coins" };
    expect(await listActiveFriends(me)).toEqual([
      { user: expect.objectContaining({ handle: mutual.actor.handle }), activity, joinable: false },
    ]);
    await recordOnline(at(mutual, 301));
    expect(await listActiveFriends(at(me, 301))).toEqual([]);
    expect((await listFriends(at(me, 301)))[0]?.activity).toBeNull();
  });
});

describe("a pulse", () => {
  test("returns only the requested sections: empty is not absent", async () => {
    const me = await person();
    expect(await pulse(me, {})).toEqual({ ok: true });
    expect(await pulse(me, { want: [] })).toEqual({ ok: true });
    expect(await pulse(me, { want: ["friends", "notifications", "friends"] })).toEqual({
      ok: true,
      friends: [],
      notifications: 0,
    });
  });

  test("keeps its sender online, whatever it requests", async () => {
    const [me, watcher] = await Promise.all([person(), person()]);
    await follows(watcher, me);
    await pulse(me, {});
    expect(handles(await listFriends(watcher))).toEqual([me.actor.handle]);
  });

  test("omits only the section that fails", async () => {
    const me = await person();
    expect(await pulse(withoutFriends(me), { want: ["notifications", "friends"] })).toEqual({
      ok: true,
      notifications: 0,
    });
  });
});

/** The same caller, on a database that fails whenever friends are queried. */
function withoutFriends(ctx: Context): Context {
  const query = async (name: string, statement: Sql) => {
    if (name === "presence.friends") throw new Error("no");
    const rows = await preparedRead(name, statement);
    return { rows, count: rows.length };
  };
  return { ...ctx, transaction: { query } as Context["transaction"] };
}
