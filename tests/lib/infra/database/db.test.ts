import { afterAll, describe, expect, test } from "vitest";
import { placeBet } from "@/lib/domain/play/coins/commands";
import { commitWith, inTransaction, write } from "@/lib/domain/kernel/context";
import { createPost } from "@/lib/domain/writing/posts/commands";
import { database } from "@/lib/infra/database/db";
import { sql } from "@/lib/infra/database/sql";
import { books, grant } from "@/tests/lib/domain/play/coins/books";
import { useOwnPool } from "@/tests/support/own-pool";
import { newPerson } from "@/tests/support/people";
import { pgbouncer, startPgbouncer } from "@/tests/support/pgbouncer";

// Two connections for all tests, so that a later transaction would find what an earlier one leaves behind.
let pooler: Awaited<ReturnType<typeof startPgbouncer>> | undefined;
afterAll(() => pooler?.stop());
useOwnPool(async () => {
  if (!pgbouncer) return { DATABASE_POOL_MAX: "2" };
  pooler = await startPgbouncer(process.env.DATABASE_URL ?? "", { poolSize: 2 });
  return { DATABASE_URL: pooler.url, PREPARED_STATEMENTS: "0", DATABASE_STATEMENT_TIMEOUT: "0" };
});

const bio = (text: string) => sql`UPDATE "User" SET bio = ${text}`;
const bios = async () => (await database().prisma.user.findMany({ distinct: ["bio"] })).map((user) => user.bio);

describe("a pipelined transaction", () => {
  test("is all or nothing if one of several statements fails, even with COMMIT already sent", async () => {
    const ctx = await newPerson();
    const before = await bios();
    const act = inTransaction(ctx, (tx) =>
      commitWith(
        tx,
        Promise.all([
          write(tx, "test.first")`${bio("first")}`,
          write(tx, "test.fail")`SELECT 1 / 0`,
          write(tx, "test.last")`${bio("last")}`,
        ]),
      ),
    );
    await expect(act).rejects.toMatchObject({ code: "22012" });
    expect(await bios()).toEqual(before);
  });

  test("accepts no statement once it is committed", async () => {
    const ctx = await newPerson();
    const act = inTransaction(ctx, async (tx) => {
      await commitWith(tx, write(tx, "test.own")`UPDATE "User" SET bio = 'own' WHERE id = ${tx.actor.id}`);
      await write(tx, "test.late")`${bio("late")}`;
    });
    await expect(act).rejects.toThrow("The transaction is over");
    expect(await database().prisma.user.findUnique({ where: { id: ctx.actor.id } })).toMatchObject({ bio: "own" });
  });

  test("leaves every connection clean for the next one", async () => {
    const people = await Promise.all(Array.from({ length: 6 }, () => newPerson()));
    await Promise.all(people.map((person) => grant(person, 100)));
    const acts = people.flatMap((person) => [
      createPost(person, { content: "Hello", audience: "PUBLIC" }),
      createPost(person, { content: "With a picture", media_ids: ["none"], audience: "PUBLIC" }),
      placeBet(person, { bin: 2, amount: 1 }),
      placeBet(person, { bin: 2, amount: 1000 }),
    ]);
    const outcomes = (await Promise.allSettled(acts)).map(({ status }) => status);
    expect(outcomes).toEqual(people.flatMap(() => ["fulfilled", "rejected", "fulfilled", "rejected"]));
    for (const person of people) {
      const { balance, sum, types } = await books(person);
      expect([balance, types.length]).toEqual([sum, 2]);
    }
    expect(await database().prisma.post.count({ where: { authorId: people[0]?.actor.id } })).toBe(1);
  });
});
