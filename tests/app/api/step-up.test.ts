import { beforeEach, describe, expect, test } from "vitest";
import { SESSION } from "@/lib/api/session";
import type { Context } from "@/lib/domain/kernel/context";
import { hashPassword } from "@/lib/domain/accounts/users/password";
import { database } from "@/lib/infra/database/db";
import type { SessionOperation } from "@/lib/http/operation";
import { newApplication } from "@/tests/support/discord";
import { newPerson } from "@/tests/support/people";
import { sessionCookieOf } from "@/tests/support/session-cookie";
import { useVariables } from "@/tests/support/variables";
import { callRoute } from "./call-route";

useVariables(newApplication().variables);

const PASSWORD = "four words make one";
const newKey = { name: "A key", scopes: ["read:posts"] };
const refused = {
  status: 403,
  body: { code: "proof_required", error: expect.stringContaining("Prove that it’s you") },
};

/** Those of staff, whoever else is kept from them. */
const STAFF_ACTS = {
  "POST /api/moderation/reports/{id}": { action: "close", reason: "Spam" },
  "PUT /api/admin/apps/{id}/block": { reason: "Spam" },
  "DELETE /api/admin/apps/{id}/block": undefined,
  "PUT /api/admin/people/{id}/role": { role: "EDITOR" },
  "PUT /api/admin/people/{id}/tier": { tier: "pro" },
  "POST /api/admin/invited/{handle}/cut": { suspend: true, reason: "Spam" },
  "PUT /api/moderation/sign-up-limits": { networks: [], mailDomains: [] },
  "PUT /api/admin/sign-up-settings": { mode: "open", proof: "never" },
  "PATCH /api/admin/site": { name: "Pegboard" },
  "POST /api/admin/site/logo": {},
  "DELETE /api/admin/site/logo": undefined,
  "PUT /api/admin/site/policies/{slug}": { content: "", version: 0 },
  "POST /api/admin/announcements": { content: "" },
  "PATCH /api/admin/announcements/{id}": {},
  "DELETE /api/admin/announcements/{id}": undefined,
} as const;

/** Every act that asks for a proof, with a request that is fine but for that. */
const ACTS = {
  "POST /api/developer/keys": newKey,
  "POST /api/developer/keys/{id}/rotate": {},
  "POST /api/developer/apps": { name: "An app", redirectUris: ["https://app.example/cb"] },
  "PATCH /api/developer/apps/{id}": { name: "An app", redirectUris: ["https://app.example/cb"] },
  "POST /api/developer/apps/{id}/rotate-secret": undefined,
  "POST /api/oauth/authorizations": {},
  "POST /api/oauth/device/allow": { userCode: "BCDF-GHJK" },
  "POST /api/account/totp": {},
  "POST /api/account/totp/confirm": { code: "123456" },
  "DELETE /api/account/totp": undefined,
  "POST /api/account/recovery-codes": undefined,
  "POST /api/account/passkeys/options": undefined,
  "POST /api/account/passkeys": { name: "Key", response: {} },
  "DELETE /api/account/passkeys/{id}": undefined,
  "POST /api/account/discord": undefined,
  "DELETE /api/account/discord": undefined,
  "POST /api/account/email": { email: "new@example.com" },
  "DELETE /api/account": {},
  "POST /api/webhooks": { url: "https://example.com/hook", events: ["*"] },
  "POST /api/webhooks/{id}/rotate-secret": {},
  ...STAFF_ACTS,
} as const;

let person: Context;
let cookie: string;

beforeEach(async () => {
  person = await newPerson();
  const passwordHash = await hashPassword({}, PASSWORD);
  await database().prisma.user.update({ where: { id: person.actor.id }, data: { passwordHash, role: "ADMIN" } });
  cookie = await sessionCookieOf(person);
});

const provedMinutesAgo = (minutes: number) =>
  database().prisma.session.updateMany({
    where: { userId: person.actor.id },
    data: { provenAt: new Date(Date.now() - minutes * 60_000) },
  });
const ask = (act: keyof typeof ACTS) => {
  const params = { id: "key_none", handle: "nobody_at_all", slug: "rules" };
  return callRoute(act, { json: ACTS[act], headers: { Cookie: cookie }, params });
};

describe("eleven minutes after the last proof", () => {
  test.each(Object.keys(ACTS) as (keyof typeof ACTS)[])("%s requires another", async (act) => {
    await provedMinutesAgo(11);
    expect(await ask(act)).toMatchObject(refused);
    await provedMinutesAgo(9);
    expect((await ask(act)).status).not.toBe(403);
  });

  test("a password in the body is a proof itself", async () => {
    await provedMinutesAgo(11);
    const change = (password: string) =>
      callRoute("POST /api/account/email", {
        json: { email: "new@example.com", password },
        headers: { Cookie: cookie },
      });
    expect(await change("not this")).toMatchObject({ status: 400, body: { issues: [{ path: "password" }] } });
    expect((await change(PASSWORD)).status).toBe(202);
  });

  test("a new proof permits acts of this session again", async () => {
    await provedMinutesAgo(11);
    expect(
      (await callRoute("POST /api/account/proof", { json: { password: PASSWORD }, headers: { Cookie: cookie } }))
        .status,
    ).toBe(204);
    expect((await ask("POST /api/developer/keys")).status).toBe(201);
  });

  test("a malformed proof is a 400", async () => {
    for (const json of [{}, { password: PASSWORD, code: "123456" }, { code: "" }, { token: "x" }])
      expect((await callRoute("POST /api/account/proof", { json, headers: { Cookie: cookie } })).status).toBe(400);
  });
});

test("a moderator needs no recent proof for what an appeal can reverse", async () => {
  await provedMinutesAgo(11);
  const json = { action: "hide", reason: "Spam" };
  expect(
    (
      await callRoute("POST /api/moderation/reports/{id}", {
        json,
        headers: { Cookie: cookie },
        params: { id: "rep_none" },
      })
    ).status,
  ).toBe(404);
});

test("people who are not staff are rejected, with or without a recent proof", async () => {
  const member = await sessionCookieOf(await newPerson());
  for (const act of Object.keys(STAFF_ACTS) as (keyof typeof STAFF_ACTS)[]) {
    const answer = await callRoute(act, { json: STAFF_ACTS[act], headers: { Cookie: member } });
    expect(answer.status).toBe(403);
    expect(answer.body).not.toHaveProperty("code");
  }
});

test("a key can be created right after signing in", async () => {
  expect((await ask("POST /api/developer/keys")).status).toBe(201);
});

test("a session from before proofs were recorded counts from its beginning", async () => {
  await database().prisma.session.updateMany({ where: { userId: person.actor.id }, data: { provenAt: null } });
  expect((await ask("POST /api/developer/keys")).status).toBe(201);
});

test("every operation that requires a proof is tested here", () => {
  const declared = Object.values(SESSION)
    .flatMap((group): SessionOperation[] => Object.values(group))
    .filter(({ stepUp }) => stepUp)
    .map(({ method, path }) => `${method} ${path}`);
  expect(declared.length).toBeGreaterThan(5);
  expect(declared.filter((act) => !(act in ACTS))).toEqual([]);
});
