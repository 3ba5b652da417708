import { beforeEach, describe, expect, test } from "vitest";
import { DELETE as close } from "@/app/api/account/route";
import { DELETE as unblockApp, PUT as blockApp } from "@/app/api/admin/apps/[id]/block/route";
import { POST as announce } from "@/app/api/admin/announcements/route";
import { DELETE as endAnnouncement, PATCH as changeAnnouncement } from "@/app/api/admin/announcements/[id]/route";
import { POST as cutBranch } from "@/app/api/admin/invited/[handle]/cut/route";
import { PUT as changeRole } from "@/app/api/admin/people/[id]/role/route";
import { PUT as changeTier } from "@/app/api/admin/people/[id]/tier/route";
import { PUT as changeSignUp } from "@/app/api/admin/sign-up-settings/route";
import { PATCH as changeSite } from "@/app/api/admin/site/route";
import { DELETE as removeLogo, POST as setLogo } from "@/app/api/admin/site/logo/route";
import { PUT as writePolicy } from "@/app/api/admin/site/policies/[slug]/route";
import { POST as decide } from "@/app/api/moderation/reports/[id]/route";
import { PUT as changeLimits } from "@/app/api/moderation/sign-up-limits/route";
import { POST as createEndpoint } from "@/app/api/webhooks/route";
import { POST as rotateSecret } from "@/app/api/webhooks/[id]/rotate-secret/route";
import { DELETE as unlinkDiscord, POST as linkDiscord } from "@/app/api/account/discord/route";
import { POST as changeEmail } from "@/app/api/account/email/route";
import { POST as addPasskey } from "@/app/api/account/passkeys/route";
import { DELETE as removePasskey } from "@/app/api/account/passkeys/[id]/route";
import { POST as passkeyOptions } from "@/app/api/account/passkeys/options/route";
import { POST as prove } from "@/app/api/account/proof/route";
import { POST as renewCodes } from "@/app/api/account/recovery-codes/route";
import { DELETE as removeTotp, POST as beginTotp } from "@/app/api/account/totp/route";
import { POST as confirmTotp } from "@/app/api/account/totp/confirm/route";
import { POST as registerApp } from "@/app/api/developer/apps/route";
import { PATCH as changeApp } from "@/app/api/developer/apps/[id]/route";
import { POST as rotateAppSecret } from "@/app/api/developer/apps/[id]/rotate-secret/route";
import { POST as allowApp } from "@/app/api/oauth/authorizations/route";
import { POST as allowDevice } from "@/app/api/oauth/device/allow/route";
import { POST as makeKey } from "@/app/api/developer/keys/route";
import { POST as rotateKey } from "@/app/api/developer/keys/[id]/rotate/route";
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
  "POST /api/moderation/reports/{id}": [decide, { action: "close", reason: "Spam" }],
  "PUT /api/admin/apps/{id}/block": [blockApp, { reason: "Spam" }, "PUT"],
  "DELETE /api/admin/apps/{id}/block": [unblockApp, undefined, "DELETE"],
  "PUT /api/admin/people/{id}/role": [changeRole, { role: "EDITOR" }, "PUT"],
  "PUT /api/admin/people/{id}/tier": [changeTier, { tier: "pro" }, "PUT"],
  "POST /api/admin/invited/{handle}/cut": [cutBranch, { suspend: true, reason: "Spam" }],
  "PUT /api/moderation/sign-up-limits": [changeLimits, { networks: [], mailDomains: [] }, "PUT"],
  "PUT /api/admin/sign-up-settings": [changeSignUp, { mode: "open", proof: "never" }, "PUT"],
  "PATCH /api/admin/site": [changeSite, { name: "Pegboard" }, "PATCH"],
  "POST /api/admin/site/logo": [setLogo, {}],
  "DELETE /api/admin/site/logo": [removeLogo, undefined, "DELETE"],
  "PUT /api/admin/site/policies/{slug}": [writePolicy, { content: "", version: 0 }, "PUT"],
  "POST /api/admin/announcements": [announce, { content: "" }],
  "PATCH /api/admin/announcements/{id}": [changeAnnouncement, {}, "PATCH"],
  "DELETE /api/admin/announcements/{id}": [endAnnouncement, undefined, "DELETE"],
} as const;

/** Every act that asks for a proof, with a request that is fine but for that. */
const ACTS = {
  "POST /api/developer/keys": [makeKey, newKey],
  "POST /api/developer/keys/{id}/rotate": [rotateKey, {}],
  "POST /api/developer/apps": [registerApp, { name: "An app", redirectUris: ["https://app.example/cb"] }],
  "PATCH /api/developer/apps/{id}": [changeApp, { name: "An app", redirectUris: ["https://app.example/cb"] }, "PATCH"],
  "POST /api/developer/apps/{id}/rotate-secret": [rotateAppSecret, undefined],
  "POST /api/oauth/authorizations": [allowApp, {}],
  "POST /api/oauth/device/allow": [allowDevice, { userCode: "BCDF-GHJK" }],
  "POST /api/account/totp": [beginTotp, {}],
  "POST /api/account/totp/confirm": [confirmTotp, { code: "123456" }],
  "DELETE /api/account/totp": [removeTotp, undefined, "DELETE"],
  "POST /api/account/recovery-codes": [renewCodes, undefined],
  "POST /api/account/passkeys/options": [passkeyOptions, undefined],
  "POST /api/account/passkeys": [addPasskey, { name: "Key", response: {} }],
  "DELETE /api/account/passkeys/{id}": [removePasskey, undefined, "DELETE"],
  "POST /api/account/discord": [linkDiscord, undefined],
  "DELETE /api/account/discord": [unlinkDiscord, undefined, "DELETE"],
  "POST /api/account/email": [changeEmail, { email: "new@example.com" }],
  "DELETE /api/account": [close, {}, "DELETE"],
  "POST /api/webhooks": [createEndpoint, { url: "https://example.com/hook", events: ["*"] }],
  "POST /api/webhooks/{id}/rotate-secret": [rotateSecret, {}],
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
  const [handler, json, method = "POST"] = ACTS[act];
  const params = { id: "key_none", handle: "nobody_at_all", slug: "rules" };
  return callRoute(handler, { method, json, headers: { Cookie: cookie }, params });
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
      callRoute(changeEmail, { json: { email: "new@example.com", password }, headers: { Cookie: cookie } });
    expect(await change("not this")).toMatchObject({ status: 400, body: { issues: [{ path: "password" }] } });
    expect((await change(PASSWORD)).status).toBe(202);
  });

  test("a new proof permits acts of this session again", async () => {
    await provedMinutesAgo(11);
    expect((await callRoute(prove, { json: { password: PASSWORD }, headers: { Cookie: cookie } })).status).toBe(204);
    expect((await ask("POST /api/developer/keys")).status).toBe(201);
  });

  test("a malformed proof is a 400", async () => {
    for (const json of [{}, { password: PASSWORD, code: "123456" }, { code: "" }, { token: "x" }])
      expect((await callRoute(prove, { json, headers: { Cookie: cookie } })).status).toBe(400);
  });
});

test("a moderator needs no recent proof for what an appeal can reverse", async () => {
  await provedMinutesAgo(11);
  const json = { action: "hide", reason: "Spam" };
  expect((await callRoute(decide, { json, headers: { Cookie: cookie }, params: { id: "rep_none" } })).status).toBe(404);
});

test("people who are not staff are rejected, with or without a recent proof", async () => {
  const member = await sessionCookieOf(await newPerson());
  for (const [handler, json, method = "POST"] of Object.values(STAFF_ACTS)) {
    const answer = await callRoute(handler, { method, json, headers: { Cookie: member }, params: { id: "key_none" } });
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
