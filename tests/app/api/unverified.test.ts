import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { POST as post } from "@/app/api/posts/route";
import { POST as bet } from "@/app/api/coins/bet/route";
import { POST as upload } from "@/app/api/images/route";
import { POST as key } from "@/app/api/developer/keys/route";
import { PATCH as profile } from "@/app/api/account/profile/route";
import { POST as resend } from "@/app/api/account/verify-email/resend/route";
import { POST as pulse } from "@/app/api/pulse/route";
import { GET as coins } from "@/app/api/coins/route";
import { POST as apiPost, GET as apiPosts } from "@/app/api/v1/posts/route";
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
      [post, { content: "Hello" }],
      [bet, { bin: 1, amount: 1 }],
      [upload, {}],
      [key, { name: "k", scopes: ["read:posts"] }],
    ] as const;
    for (const [handler, json] of writes) expect(await callRoute(handler, { as: person, json })).toMatchObject(refused);
  });

  test("cannot write by its keys, in the API's own envelope", async () => {
    const caller = await byKey();
    expect(await callRoute(apiPost, { ...caller, json: { content: "Hello" } })).toMatchObject({
      status: 403,
      body: { error: { code: "forbidden", type: "authorization_error", request_id: expect.any(String) } },
    });
    expect(await callRoute(apiPosts, { ...caller, method: "GET" })).toMatchObject({ status: 200, body: { data: [] } });
  });

  test("can read, edit its profile, stay present and request the link", async () => {
    const asked = [
      await callRoute(coins, { as: person, method: "GET" }),
      await callRoute(profile, { as: person, method: "PATCH", json: { bio: "Not confirmed yet" } }),
      await callRoute(pulse, { as: person, json: {} }),
      await callRoute(resend, { as: person }),
    ];
    expect(asked.map(({ status }) => status)).toEqual([200, 200, 200, 202]);
  });

  test("can write once it is verified", async () => {
    await database().prisma.user.update({ where: { id: person.actor.id }, data: { emailVerifiedAt: new Date() } });
    expect((await callRoute(post, { as: person, json: { content: "Hello" } })).status).toBe(201);
    expect((await callRoute(apiPost, { ...(await byKey()), json: { content: "Hello" } })).status).toBe(201);
  });

  test("is not one without an address, as OAuth may create", async () => {
    expect((await callRoute(post, { as: await newPerson(), json: { content: "Hello" } })).status).toBe(201);
  });
});

test("where addresses need not be verified, everybody can write at once", async () => {
  Object.assign(env(), { requireVerifiedEmail: false });
  expect((await callRoute(post, { as: person, json: { content: "Hello" } })).status).toBe(201);
});
