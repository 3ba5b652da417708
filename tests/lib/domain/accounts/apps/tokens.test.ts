import { setTimeout } from "node:timers/promises";
import { describe, expect, test } from "vitest";
import { deleteApp } from "@/lib/domain/accounts/apps/commands";
import { OAuthError } from "@/lib/domain/accounts/apps/oauth-error";
import { HOUR_MS } from "@/lib/domain/kernel/durations";
import { endAllGrants, revokeApp } from "@/lib/domain/accounts/apps/grants";
import { listGrantedApps } from "@/lib/domain/accounts/apps/queries";
import { findAccessToken } from "@/lib/domain/accounts/authentication/queries";
import {
  ACCESS_LIFETIME_MS,
  CODE_LIFETIME_MS,
  MAX_GRANTS,
  MAX_REFRESHES_PER_HOUR,
  REFRESH_GRACE_MS,
} from "@/lib/domain/accounts/apps/rules";
import { exchangeCode, introspectToken, refreshTokens, revokeToken } from "@/lib/domain/accounts/apps/tokens";
import { hashSecret } from "@/lib/domain/kernel/credentials";
import { database } from "@/lib/infra/database/db";
import { later, newPerson } from "@/tests/support/people";
import { anyone, asks, challengeOf, codeFor, newApp, newVerifier, tokensFor } from "./app-fixture";

const grantsOf = (userId: string) => database().prisma.appGrant.findMany({ where: { userId } });
const after = (ms: number) => anyone(new Date(Date.now() + ms));
const INVALID = { code: "invalid_grant" };
const suspend = (id: string) => database().prisma.user.update({ where: { id }, data: { suspendedAt: new Date() } });

describe("a code", () => {
  test("is exchanged once: of fifty concurrent requests one gets tokens, and the reuse ends the grant", async () => {
    const person = await newPerson();
    const { app } = await newApp();
    const verifier = newVerifier();
    const code = await codeFor(person, asks(app, verifier));
    const tries = await Promise.allSettled(
      Array.from({ length: 50 }, () => exchangeCode(anyone(), app, { code, code_verifier: verifier })),
    );
    expect(tries.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    expect(await grantsOf(person.actor.id)).toEqual([]);
  });

  test.each([
    ["another verifier", { code_verifier: newVerifier() }],
    ["the challenge itself as a verifier", "challenge"],
    ["another redirect", { redirect_uri: "https://app.example/other" }],
    ["another resource", { resource: "http://elsewhere.example/mcp" }],
  ] as const)("with %s gets no tokens, and is void from then on", async (_, wrong) => {
    const person = await newPerson();
    const { app } = await newApp();
    const verifier = newVerifier();
    const code = await codeFor(person, asks(app, verifier));
    const right = { code, code_verifier: verifier };
    const changed = wrong === "challenge" ? { code_verifier: challengeOf(verifier) } : wrong;
    await expect(exchangeCode(anyone(), app, { ...right, ...changed })).rejects.toMatchObject(INVALID);
    await expect(exchangeCode(anyone(), app, right)).rejects.toMatchObject(INVALID);
  });

  test("presented by another app gets no tokens, and stays valid for its own", async () => {
    const [person, { app }, { app: other }] = await Promise.all([newPerson(), newApp(), newApp()]);
    const verifier = newVerifier();
    const sent = { code: await codeFor(person, asks(app, verifier)), code_verifier: verifier };
    await expect(exchangeCode(anyone(), other, sent)).rejects.toMatchObject(INVALID);
    expect(await exchangeCode(anyone(), app, sent)).toMatchObject({ token_type: "Bearer" });
  });

  test("expires after a minute, and when its owner revokes everything", async () => {
    const [person, { app }] = await Promise.all([newPerson(), newApp()]);
    const verifier = newVerifier();
    const code = await codeFor(person, asks(app, verifier));
    const late = after(CODE_LIFETIME_MS + 1000);
    await expect(exchangeCode(late, app, { code, code_verifier: verifier })).rejects.toMatchObject(INVALID);
    const second = await codeFor(person, asks(app, verifier));
    await endAllGrants(person);
    await expect(exchangeCode(anyone(), app, { code: second, code_verifier: verifier })).rejects.toMatchObject(INVALID);
  });

  test("and tokens are stored only as hashes", async () => {
    const [person, { app }] = await Promise.all([newPerson(), newApp()]);
    const { access_token, refresh_token } = await tokensFor(person, app);
    const { prisma } = database();
    const stored = JSON.stringify([await prisma.appToken.findMany(), await prisma.authorizationCode.findMany()]);
    expect(stored).toContain(hashSecret(access_token));
    expect(stored).not.toContain(access_token);
    expect(stored).not.toContain(refresh_token);
    expect(stored).not.toContain("pb_code_");
  });
});

describe("a refresh token", () => {
  test("gives fifty concurrent requests the same successor", async () => {
    const [person, { app }] = await Promise.all([newPerson(), newApp()]);
    const { refresh_token } = await tokensFor(person, app);
    const answers = await Promise.all(
      Array.from({ length: 50 }, () => refreshTokens(anyone(), app, { refresh_token })),
    );
    expect(new Set(answers.map(({ refresh_token: next }) => next)).size).toBe(1);
    expect(new Set(answers.map(({ access_token: next }) => next)).size).toBe(1);
    expect(answers[0]!.refresh_token).not.toBe(refresh_token);
    expect(await database().prisma.appToken.count({ where: { grant: { userId: person.actor.id } } })).toBe(4);
  });

  test("returns the same successor within a minute, even a used one, with the remaining lifetime", async () => {
    const [person, { app }] = await Promise.all([newPerson(), newApp()]);
    const { refresh_token } = await tokensFor(person, app);
    const first = await refreshTokens(anyone(), app, { refresh_token });
    await refreshTokens(anyone(), app, { refresh_token: first.refresh_token });
    const again = await refreshTokens(after(REFRESH_GRACE_MS - 2000), app, { refresh_token });
    expect(again).toMatchObject({ access_token: first.access_token, refresh_token: first.refresh_token });
    expect(again.expires_in).toBeLessThanOrEqual((ACCESS_LIFETIME_MS - REFRESH_GRACE_MS) / 1000 + 3);
  });

  test("used again later revokes its grant, and notifies its owner once", async () => {
    const [person, { app }] = await Promise.all([newPerson(), newApp()]);
    const [stolen, other] = [await tokensFor(person, app), await tokensFor(person, app)];
    const successor = await refreshTokens(anyone(), app, { refresh_token: stolen.refresh_token });
    const late = () => refreshTokens(after(REFRESH_GRACE_MS + 5000), app, { refresh_token: stolen.refresh_token });
    const tries = await Promise.allSettled([late(), late(), late()]);
    expect(tries.every(({ status }) => status === "rejected")).toBe(true);
    const next = { refresh_token: successor.refresh_token };
    await expect(refreshTokens(anyone(), app, next)).rejects.toMatchObject(INVALID);
    expect(await refreshTokens(anyone(), app, { refresh_token: other.refresh_token })).toBeDefined();
    const told = await database().prisma.notification.findMany({ where: { userId: person.actor.id } });
    expect(told.map(({ preview }) => preview).filter((text) => text?.includes("was used twice"))).toHaveLength(1);
  });

  test("grants no more scopes than were allowed", async () => {
    const [person, { app }] = await Promise.all([newPerson(), newApp()]);
    const { refresh_token } = await tokensFor(person, app);
    await expect(refreshTokens(anyone(), app, { refresh_token, scope: "write:follows" })).rejects.toMatchObject({
      code: "invalid_scope",
    });
    await expect(
      refreshTokens(anyone(), app, { refresh_token, resource: "https://else.example" }),
    ).rejects.toMatchObject({ code: "invalid_target" });
    expect(await refreshTokens(anyone(), app, { refresh_token, scope: "read:posts" })).toMatchObject({
      scope: "read:posts write:posts",
    });
  });

  test("of another app, or that is malformed, gets no tokens", async () => {
    const [person, { app }, { app: other }] = await Promise.all([newPerson(), newApp(), newApp()]);
    const { refresh_token, access_token } = await tokensFor(person, app);
    for (const [by, token] of [
      [other, refresh_token],
      [app, access_token],
      [app, "junk\0"],
    ] as const)
      await expect(refreshTokens(anyone(), by, { refresh_token: token })).rejects.toMatchObject(INVALID);
  });

  test("is exchanged a bounded number of times an hour, without hiding a theft", async () => {
    const [person, { app }] = await Promise.all([newPerson(), newApp()]);
    const { refresh_token: stolen } = await tokensFor(person, app);
    let refresh_token = stolen;
    const turns = MAX_REFRESHES_PER_HOUR - 1;
    for (let turn = 0; turn < turns; turn += 1)
      ({ refresh_token } = await refreshTokens(after(turn), app, { refresh_token }));
    await expect(refreshTokens(after(turns), app, { refresh_token })).rejects.toMatchObject({ code: "rate_limited" });
    const nextHour = after(HOUR_MS + turns);
    expect(await refreshTokens(nextHour, app, { refresh_token })).toBeDefined();
    await expect(refreshTokens(nextHour, app, { refresh_token: stolen })).rejects.toMatchObject(INVALID);
    expect(await grantsOf(person.actor.id)).toEqual([]);
  });

  test("and its concurrent revocation leave no grant, and cause no server error", async () => {
    for (let turn = 0; turn < 20; turn += 1) {
      const [person, { app }] = await Promise.all([newPerson(), newApp()]);
      const { refresh_token, access_token: token } = await tokensFor(person, app);
      const both = await Promise.allSettled([
        refreshTokens(anyone(), app, { refresh_token }),
        setTimeout(turn % 8).then(() => revokeToken(anyone(), app, { token })),
      ]);
      const faults = both.filter((one) => one.status === "rejected" && !(one.reason instanceof OAuthError));
      expect(faults).toEqual([]);
      expect(await grantsOf(person.actor.id)).toEqual([]);
    }
  });
});

describe("an exchange", () => {
  test("during the deletion of the app causes no server error", async () => {
    for (let turn = 0; turn < 15; turn += 1) {
      const [person, { app }] = await Promise.all([newPerson(), newApp()]);
      const verifier = newVerifier();
      const code = await codeFor(person, asks(app, verifier));
      const owner = { ...person, actor: { ...person.actor, id: app.ownerId! } };
      const both = await Promise.allSettled([
        exchangeCode(anyone(), app, { code, code_verifier: verifier }),
        setTimeout(turn % 6).then(() => deleteApp(owner, { id: app.id })),
      ]);
      expect(both.filter((one) => one.status === "rejected" && !(one.reason instanceof OAuthError))).toEqual([]);
    }
  });

  test("for an account that was suspended meanwhile gets no tokens", async () => {
    const [person, { app }] = await Promise.all([newPerson(), newApp()]);
    const verifier = newVerifier();
    const code = await codeFor(person, asks(app, verifier));
    await suspend(person.actor.id);
    await expect(exchangeCode(anyone(), app, { code, code_verifier: verifier })).rejects.toMatchObject(INVALID);
  });
});

describe("a grant", () => {
  test("is unusable while the app's developer is suspended", async () => {
    const [person, { app }] = await Promise.all([newPerson(), newApp()]);
    const { access_token } = await tokensFor(person, app);
    expect(await findAccessToken(hashSecret(access_token))).toBeDefined();
    await suspend(app.ownerId!);
    expect(await findAccessToken(hashSecret(access_token))).toBeUndefined();
  });

  test("with more scopes than another of its app is announced to its owner, and one without is not", async () => {
    const [person, { app }] = await Promise.all([newPerson(), newApp()]);
    const told = () => database().prisma.notification.count({ where: { userId: person.actor.id } });
    await tokensFor(person, app, { scope: "read:feed" });
    expect(await told()).toBe(1);
    await tokensFor(person, app, { scope: "read:feed" });
    expect(await told()).toBe(1);
    await tokensFor(person, app, { scope: "read:feed write:posts" });
    expect(await told()).toBe(2);
  });

  test("makes room for a newer one of the same app", async () => {
    const [person, { app }] = await Promise.all([newPerson(), newApp()]);
    const first = await tokensFor(person, app);
    for (let device = 0; device < MAX_GRANTS.perApp; device += 1) await tokensFor(later(person, device + 1), app);
    expect(await grantsOf(person.actor.id)).toHaveLength(MAX_GRANTS.perApp);
    await expect(refreshTokens(anyone(), app, { refresh_token: first.refresh_token })).rejects.toMatchObject(INVALID);
  });

  test("ends when its owner revokes the app, on every device, and other people's grants do not", async () => {
    const [person, other, { app }] = await Promise.all([newPerson(), newPerson(), newApp()]);
    await tokensFor(person, app);
    await tokensFor(person, app);
    await tokensFor(other, app);
    expect((await listGrantedApps(person)).data).toMatchObject([{ id: app.id, scopes: ["read:posts", "write:posts"] }]);
    await revokeApp(person, { id: app.id });
    expect((await listGrantedApps(person)).data).toEqual([]);
    expect(await grantsOf(other.actor.id)).toHaveLength(1);
    await expect(revokeApp(person, { id: app.id })).rejects.toMatchObject({ code: "not_found" });
  });

  test("ends when its app revokes one of its tokens, but not when another app tries", async () => {
    const [person, { app }, { app: other }] = await Promise.all([newPerson(), newApp(), newApp()]);
    const { access_token: token } = await tokensFor(person, app);
    await revokeToken(anyone(), other, { token });
    expect(await grantsOf(person.actor.id)).toHaveLength(1);
    await revokeToken(anyone(), app, { token });
    await revokeToken(anyone(), app, { token });
    expect(await grantsOf(person.actor.id)).toEqual([]);
  });
});

test("an app with a secret can introspect its own tokens, and no others", async () => {
  const [person, { app }, { app: other }] = await Promise.all([
    newPerson(),
    newApp({ confidential: true }),
    newApp({ confidential: true }),
  ]);
  const { access_token: token } = await tokensFor(person, app);
  expect(await introspectToken(anyone(), app, { token })).toMatchObject({
    active: true,
    scope: "read:posts write:posts",
    client_id: app.id,
    username: person.actor.handle,
    token_type: "Bearer",
  });
  expect(await introspectToken(anyone(), other, { token })).toEqual({ active: false });
  expect(await introspectToken(after(ACCESS_LIFETIME_MS), app, { token })).toEqual({ active: false });
});
