import { expect, test } from "vitest";
import { database } from "@/lib/infra/database/db";
import { newPerson } from "@/tests/support/people";
import { callRoute } from "./call-route";

test("a page that was rendered for one account cannot act for another", async () => {
  const [ada, bob] = [await newPerson(), await newPerson()];
  const fromPageOf = ({ actor }: typeof ada) => ({ "X-Page-Account": actor.id });
  const refused = {
    status: 409,
    body: { code: "account_changed", error: expect.stringContaining(`@${bob.actor.handle}`) },
  };
  expect(
    await callRoute("POST /api/posts", { as: bob, json: { content: "Mine" }, headers: fromPageOf(ada) }),
  ).toMatchObject(refused);
  expect(
    await callRoute("POST /api/coins/bet", { as: bob, json: { bin: 2, amount: 1 }, headers: fromPageOf(ada) }),
  ).toMatchObject(refused);
  expect(await callRoute("GET /api/coins", { as: bob, headers: fromPageOf(ada) })).toMatchObject(refused);
  expect(await database().prisma.post.count()).toBe(0);

  expect(
    await callRoute("POST /api/posts", { as: bob, json: { content: "Mine" }, headers: fromPageOf(bob) }),
  ).toMatchObject({
    status: 201,
  });
  expect(await callRoute("POST /api/posts", { as: bob, json: { content: "By a script" } })).toMatchObject({
    status: 201,
  });
  expect(
    await callRoute("POST /api/posts", { json: { content: "Signed out" }, headers: fromPageOf(ada) }),
  ).toMatchObject({
    status: 401,
  });
});
