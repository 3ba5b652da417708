import { beforeEach, expect, test } from "vitest";
import { database } from "@/lib/infra/database/db";
import { env } from "@/lib/infra/environment/env";
import { newMember } from "@/tests/lib/domain/accounts/mail/mail-fixture";
import { stopClock } from "@/tests/support/stopped-clock";
import { callRoute } from "./call-route";

stopClock();

beforeEach(() => void Object.assign(env().rateLimits, { forgotPassword: { count: 1000, seconds: 3600 } }));

test("gives every address the same answer, and queues the same row for the worker", async () => {
  const { email } = await newMember();
  for (const address of [email, "nobody@example.com", ` ${email.toUpperCase()} `])
    expect(await callRoute("POST /api/account/forgot-password", { json: { email: address } })).toMatchObject({
      status: 202,
      body: { ok: true },
    });
  const rows = await database().prisma.passwordResetRequest.findMany({ orderBy: { requestedAt: "asc" } });
  expect(rows.map((row) => row.email)).toEqual([email, "nobody@example.com", email]);
  expect((await callRoute("POST /api/account/forgot-password", { json: { email: "no address" } })).status).toBe(400);
});

test("queues five requests an hour for an address, and gives the same answer after that", async () => {
  const email = "often@example.com";
  for (let n = 0; n < 8; n += 1)
    expect((await callRoute("POST /api/account/forgot-password", { json: { email } })).status).toBe(202);
  expect(await database().prisma.passwordResetRequest.count({ where: { email } })).toBe(5);
});

test("names the token of a link that doesn't work", async () => {
  const { status, body } = await callRoute("POST /api/account/reset-password", {
    json: { token: "nothing", password: "a password of mine" },
  });
  expect({ status, body }).toMatchObject({ status: 400, body: { issues: [{ path: "token" }] } });
});

test("says in one sentence that the site sends no mail, where it does not", async () => {
  const { mail } = env();
  Object.assign(env(), { mail: { kind: "none" } });
  expect(await callRoute("POST /api/account/forgot-password", { json: { email: "a@example.com" } })).toMatchObject({
    status: 403,
    body: { error: "This site sends no mail, so it can’t send you a link. Ask whoever runs it for help." },
  });
  Object.assign(env(), { mail });
});
