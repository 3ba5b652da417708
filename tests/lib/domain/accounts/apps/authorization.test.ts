import { describe, expect, test } from "vitest";
import { allowApp, checkAuthorization, denialOf } from "@/lib/domain/accounts/apps/authorization";
import { issuer } from "@/lib/domain/accounts/apps/resources";
import { findRedirectProblem, isRegisteredUri } from "@/lib/domain/accounts/apps/rules";
import type { AuthorizationParameters } from "@/lib/domain/accounts/apps/schema";
import { changePassword } from "@/lib/domain/accounts/lifecycle/recovery";
import { database } from "@/lib/infra/database/db";
import { newPerson } from "@/tests/support/people";
import { newcomer, PASSWORD } from "@/tests/lib/domain/accounts/mail/mail-fixture";
import { anyone, asks, newApp, newVerifier, REDIRECT, tokensFor } from "./app-fixture";

describe("an authorization request", () => {
  test("that is valid redirects to the app with a code, its state, and the issuer", async () => {
    const [person, { app }] = await Promise.all([newPerson(), newApp()]);
    const { redirectTo } = await allowApp(person, asks(app, newVerifier()));
    const url = new URL(redirectTo);
    expect(url.origin + url.pathname).toBe(REDIRECT);
    expect(Object.fromEntries(url.searchParams)).toEqual({
      code: expect.stringMatching(/^pb_code_[0-9A-Za-z]{36}$/),
      state: "opaque",
      iss: issuer(),
    });
  });

  test("keeps the redirect URI's own query, and denies with the state and the issuer", async () => {
    const { app } = await newApp({ redirectUris: ["https://app.example/callback?tenant=7"] });
    const request = await checkAuthorization(anyone(), asks(app, newVerifier()));
    if (!("redirectUri" in request)) throw new Error(request.message);
    expect(Object.fromEntries(new URL(denialOf(request)).searchParams)).toMatchObject({
      tenant: "7",
      error: "access_denied",
      state: "opaque",
      iss: issuer(),
    });
  });

  test.each<[string, Partial<AuthorizationParameters>]>([
    ["of no app", { client_id: undefined }],
    ["of an unknown app", { client_id: "app_unknown" }],
    ["of an app with an impossible id", { client_id: "app_\0" }],
    ["to another path", { redirect_uri: `${REDIRECT}/../other` }],
    ["to a longer path", { redirect_uri: `${REDIRECT}2` }],
    ["to a subdomain", { redirect_uri: "https://evil.app.example/callback" }],
    ["to the same address with a user", { redirect_uri: "https://app.example@evil.example/callback" }],
    ["to another scheme", { redirect_uri: "http://app.example/callback" }],
    ["to a script", { redirect_uri: "javascript:alert(1)" }],
    ["to the same address with a query", { redirect_uri: `${REDIRECT}?next=https://evil.example` }],
    ["to the same address with a fragment", { redirect_uri: `${REDIRECT}#x` }],
  ])("%s redirects nowhere", async (_, wrong) => {
    const { app } = await newApp();
    const checked = await checkAuthorization(anyone(), { ...asks(app, newVerifier()), ...wrong });
    expect(checked).toMatchObject({ message: expect.any(String) });
    expect(checked).not.toHaveProperty("backTo");
    expect(checked).not.toHaveProperty("redirectUri");
  });

  test.each<[string, Partial<AuthorizationParameters>, string]>([
    ["for a token at once", { response_type: "token" }, "unsupported_response_type"],
    ["without PKCE", { code_challenge: undefined, code_challenge_method: undefined }, "invalid_request"],
    ["with PKCE that proves nothing", { code_challenge_method: "plain" }, "invalid_request"],
    ["with PKCE without a method", { code_challenge_method: undefined }, "invalid_request"],
    ["with a short challenge", { code_challenge: "abc" }, "invalid_request"],
    ["for nothing", { scope: "" }, "invalid_scope"],
    ["for what there is not", { scope: "read:posts write:coins" }, "invalid_scope"],
    ["for what objects have", { scope: "constructor" }, "invalid_scope"],
    ["for what goes on by itself", { scope: "read:posts manage:webhooks" }, "invalid_scope"],
    ["in characters that the protocol has not", { scope: 'é"\n' }, "invalid_scope"],
    ["for another resource", { resource: "https://api.example/" }, "invalid_target"],
  ])("%s is rejected, and the app is told why", async (_, wrong, error) => {
    const { app } = await newApp();
    const checked = await checkAuthorization(anyone(), { ...asks(app, newVerifier()), ...wrong });
    if (!("backTo" in checked) || !checked.backTo) throw new Error("It leads nowhere");
    expect(Object.fromEntries(new URL(checked.backTo).searchParams)).toMatchObject({
      error,
      error_description: expect.stringMatching(/^[\x20-\x21\x23-\x5b\x5d-\x7e]+$/),
      state: "opaque",
    });
    const person = await newPerson();
    await expect(allowApp(person, { ...asks(app, newVerifier()), ...wrong })).rejects.toMatchObject({
      code: "invalid_request",
    });
  });

  test("that cannot be granted is rejected without blaming a field that is right", async () => {
    const { app } = await newApp();
    const wrong = { ...asks(app, newVerifier()), redirect_uri: `${REDIRECT}2` };
    await expect(allowApp(await newPerson(), wrong)).rejects.not.toHaveProperty("details.issues");
  });

  test("of an app whose owner is suspended redirects nowhere", async () => {
    const { app } = await newApp();
    await database().prisma.user.update({ where: { id: app.ownerId! }, data: { suspendedAt: new Date() } });
    const checked = await checkAuthorization(anyone(), asks(app, newVerifier()));
    expect(checked).toMatchObject({ message: expect.stringContaining("no app") });
  });
});

describe("a redirect URI", () => {
  test.each([
    "https://app.example/callback",
    "http://127.0.0.1/callback",
    "http://[::1]:8080/",
    "http://localhost:3000/cb",
    "com.example.app:/oauth",
    "com.example.my-app://oauth",
    "xn--p1ai.example:/oauth",
    "cursor://anysphere.cursor-mcp/oauth/callback",
    "vscode://publisher.extension/callback",
    "windsurf://codeium.windsurf/callback",
  ])("may be %s", (uri) => expect(findRedirectProblem(uri)).toBeUndefined());

  test.each([
    "http://app.example/",
    "https://user@app.example/",
    "https://app.example/#here",
    "javascript:alert(1)",
    "data:text/html,x",
    "file:///etc/passwd",
    "intent:#x",
    "https:///x",
    "https:app.example",
    "https:/app.example/callback",
    "http:localhost/callback",
    "http:///localhost/callback",
    "javascript.foo:alert(1)",
    "javascript.foo://x",
    "data.x:/x",
    "data.x:text/html,x",
    "about.blank:x",
    "about.blank:/x",
    "file.foo:/etc/passwd",
    "com.example.app:opaque",
    "com.-example:/x",
    "com..example:/x",
    "x.example:/x",
    "1com.example:/x",
    "cursor:opaque",
    "app:/callback",
    "https://app.example/\\evil",
    "https://app.example/a b",
    "/callback",
    "",
    `https://app.example/${"a".repeat(600)}`,
  ])("is never %s", (uri) => expect(findRedirectProblem(uri)).toEqual(expect.any(String)));

  test("on loopback may have any port, and must otherwise be equal", () => {
    const registered = ["http://127.0.0.1/cb", "https://app.example/cb"];
    expect(isRegisteredUri(registered, "http://127.0.0.1:49152/cb")).toBe(true);
    expect(isRegisteredUri(registered, "http://127.0.0.1:49152/other")).toBe(false);
    expect(isRegisteredUri(registered, "http://localhost:49152/cb")).toBe(false);
    expect(isRegisteredUri(registered, "https://app.example:8443/cb")).toBe(false);
    expect(isRegisteredUri(registered, "https://app.example/cb/")).toBe(false);
  });
});

test("a change of the password ends all authorizations and pending codes", async () => {
  const { id } = await newcomer();
  const stranger = await newPerson();
  const person = { ...stranger, actor: { ...stranger.actor, id } };
  const { app } = await newApp();
  await tokensFor(person, app);
  await allowApp(person, asks(app, newVerifier()));
  await changePassword(person, { currentPassword: PASSWORD, newPassword: "five other words" });
  const { appGrant, authorizationCode } = database().prisma;
  expect(await appGrant.count({ where: { userId: id } })).toBe(0);
  expect(await authorizationCode.count({ where: { userId: id, grantId: null } })).toBe(0);
});
