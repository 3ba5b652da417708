import { afterEach, describe, expect, test } from "vitest";
import { createContext } from "@/lib/domain/kernel/context";
import { DAY_MS } from "@/lib/domain/kernel/durations";
import { listEvents } from "@/lib/domain/consequences/events/queries";
import type { Page } from "@/lib/domain/kernel/page/schema";
import { dropOldPartitions, makePartitions } from "@/lib/domain/deployment/partitions/commands";
import { listPartitions, readPartitionHealth } from "@/lib/domain/deployment/partitions/queries";
import { PARTITIONED_TABLES, type PartitionedTable } from "@/lib/domain/deployment/partitions/rules";
import { createPost } from "@/lib/domain/writing/posts/commands";
import { writeRequests } from "@/lib/domain/accounts/request-log/commands";
import { listDeliveries } from "@/lib/domain/consequences/webhooks/queries";
import { database } from "@/lib/infra/database/db";
import { newEntry } from "@/tests/lib/domain/accounts/request-log/entries";
import { deliveriesOf, newOwner, register } from "@/tests/lib/domain/consequences/webhooks/owner";

/** A Monday far from today, so that no other test has rows of these days. */
const DAY = new Date("2031-03-10T00:00:00Z");
const at = (days: number, ms = 0) => new Date(DAY.getTime() + days * DAY_MS + ms);
const on = (now: Date) => createContext({ actor: null, channel: "session", now });
type Name = PartitionedTable["name"];
const tableOf = (name: Name) => PARTITIONED_TABLES.find((table) => table.name === name)!;

async function partitions(name: Name): Promise<string[]> {
  const found = await listPartitions(on(DAY), tableOf(name));
  return found.map((partition) => partition.name.replace(`${name}_`, "")).toSorted();
}

async function partitionOf(name: Name, id: string): Promise<string | undefined> {
  const [row] = await database().prisma.$queryRawUnsafe<{ partition: string }[]>(
    `SELECT tableoid::regclass::text AS partition FROM "${name}" WHERE id = $1`,
    id,
  );
  return row?.partition.replaceAll('"', "").replace(`${name}_`, "");
}

async function requestAt(createdAt: Date): Promise<string> {
  const entry = newEntry("u_partitions", { createdAtMs: createdAt.getTime() });
  await writeRequests([entry]);
  return entry.id;
}

/** An event of this time, and its delivery. */
async function publishedAt(createdAt: Date) {
  const owner = await newOwner();
  const endpoint = await register(owner, "https://example.com/hook");
  await createPost({ ...owner, now: createdAt }, { content: "An event", audience: "PUBLIC" });
  const [delivery] = await deliveriesOf(endpoint.id);
  return { eventId: delivery!.eventId!, deliveryId: delivery!.id };
}

const settle = (id: string) =>
  database().prisma.delivery.updateMany({ where: { id }, data: { status: "failed", nextAttemptAt: null } });

async function clear(): Promise<void> {
  const { prisma } = database();
  for (const name of ["ApiRequest", "Delivery", "Event"] as const) {
    for (const partition of await partitions(name))
      if (partition !== "default") await prisma.$executeRawUnsafe(`DROP TABLE "${name}_${partition}"`);
    await prisma.$executeRawUnsafe(`DELETE FROM "${name}"`);
  }
}

afterEach(clear);

describe("partitions", () => {
  test("are created ahead, idempotently, also by several processes at once", async () => {
    await Promise.all([1, 2, 3].map(() => makePartitions(on(at(0, 5)))));
    await makePartitions(on(at(0, 6)));
    expect(await partitions("ApiRequest")).toEqual(["20310310", "20310311", "20310312", "20310313", "default"]);
    for (const name of ["Event", "Delivery"] as const)
      expect(await partitions(name)).toEqual(["20310310", "20310317", "default"]);
    expect(await partitionOf("ApiRequest", await requestAt(at(3, DAY_MS - 1)))).toBe("20310313");
    const { eventId, deliveryId } = await publishedAt(at(7, -1));
    expect(await partitionOf("Event", eventId)).toBe("20310310");
    expect(await partitionOf("Delivery", deliveryId)).toBe("20310310");
  });

  test("are dropped when all their rows are past retention, and not before", async () => {
    await makePartitions(on(at(0)));
    const request = await requestAt(at(0, DAY_MS - 1));
    const { eventId, deliveryId } = await publishedAt(at(7, -1));
    await settle(deliveryId);
    await dropOldPartitions(on(at(8, -1)));
    expect(await partitionOf("ApiRequest", request)).toBe("20310310");
    await dropOldPartitions(on(at(8)));
    expect((await partitions("ApiRequest")).slice(0, 2)).toEqual(["20310311", "20310312"]);
    await dropOldPartitions(on(at(37, -1)));
    expect(await partitionOf("Event", eventId)).toBe("20310310");
    await dropOldPartitions(on(at(37)));
    for (const name of ["Event", "Delivery"] as const) expect(await partitions(name)).toEqual(["20310317", "default"]);
  });

  test("are kept while a delivery in them is pending, without final deliveries", async () => {
    await makePartitions(on(at(0)));
    const final = await publishedAt(at(1));
    const pending = await publishedAt(at(1));
    await settle(final.deliveryId);
    await dropOldPartitions(on(at(40)));
    expect(await partitionOf("Delivery", pending.deliveryId)).toBe("20310310");
    expect(await partitionOf("Delivery", final.deliveryId)).toBeUndefined();
    await settle(pending.deliveryId);
    await dropOldPartitions(on(at(40)));
    expect(await partitions("Delivery")).not.toContain("20310310");
  });

  test("that were missing get their rows from the default partition", async () => {
    const [request, { eventId, deliveryId }] = [await requestAt(at(2)), await publishedAt(at(2))];
    expect(await partitionOf("Event", eventId)).toBe("default");
    await makePartitions(on(at(5)));
    expect(await partitionOf("ApiRequest", request)).toBe("20310312");
    expect(await partitionOf("Event", eventId)).toBe("20310310");
    expect(await partitionOf("Delivery", deliveryId)).toBe("20310310");
    expect(await partitions("Event")).toEqual(["20310310", "20310317", "default"]);
  });

  test("show every row while it is moved into them", async () => {
    const { eventId } = await publishedAt(at(2));
    const client = await database().pool.connect();
    const waiting = async () => {
      const { rows } = await client.query<{ count: number }>(
        "SELECT count(DISTINCT pid)::int AS count FROM pg_locks WHERE NOT granted AND database = (SELECT oid FROM pg_database WHERE datname = current_database())",
      );
      return rows[0]!.count;
    };
    try {
      for (let isMoved: boolean | undefined; !isMoved;) {
        await client.query("BEGIN");
        await client.query(`LOCK TABLE "Event" IN SHARE UPDATE EXCLUSIVE MODE`);
        isMoved = undefined;
        const making = makePartitions(on(at(5))).then(
          () => (isMoved = true),
          () => (isMoved = false),
        );
        while (isMoved === undefined && (await waiting()) < 1);
        const reading = partitionOf("Event", eventId);
        while (isMoved === undefined && (await waiting()) < 2);
        await client.query("ROLLBACK");
        await making;
        expect(await reading).toBeDefined();
      }
      expect(await partitionOf("Event", eventId)).toBe("20310310");
    } finally {
      client.release();
    }
  });

  test("are created for the future while the default one, too large to be moved, keeps its rows", async () => {
    const first = await publishedAt(at(1));
    await publishedAt(at(1));
    await makePartitions(on(at(2)), { maxMoved: 1 });
    await makePartitions(on(at(2)), { maxMoved: 1 });
    expect(await partitionOf("Delivery", first.deliveryId)).toBe("default");
    expect(await partitions("Delivery")).toEqual(["20310317", "default"]);
    expect(await partitionOf("Event", (await publishedAt(at(3))).eventId)).toBe("default");
    expect(await partitionOf("Event", (await publishedAt(at(8))).eventId)).toBe("20310317");
  });

  test("lose no row without one: it is in the default partition until it is old", async () => {
    const [request, { eventId, deliveryId }] = [await requestAt(at(0)), await publishedAt(at(0))];
    await settle(deliveryId);
    await dropOldPartitions(on(at(7)));
    expect(await partitionOf("ApiRequest", request)).toBe("default");
    await dropOldPartitions(on(at(7, 1)));
    expect(await partitionOf("ApiRequest", request)).toBeUndefined();
    await dropOldPartitions(on(at(30)));
    expect(await partitionOf("Event", eventId)).toBe("default");
    await dropOldPartitions(on(at(30, 1)));
    expect(await partitionOf("Event", eventId)).toBeUndefined();
    expect(await partitionOf("Delivery", deliveryId)).toBeUndefined();
  });

  test("are left to the next run while a request uses the table, both to create and to drop", async () => {
    const client = await database().pool.connect();
    const whileUsed = async (work: () => Promise<void>) => {
      await client.query("BEGIN");
      await client.query(`LOCK TABLE "Event" IN ACCESS SHARE MODE`);
      await expect(work()).rejects.toThrow(/lock/);
      await client.query("ROLLBACK");
    };
    try {
      await whileUsed(() => makePartitions(on(at(0))));
      await makePartitions(on(at(0)));
      expect(await partitions("Event")).toContain("20310310");
      await whileUsed(() => dropOldPartitions(on(at(37))));
      await dropOldPartitions(on(at(37)));
      expect(await partitions("Event")).not.toContain("20310310");
    } finally {
      client.release();
    }
  });

  test("are read as one table, with pages across their boundaries, for 30 days", async () => {
    await makePartitions(on(at(0)));
    const owner = await newOwner();
    const { id } = await register(owner, "https://example.com/hook");
    const times = [1, 6, 8, 9, 20];
    for (const day of times)
      await createPost({ ...owner, now: at(day) }, { content: `Day ${day}`, audience: "PUBLIC" });
    const reader = { ...owner, now: at(21) };
    const expected = times.map((day) => at(day).toISOString());
    const all = async <Row>(read: (cursor?: string) => Promise<Page<Row>>): Promise<Row[]> => {
      const rows: Row[] = [];
      for (let cursor: string | null | undefined; cursor !== null;) {
        const page = await read(cursor);
        rows.push(...page.data);
        cursor = page.nextCursor;
      }
      return rows;
    };
    const events = await all((cursor) => listEvents(reader, { limit: 1, cursor }));
    expect(events.map(({ created }) => created)).toEqual(expected);
    for (const [n, { eventId, created }] of events.entries())
      for (const after of [eventId, created])
        expect((await listEvents(reader, { after, limit: 5 })).data).toEqual(events.slice(n + 1));
    const deliveries = await all((cursor) => listDeliveries(reader, { id, limit: 1, cursor }));
    expect(deliveries.map(({ createdAt }) => createdAt)).toEqual(expected.toReversed());
    const later = { ...owner, now: at(37) };
    expect((await listEvents(later, { limit: 5 })).data).toEqual(events.slice(2));
    expect((await listDeliveries(later, { id, limit: 5 })).data).toEqual(deliveries.slice(0, 3));
    await expect(listEvents(later, { after: events[0]!.eventId, limit: 5 })).rejects.toThrow();
  });

  test("report how far ahead they reach, and how many rows are outside them", async () => {
    await makePartitions(on(at(0)));
    await requestAt(at(20));
    expect(await readPartitionHealth(on(at(1)))).toEqual([
      { table: "ApiRequest", aheadMs: 3 * DAY_MS, defaultRows: 1 },
      { table: "Event", aheadMs: 13 * DAY_MS, defaultRows: 0 },
      { table: "Delivery", aheadMs: 13 * DAY_MS, defaultRows: 0 },
    ]);
  });
});
