import { models } from "@/lib/domain/kernel/models";
import { expect, test } from "vitest";
import { closeAccount } from "@/lib/domain/accounts/lifecycle/closing";
import { createContext } from "@/lib/domain/kernel/context";
import { utcDay } from "@/lib/domain/kernel/durations";
import { makePartitions } from "@/lib/domain/deployment/partitions/commands";
import { writeRequests, deleteLoggedRequestsOfClosed } from "@/lib/domain/accounts/request-log/commands";
import { deleteExpired } from "@/lib/domain/deployment/retention/commands";
import { hashPassword } from "@/lib/domain/accounts/users/password";
import { database } from "@/lib/infra/database/db";
import { newPerson } from "@/tests/support/people";
import { newEntry } from "./entries";

/** On a day without a partition. */
const LATER_MS = Date.parse("2031-03-30T00:00:00Z");
const on = (now: Date) => createContext({ actor: null, channel: "session", now });

test("the counts of requests are deleted after seven days, and not before", async () => {
  await writeRequests([newEntry("u_counted", { createdAtMs: LATER_MS })]);
  const count = () => database().prisma.apiRequestCount.count({ where: { userId: "u_counted" } });
  await deleteExpired(on(new Date("2031-04-05T23:00:00Z")));
  expect(await count()).toBe(1);
  await deleteExpired(on(new Date("2031-04-06T01:00:00Z")));
  expect(await count()).toBe(0);
});

test("the requests of a closed account are deleted, and no one else's", async () => {
  const [leaver, other] = [await newPerson(), await newPerson()];
  const passwordHash = await hashPassword(leaver, "four words make one");
  await models(leaver).user.update({ where: { id: leaver.actor.id }, data: { passwordHash } });
  const today = utcDay(new Date());
  await makePartitions(on(today));
  for (const { actor } of [leaver, other]) {
    await writeRequests(
      Array.from({ length: 1200 }, (_, n) => newEntry(actor.id, { createdAtMs: today.getTime() + n })),
    );
    await writeRequests([newEntry(actor.id, { createdAtMs: LATER_MS })]);
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
