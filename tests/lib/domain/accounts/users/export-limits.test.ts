import { expect, test } from "vitest";
import { exportAccount } from "@/lib/domain/accounts/users/export";
import { EXPORT_PAGE_ROWS } from "@/lib/domain/accounts/users/rules";
import { database } from "@/lib/infra/database/db";
import { readExport } from "@/tests/support/export";
import { newPerson } from "@/tests/support/people";
import { manyPosts } from "./many-posts";

test("runs one of fifty concurrent exports of an account", async () => {
  const ada = await newPerson();
  const exports = Array.from({ length: 50 }, () => exportAccount(ada));
  const begun = await Promise.allSettled(exports.map((entries) => entries.next()));
  expect(begun.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  const refused = begun.flatMap((result) => (result.status === "rejected" ? [result.reason as unknown] : []));
  expect(refused).toEqual(
    Array(49).fill(
      expect.objectContaining({ code: "conflict", details: { retryAfterSeconds: expect.any(Number) as number } }),
    ),
  );
  // An export that is abandoned midway frees its slot as if it had ended.
  for (const entries of exports) await entries.return();
  expect(await readExport(ada)).toMatchObject({ posts: [] });
  expect(await readExport(ada)).toMatchObject({ posts: [] });
});

test("blocks the next export only for a while after a crash, and never runs beside it", async () => {
  const ada = await newPerson();
  const dead = exportAccount(ada);
  await dead.next();
  await expect(readExport(ada)).rejects.toMatchObject({ code: "conflict" });
  await database().prisma.exportLease.update({
    where: { userId: ada.actor.id },
    data: { expiresAt: new Date(ada.now.getTime() - 1000) },
  });
  const next = exportAccount(ada);
  await next.next();
  await dead.return();
  await expect(readExport(ada)).rejects.toMatchObject({ code: "conflict" });
  await next.return();
  expect(await readExport(ada)).toMatchObject({ posts: [] });
});

test("uses no connection for exports while their readers are slow", async () => {
  const people = await Promise.all(Array.from({ length: 8 }, () => newPerson()));
  const paused = [];
  for (const person of people) {
    await manyPosts(person, EXPORT_PAGE_ROWS.most + 1);
    const entries = exportAccount(person);
    for await (const [name, value] of { [Symbol.asyncIterator]: () => ({ next: () => entries.next() }) }) {
      if (name !== "posts") continue;
      await (value as AsyncGenerator).next();
      break;
    }
    paused.push(entries);
  }
  const { pool } = database();
  expect(pool.totalCount - pool.idleCount).toBe(0);
  expect(
    await database().prisma
      .$queryRaw`SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND state LIKE 'idle in transaction%'`,
  ).toEqual([]);
  await Promise.all(paused.map((entries) => entries.return()));
});
