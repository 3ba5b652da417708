import { beforeAll, describe, expect, test } from "vitest";
import { createContext } from "@/lib/domain/kernel/context";
import { database } from "@/lib/infra/database/db";
import { registerApp } from "@/lib/domain/accounts/apps/commands";
import { writeRequests } from "@/lib/domain/accounts/request-log/commands";
import { newEntry } from "../accounts/request-log/entries";
import { ALL_CHECKS } from "@/scripts/tools/check/sections";
import { makeWorld, post } from "@/tests/support/small-world";

beforeAll(async () => {
  const { ada } = await makeWorld();
  await post(ada, "A second post");
  const app = await registerApp(ada, { name: "Mirror", redirectUris: ["https://app.example/"], confidential: false });
  await writeRequests([newEntry(ada.actor.id), newEntry(app.id, { keyId: app.id })]);
});

describe("the check", () => {
  test.each([
    [
      "rows",
      `UPDATE "Post" SET "likesCount" = "likesCount" + 1 WHERE "likesCount" > 0`,
      /likesCount.* counts 2 and has 1/,
    ],
    ["rows", `DELETE FROM "Delivery" WHERE sequence = 2`, /is number 3 of its endpoint, after number 1/],
    ["rows", `UPDATE "User" SET "eventPosition" = 0`, /is at event 0, and has number/],
    ["rows", `UPDATE "BuildTechnology" SET technology = 'ash' WHERE technology = 'oak'`, /oak is not listed/],
    ["rows", `UPDATE "ApiRequestCount" SET requests = 0 WHERE "userId" LIKE 'user%'`, /lists 1, and counts 0/],
    [
      "rows",
      `UPDATE "ApiRequest" SET "keyId" = 'grant_1' WHERE "userId" LIKE 'app%'`,
      /names grant_1 to the developer of app_/,
    ],
    ["rows", `UPDATE "LiveTopic" SET seq = seq - 1`, /and is at/],
    ["media", `UPDATE "Media" SET bytes = bytes + 1`, /has a file of/],
    ["coins", `UPDATE "Profile" SET coins = coins + 1`, /the balance is/],
    [
      "structure",
      `SET session_replication_role = replica; DELETE FROM "Post" WHERE "likesCount" > 0; RESET session_replication_role`,
      /"Like": "postId" refers to .* is not there/,
    ],
  ] as const)("of %s finds %s", async (name, damage, problem) => {
    const ctx = createContext({ actor: null, channel: "session" });
    expect((await ALL_CHECKS[name](ctx)).problems).not.toContainEqual(expect.stringMatching(problem));
    await database().pool.query(damage);
    expect((await ALL_CHECKS[name](ctx)).problems).toContainEqual(expect.stringMatching(problem));
  });
});
