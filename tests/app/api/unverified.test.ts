import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { Context } from "@/lib/domain/kernel/context";
import { issueKey } from "@/lib/domain/accounts/keys/commands";
import { database } from "@/lib/infra/database/db";
import { env } from "@/lib/infra/environment/env";
import { newPerson } from "@/tests/support/people";
import { callRoute } from "./call-route";

const refused = { status: 403, body: { error: expect.stringContaining("Confirm your e-mail address first") } };
let person: Context;

beforeEach(async () => {
  person = await newPerson();
  await database().prisma.user.update({
    where: { id: person.actor.id },
    data: { email: `${person.actor.handle}@example.com` },
  });
  Object.assign(env(), { requireVerifiedEmail: true });
});
afterEach(() => void Object.assign(env(), { requireVerifiedEmail: false }));

const byKey = async () => {
  const { key: secret } = await issueKey(person, { name: "k", scopes: ["read:posts", "write:posts"] });
  return { headers: { Authorization: `Bearer ${secret}` } };
};

describe("where addresses must be verified, an account with an unverified one", () => {
  test("cannot write in the app", async () => {
    const writes = [
      ["POST /api/posts", { content: "Hello" }],
      ["POST /api/coins/bet", { bin: 1, amount: 1 }],
      ["POST /api/images", {}],
      ["POST /api/developer/keys", { name: "k", scopes: ["read:posts"] }],
    ] as const;
    for (const [route, json] of writes) expect(await callRoute(route, { as: person, json })).toMatchObject(refused);
  });

  test("cannot write by its keys, in the API's own envelope", async () => {
    const caller = await byKey();
    expect(await callRoute("POST /api/v1/posts", { ...caller, json: { content: "Hello" } })).toMatchObject({
      status: 403,
      body: { error: { code: "forbidden", type: "authorization_error", request_id: expect.any(String) } },
    });
    expect(await callRoute("GET /api/v1/posts", { ...caller })).toMatchObject({ status: 200, body: { data: [] } });
  });

  test("can read, edit its profile, stay present and request the link", async () => {
    const asked = [
      await callRoute("GET /api/coins", { as: person }),
      await callRoute("PATCH /api/account/profile", { as: person, json: { bio: "Not confirmed yet" } }),
      await callRoute("POST /api/pulse", { as: person, json: {} }),
      await callRoute("POST /api/account/verify-email/resend", { as: person }),
    ];
    expect(asked.map(({ status }) => status)).toEqual([200, 200, 200, 202]);
  });

  test("can write once it is verified", async () => {
    await database().prisma.user.update({ where: { id: person.actor.id }, data: { emailVerifiedAt: new Date() } });
    expect((await callRoute("POST /api/posts", { as: person, json: { content: "Hello" } })).status).toBe(201);
    expect((await callRoute("POST /api/v1/posts", { ...(await byKey()), json: { content: "Hello" } })).status).toBe(
      201,
    );
  });

  test("is not one without an address, as OAuth may create", async () => {
    expect((await callRoute("POST /api/posts", { as: await newPerson(), json: { content: "Hello" } })).status).toBe(
      201,
    );
  });
});

test("where addresses need not be verified, everybody can write at once", async () => {
  Object.assign(env(), { requireVerifiedEmail: false });
  expect((await callRoute("POST /api/posts", { as: person, json: { content: "Hello" } })).status).toBe(201);
});
