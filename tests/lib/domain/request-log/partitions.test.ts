import { afterEach, describe, expect, test } from "vitest";
import { closeAccount } from "@/lib/domain/accounts/closing";
import { createContext } from "@/lib/domain/context";
import { DAY_MS, utcDay } from "@/lib/domain/durations";
import { writeRequests } from "@/lib/domain/request-log/commands";
import { keepPartitions } from "@/lib/domain/request-log/partitions";
import { deleteLoggedRequestsOfClosed, deleteOldLoggedRequests } from "@/lib/domain/request-log/retention";
import { hashPassword } from "@/lib/domain/users/password";
import { database } from "@/lib/infra/database/db";
import { newPerson } from "@/tests/support/people";
import { newEntry } from "./entries";

/** Far from today, so that no other test has rows of these days. */
const DAY = new Date("2031-03-10T00:00:00Z");
const at = (days: number, ms = 0) => new Date(DAY.getTime() + days * DAY_MS + ms);
const on = (now: Date) => createContext({ actor: null, channel: "session", now });

async function partitions(): Promise<string[]> {
  const rows = await database().prisma.$queryRaw<{ name: string }[]>`
    SELECT relname::text AS name FROM pg_inherits JOIN pg_class ON oid = inhrelid
     WHERE inhparent = '"ApiRequest"'::regclass ORDER BY 1`;
  return rows.map(({ name }) => name.replace("ApiRequest_", ""));
}

async function placeOf(id: string): Promise<string | undefined> {
  const [row] = await database().prisma.$queryRaw<{ place: string }[]>`
    SELECT tableoid::regclass::text AS place FROM "ApiRequest" WHERE id = ${id}`;
  return row?.place.replaceAll('"', "").replace("ApiRequest_", "");
}

async function written(createdAt: Date, userId = "u_partitions"): Promise<string> {
  const entry = newEntry(userId, { createdAtMs: createdAt.getTime() });
  await writeRequests([entry]);
  return entry.id;
}

afterEach(async () => {
  for (const name of await partitions())
    if (name !== "default") await database().prisma.$executeRawUnsafe(`DROP TABLE "ApiRequest_${name}"`);
});

describe("the partitions of the request log", () => {
  test("are made ahead, and again without effect, by several processes at once", async () => {
    await Promise.all([1, 2, 3].map(() => keepPartitions(on(at(0, 5)))));
    await keepPartitions(on(at(0, 6)));
    expect(await partitions()).toEqual(["20310310", "20310311", "20310312", "20310313", "default"]);
    expect(await placeOf(await written(at(3, DAY_MS - 1)))).toBe("20310313");
  });

  test("are dropped when all their requests are older than seven days, and not before", async () => {
    await keepPartitions(on(at(0)));
    const last = await written(at(0, DAY_MS - 1));
    await keepPartitions(on(at(8, -1)));
    expect(await placeOf(last)).toBe("20310310");
    await keepPartitions(on(at(8)));
    expect((await partitions()).slice(0, 2)).toEqual(["20310311", "20310312"]);
    expect(await placeOf(last)).toBeUndefined();
  });

  test("lose nothing of a day that has none: it goes to the default one, until it is old", async () => {
    const id = await written(at(20));
    expect(await placeOf(id)).toBe("default");
    await keepPartitions(on(at(20)));
    expect(await partitions()).toEqual(["20310331", "20310401", "20310402", "default"]);
    await deleteOldLoggedRequests(on(at(26)));
    expect(await placeOf(id)).toBe("default");
    await deleteOldLoggedRequests(on(at(28)));
    expect(await placeOf(id)).toBeUndefined();
    expect(await database().prisma.apiRequestCount.count({ where: { userId: "u_partitions", hour: at(20) } })).toBe(0);
  });

  test("leave the table to a request that uses it for longer, and are made by the next run", async () => {
    const { pool } = database();
    const client = await pool.connect();
    try {
      await client.query("BEGIN");
      await client.query(`LOCK TABLE "ApiRequest" IN SHARE MODE`);
      await expect(keepPartitions(on(at(0)))).rejects.toThrow(/lock/);
    } finally {
      await client.query("ROLLBACK");
      client.release();
    }
    await keepPartitions(on(at(0)));
    expect(await partitions()).toContain("20310310");
  });
});

test("the requests of a closed account are deleted, and no one else's", async () => {
  const [leaver, other] = [await newPerson(), await newPerson()];
  const passwordHash = await hashPassword(leaver, "four words make one");
  await leaver.db.user.update({ where: { id: leaver.actor.id }, data: { passwordHash } });
  const today = utcDay(new Date());
  await keepPartitions(on(today));
  for (const { actor } of [leaver, other]) {
    await writeRequests(
      Array.from({ length: 1200 }, (_, n) => newEntry(actor.id, { createdAtMs: today.getTime() + n })),
    );
    await written(at(20), actor.id);
  }
  await closeAccount(leaver, { password: "four words make one" });
  await deleteLoggedRequestsOfClosed(on(new Date()));
  const left = async (table: "apiRequest" | "apiRequestCount") =>
    (await database().prisma[table as "apiRequest"].findMany({ distinct: ["userId"] })).map(({ userId }) => userId);
  for (const table of ["apiRequest", "apiRequestCount"] as const) {
    expect(await left(table)).toContain(other.actor.id);
    expect(await left(table)).not.toContain(leaver.actor.id);
  }
  expect(await database().prisma.apiRequest.count({ where: { userId: other.actor.id } })).toBe(1201);
});
