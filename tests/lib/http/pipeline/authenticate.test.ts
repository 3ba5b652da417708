import { describe, expect, test } from "vitest";
import { revokeApp } from "@/lib/domain/accounts/apps/grants";
import type { Context } from "@/lib/domain/kernel/context";
import { DomainError } from "@/lib/domain/kernel/errors";
import { issueKey, revokeKey, rotateKey } from "@/lib/domain/accounts/keys/commands";
import { authenticate } from "@/lib/http/pipeline/authenticate";
import { accountOfCredential } from "@/lib/infra/admission/known-credentials";
import { newApp, tokensFor } from "@/tests/lib/domain/accounts/apps/app-fixture";
import { later, newPerson } from "@/tests/support/people";

const WANTED = { name: "test", scopes: ["read:posts" as const], expiresInDays: 1 };
const DAY = 86_400;

function ask(secret: string, now: Date) {
  const headers = { Authorization: `Bearer ${secret}` };
  const state = { now, waitUntil: () => undefined, clientIp: "192.0.2.1", audience: "api" as const };
  return authenticate(new Request("http://localhost/api/v1/me", { headers }), state);
}

async function appToken(owner: Context) {
  const { app } = await newApp();
  const { access_token: secret } = await tokensFor(owner, app);
  return { secret, appId: app.id };
}

/** Each makes a credential, and returns it with what ends it; that returns the time from which it has ended. */
const ENDINGS: Record<string, (owner: Context) => Promise<{ secret: string; end: () => Promise<Date> }>> = {
  "a revoked key": async (owner) => {
    const { id, key } = await issueKey(owner, WANTED);
    return { secret: key, end: async () => (await revokeKey(owner, { id }), owner.now) };
  },
  "an expired key": async (owner) => {
    const { key } = await issueKey(owner, WANTED);
    return { secret: key, end: async () => later(owner, 2 * DAY).now };
  },
  "the former secret of a rotated key": async (owner) => {
    const { id, key } = await issueKey(owner, WANTED);
    return { secret: key, end: async () => (await rotateKey(owner, { id, graceSeconds: 0 }), later(owner, 1).now) };
  },
  "a revoked app's token": async (owner) => {
    const { secret, appId } = await appToken(owner);
    return { secret, end: async () => (await revokeApp(owner, { id: appId }), owner.now) };
  },
  "an app's expired token": async (owner) => {
    const { secret } = await appToken(owner);
    return { secret, end: async () => later(owner, 2 * DAY).now };
  },
};

describe.each(Object.entries(ENDINGS))("%s", (_, make) => {
  test("no longer counts as its former owner, once it fails its lookup", async () => {
    const owner = await newPerson();
    const { secret, end } = await make(owner);
    await ask(secret, owner.now);
    expect(accountOfCredential(secret)).toBe(owner.actor.id);
    const ended = await end();
    for (let n = 0; n < 2; n += 1) {
      expect(await ask(secret, ended)).toBeInstanceOf(DomainError);
      expect(accountOfCredential(secret)).toBeUndefined();
    }
  });
});
