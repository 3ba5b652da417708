import pg from "pg";
import { beforeAll, describe, expect, test } from "vitest";
import { auditCoins } from "@/lib/domain/play/coins/audit";
import { createContext } from "@/lib/domain/kernel/context";
import { findViolations } from "@/lib/domain/kernel/invariant";
import { markRead } from "@/lib/domain/consequences/notifications/unread";
import { database } from "@/lib/infra/database/db";
import { env } from "@/lib/infra/environment/env";
import { INVARIANTS } from "@/scripts/tools/check/sections";
import { fill } from "@/tests/load/fill/fill";
import { allLists } from "@/tests/load/plans/lists";
import { measureDepths } from "@/tests/load/plans/depths";
import { explain } from "@/tests/load/plans/explain";
import { SMALL } from "@/tests/load/scale";
import { statementsOf } from "@/tests/load/statements";

beforeAll(() => fill(env().database.url, SMALL));

describe("a loaded database", () => {
  test("breaks no invariant", async () => {
    const ctx = createContext({ actor: null, channel: "session" });
    for (const invariant of INVARIANTS) expect(await findViolations(ctx, invariant), invariant.description).toEqual([]);
  });

  test("has a ledger without violations", async () => {
    expect((await auditCoins(createContext({ actor: null, channel: "session" }))).violations).toEqual([]);
  });
});

test(
  "pages every declared list to its end without duplicates, by an index in its order",
  { timeout: 180_000 },
  async () => {
    const empty: string[] = [];
    for (const list of await allLists()) {
      const { first, isEmpty } = await measureDepths(env().database.url, list, 40);
      expect(first.indexes, list.name).not.toEqual([]);
      expect(first.sorts, `${list.name} sorts all its rows: no index has its order and what it filters by`).toEqual([]);
      if (isEmpty && !list.name.includes("?")) empty.push(list.name);
    }
    expect(empty, "Add rows in tests/load/fill").toEqual([]);
  },
);

test("marks a notification as read without reading those that were read before, or other people's", async () => {
  const { user, notification } = database().prisma;
  const actor = await user.findFirstOrThrow({ where: { handle: "user_1" } });
  const unread = { userId: actor.id, readAt: null };
  const [{ id }, count] = [
    await notification.findFirstOrThrow({ where: unread }),
    await notification.count({ where: unread }),
  ];
  const [statement] = await statementsOf(() => markRead(createContext({ actor, channel: "session" }), { ids: [id] }));
  const client = new pg.Client({ connectionString: env().database.url });
  await client.connect();
  try {
    expect((await explain(client, statement!)).mostRows).toBeLessThanOrEqual(count);
  } finally {
    await client.end();
  }
});
