import { expect, test } from "vitest";
import { inTransaction } from "@/lib/domain/kernel/context";
import { models } from "@/lib/domain/kernel/models";
import { newPerson } from "@/tests/support/people";

test("does not let Prisma's models work beside a transaction", async () => {
  const act = inTransaction(await newPerson(), (tx) => models(tx).user.count());
  await expect(act).rejects.toThrow("Prisma's models have no part in a transaction");
});
