import { expect, test } from "vitest";
import { createPost } from "@/lib/domain/writing/posts/commands";
import { deleteExpired, EXPIRING_TABLES } from "@/lib/domain/deployment/retention/commands";
import { beginSession } from "@/lib/domain/accounts/users/sessions";
import { database } from "@/lib/infra/database/db";
import { later, newPerson } from "@/tests/support/people";

const DAY = 86_400;

test("deletes what is past its retention, and keeps the rest", async () => {
  const person = await newPerson();
  const { prisma } = database();
  const userId = person.actor.id;
  await createPost(person, { content: "old", audience: "PUBLIC" });
  await prisma.idempotencyKey.create({
    data: { userId, operation: "POST /x", key: "k", requestHash: "", createdAt: person.now },
  });
  await beginSession(person, { userId, userAgent: "", maxAgeSeconds: 40 * DAY });
  const counts = async () => [
    await prisma.idempotencyKey.count(),
    await prisma.session.count(),
    await prisma.dailyXp.count(),
    await prisma.post.count(),
  ];

  await deleteExpired(later(person, DAY - 1));
  expect(await counts()).toEqual([1, 1, 1, 1]);
  await deleteExpired(later(person, DAY + 1));
  expect(await counts()).toEqual([0, 1, 1, 1]);
  await deleteExpired(later(person, 30 * DAY + 1));
  expect(await counts()).toEqual([0, 1, 0, 1]);
  await deleteExpired(later(person, 40 * DAY + 1));
  expect(await counts()).toEqual([0, 0, 0, 1]);
});

test("a table whose rows cannot be deleted does not affect the others", async () => {
  const person = await newPerson();
  const { prisma } = database();
  const userId = person.actor.id;
  await prisma.idempotencyKey.create({
    data: { userId, operation: "POST /x", key: "k", requestHash: "", createdAt: person.now },
  });
  await beginSession(person, { userId, userAgent: "", maxAgeSeconds: 1 });
  await prisma.$executeRaw`
    CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'no'; END $$`;
  await prisma.$executeRaw`CREATE TRIGGER refuse BEFORE DELETE ON "IdempotencyKey" EXECUTE FUNCTION refuse()`;
  await expect(deleteExpired(later(person, 2 * DAY))).rejects.toThrow("Expired rows stay in IdempotencyKey");
  expect(await prisma.session.count()).toBe(0);
  await prisma.$executeRaw`DROP FUNCTION refuse CASCADE`;
  await deleteExpired(later(person, 2 * DAY));
  expect(await prisma.idempotencyKey.count()).toBe(0);
});

test("no such table is partitioned, because two rows of different partitions may have one ctid", async () => {
  const tables = await database().prisma.$queryRaw<{ name: string }[]>`
    SELECT relname AS name FROM pg_class WHERE relkind = 'r' AND NOT relispartition`;
  const names = new Set(tables.map(({ name }) => name));
  expect(Object.keys(EXPIRING_TABLES).filter((table) => !names.has(table))).toEqual([]);
});

/** Tables with one row for each account or endpoint in recent use. */
const SMALL = ["DeliveryLane", "ReadPosition"];

test("expired rows are found by an index", async () => {
  const indexed = await database().prisma.$queryRaw<{ name: string }[]>`
    SELECT c.relname || '.' || a.attname AS name FROM pg_index i JOIN pg_class c ON c.oid = i.indrelid
      JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum = i.indkey[0]`;
  const names = new Set(indexed.map(({ name }) => name));
  const columns = Object.entries(EXPIRING_TABLES).filter(([table]) => !SMALL.includes(table));
  expect(columns.map(([table, { after }]) => `${table}.${after}`).filter((name) => !names.has(name))).toEqual([]);
});
