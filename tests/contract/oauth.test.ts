import * as oauth from "oauth4webapi";
import { beforeAll, describe, expect, test } from "vitest";
import { listGrantedApps } from "@/lib/domain/accounts/apps/queries";
import type { TokenResponse } from "@/lib/domain/accounts/apps/tokens";
import { database } from "@/lib/infra/database/db";
import { BASE_URL, expectError, send } from "@/tests/support/api";
import { type Account, newAccount } from "@/tests/support/api-accounts";
import { sessionCookieOf } from "@/tests/support/session-cookie";

const REDIRECT = "http://127.0.0.1:4999/callback";
const INSECURE = { [oauth.allowInsecureRequests]: true };
const ORIGIN = new URL(BASE_URL).origin;

let server: oauth.AuthorizationServer;
let client: oauth.Client;
let account: Account;
let cookie: string;

beforeAll(async () => {
  const issuer = new URL(ORIGIN);
  const response = await oauth.discoveryRequest(issuer, { algorithm: "oauth2", ...INSECURE });
  server = await oauth.processDiscoveryResponse(issuer, response);
  const metadata = { redirect_uris: [REDIRECT], client_name: "Mirror", token_endpoint_auth_method: "none" };
  const registered = await oauth.dynamicClientRegistrationRequest(server, metadata, INSECURE);
  client = await oauth.processDynamicClientRegistrationResponse(registered);
  account = await newAccount();
  cookie = await sessionCookieOf({ ...account.ctx(), channel: "session" });
});

const asMember = (path: string, json: unknown) =>
  send(path, { method: "POST", json, headers: { Cookie: cookie, Origin: ORIGIN } });

/** Runs the code flow with a strict third-party client. */
async function authorize(scope: string, more: Record<string, string> = {}): Promise<oauth.TokenEndpointResponse> {
  const verifier = oauth.generateRandomCodeVerifier();
  const state = oauth.generateRandomState();
  const asked = {
    client_id: client.client_id,
    redirect_uri: REDIRECT,
    response_type: "code",
    scope,
    state,
    code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
    code_challenge_method: "S256",
    ...more,
  };
  const allowed = await asMember("/api/oauth/authorizations", asked);
  expect(allowed).toMatchObject({ status: 200 });
  const callback = new URL((allowed.json as { redirectTo: string }).redirectTo);
  const parameters = oauth.validateAuthResponse(server, client, callback, state);
  const response = await oauth.authorizationCodeGrantRequest(
    server,
    client,
    oauth.None(),
    parameters,
    REDIRECT,
    verifier,
    INSECURE,
  );
  return oauth.processAuthorizationCodeResponse(server, client, response);
}

const form = (path: string, fields: Record<string, string>, headers: Record<string, string> = {}) =>
  send(path, {
    method: "POST",
    text: String(new URLSearchParams(fields)),
    headers: { "Content-Type": "application/x-www-form-urlencoded", ...headers },
  });

test.each(["/.well-known/oauth-authorization-server", "/.well-known/oauth-protected-resource/mcp"])(
  "%s can be read by scripts of any origin, with the headers that clients of MCP send",
  async (path) => {
    const asked = { Origin: "https://app.example", "Access-Control-Request-Method": "GET" };
    const preflight = await send(path, { method: "OPTIONS", headers: asked });
    expect(preflight.status).toBe(204);
    expect(preflight.headers.get("access-control-allow-origin")).toBe("*");
    expect(preflight.headers.get("access-control-allow-headers")).toMatch(/MCP-Protocol-Version/i);
    const { status, headers } = await send(path, { headers: { ...asked, "MCP-Protocol-Version": "2025-11-25" } });
    expect([status, headers.get("access-control-allow-origin")]).toEqual([200, "*"]);
  },
);

describe("an app", () => {
  test("acts for somebody within the allowed scopes, refreshes its token, and can revoke it", async () => {
    const tokens = await authorize("read:profile write:posts");
    expect(tokens.scope?.split(" ").toSorted()).toEqual(["read:profile", "write:posts"]);
    const me = await send("/api/v1/me", { key: tokens.access_token });
    expect(me).toMatchObject({ status: 200, json: { handle: account.handle } });
    const post = { content: "Written by an app." };
    const written = await send("/api/v1/posts", { method: "POST", key: tokens.access_token, json: post });
    expect(written.status).toBe(201);

    const renewed = await oauth.processRefreshTokenResponse(
      server,
      client,
      await oauth.refreshTokenGrantRequest(server, client, oauth.None(), tokens.refresh_token!, INSECURE),
    );
    expect((await send("/api/v1/me", { key: renewed.access_token })).status).toBe(200);
    const { appGrant } = database().prisma;
    expect(await appGrant.findFirst({ where: { userId: account.id } })).toMatchObject({ lastUsedAt: expect.any(Date) });

    const revoked = await oauth.revocationRequest(server, client, oauth.None(), renewed.refresh_token!, INSECURE);
    await oauth.processRevocationResponse(revoked);
    for (const token of [tokens.access_token, renewed.access_token])
      expectError(await send("/api/v1/me", { key: token }), 401, "invalid_key");
  });

  test("is told which scope is missing, and where the metadata is", async () => {
    const { access_token: token } = await authorize("read:profile");
    const missing = await send("/api/v1/feed");
    const metadata = `resource_metadata="${ORIGIN}/.well-known/oauth-protected-resource/api/v1"`;
    expectError(missing, 401, "missing_key");
    expect(missing.headers.get("www-authenticate")).toBe(`Bearer realm="Pegboard API", scope="read:feed", ${metadata}`);
    const lacking = await send("/api/v1/feed", { key: token });
    const { message } = expectError(lacking, 403, "insufficient_scope");
    expect(message).toContain("Ask its user to authorize it again with this scope");
    expect(lacking.headers.get("www-authenticate")).toBe(
      `Bearer realm="Pegboard API", error="insufficient_scope", scope="read:feed", ${metadata}`,
    );
    const resource = await oauth.resourceDiscoveryRequest(new URL(`${ORIGIN}/api/v1`), INSECURE);
    const described = await oauth.processResourceDiscoveryResponse(new URL(`${ORIGIN}/api/v1`), resource);
    expect(described.authorization_servers).toEqual([ORIGIN]);
  });

  test("with a token for MCP is rejected by the API", async () => {
    const { access_token: token } = await authorize("read:profile", { resource: `${ORIGIN}/mcp` });
    const answer = await send("/api/v1/me", { key: token });
    expectError(answer, 401, "invalid_key");
    expect(answer.headers.get("www-authenticate")).toContain('error="invalid_token"');
  });

  test("of a suspended account is rejected, and works again afterwards", async () => {
    const { access_token: key } = await authorize("read:profile");
    const suspend = (suspendedAt: Date | null) =>
      database().prisma.user.update({ where: { id: account.id }, data: { suspendedAt } });
    await suspend(new Date());
    expectError(await send("/api/v1/me", { key }), 403, "account_suspended");
    await suspend(null);
    expect((await send("/api/v1/me", { key })).status).toBe(200);
  });
});

test("a program without a browser gets its tokens once somebody approves it", async () => {
  const asked = await oauth.deviceAuthorizationRequest(
    server,
    client,
    oauth.None(),
    new URLSearchParams({ scope: "read:profile" }),
    INSECURE,
  );
  const begun = await oauth.processDeviceAuthorizationResponse(server, client, asked);
  const poll = async () =>
    oauth.processDeviceCodeResponse(
      server,
      client,
      await oauth.deviceCodeGrantRequest(server, client, oauth.None(), begun.device_code, INSECURE),
    );
  await expect(poll()).rejects.toMatchObject({ error: "authorization_pending" });
  const found = await asMember("/api/oauth/device/find", { userCode: begun.user_code });
  expect(found).toMatchObject({ status: 200, json: { name: "Mirror", scopes: ["read:profile"] } });
  expect((await asMember("/api/oauth/device/allow", { userCode: begun.user_code })).status).toBe(204);
  const tokens = await poll();
  expect((await send("/api/v1/me", { key: tokens.access_token })).status).toBe(200);
});

describe("the token endpoint", () => {
  test.each<[string, Record<string, string>, Record<string, string>, number, string]>([
    ["without a grant type", {}, {}, 400, "unsupported_grant_type"],
    ["with a password", { grant_type: "password" }, {}, 400, "unsupported_grant_type"],
    ["with what objects have", { grant_type: "constructor" }, {}, 400, "unsupported_grant_type"],
    ["without a code", { grant_type: "authorization_code" }, {}, 400, "invalid_request"],
    [
      "with junk for a code",
      { grant_type: "authorization_code", code: "a\0b", code_verifier: "x" },
      {},
      400,
      "invalid_grant",
    ],
    ["of no app", { client_id: "" }, {}, 400, "invalid_request"],
    ["of an unknown app", { client_id: "app_nobody" }, {}, 401, "invalid_client"],
    ["with a secret that the app has not", { client_secret: "x" }, {}, 401, "invalid_client"],
    ["with broken Basic", {}, { Authorization: "Basic ???" }, 401, "invalid_client"],
    [
      "by Basic without a secret, of an app that has none",
      { client_id: "" },
      { Authorization: "BASIC" },
      400,
      "unsupported_grant_type",
    ],
    ["as JSON", {}, { "Content-Type": "application/json" }, 400, "invalid_request"],
  ])("rejects a request %s", async (_, fields, headers, status, error) => {
    const basic = `Basic ${Buffer.from(`${client.client_id}:`).toString("base64")}`;
    const sent = headers.Authorization === "BASIC" ? { Authorization: basic } : headers;
    const answer = await form("/api/oauth/token", { client_id: client.client_id, ...fields }, sent);
    expect(answer.headers.has("www-authenticate")).toBe(status === 401);
    expect(answer).toMatchObject({ status, json: { error, error_description: expect.any(String) } });
    expect(answer.headers.get("cache-control")).toBe("no-store");
  });

  test("rejects a repeated parameter, too large a body, and other methods", async () => {
    const headers = { "Content-Type": "application/x-www-form-urlencoded" };
    const twice = await send("/api/oauth/token", { method: "POST", text: "client_id=a&client_id=b", headers });
    expect(twice).toMatchObject({ status: 400, json: { error: "invalid_request" } });
    const large = await send("/api/oauth/token", { method: "POST", text: `a=${"x".repeat(20_000)}`, headers });
    expect(large).toMatchObject({ status: 413, json: { error: "invalid_request" } });
    expect(await send("/api/oauth/token")).toMatchObject({ status: 405, json: { error: "invalid_request" } });
  });

  test("accepts only the secret of a confidential app, by Basic or in the form", async () => {
    const headers = { Cookie: cookie, Origin: ORIGIN };
    const fields = { name: "Server", redirectUris: ["https://app.example/cb"], confidential: true };
    const { json } = await send("/api/developer/apps", { method: "POST", json: fields, headers });
    const { id, secret } = json as { id: string; secret: string };
    const basic = (text: string) => ({ Authorization: `Basic ${Buffer.from(text).toString("base64")}` });
    const ask = (sent: Record<string, string>, by: Record<string, string> = {}) =>
      form("/api/oauth/introspect", { token: "junk", ...sent }, by);
    expect(await ask({}, basic(`${id}:${secret}`))).toMatchObject({ status: 200, json: { active: false } });
    expect(await ask({ client_id: id, client_secret: secret })).toMatchObject({ status: 200, json: { active: false } });
    expect(await ask({ client_id: id })).toMatchObject({ status: 401 });
    expect(await ask({ client_id: client.client_id })).toMatchObject({ status: 401 });
    const wrong = await ask({}, basic(`${id}:${secret}x`));
    expect(wrong).toMatchObject({ status: 401, json: { error: "invalid_client" } });
    expect(wrong.headers.get("www-authenticate")).toMatch(/^Basic/);
    expect(await ask({ client_secret: secret }, basic(`${id}:${secret}`))).toMatchObject({ status: 400 });
  });
});

describe("registration", () => {
  test.each<[string, unknown, string]>([
    ["nowhere to go back to", {}, "invalid_redirect_uri"],
    ["a script to go back to", { redirect_uris: ["javascript:alert(1)"] }, "invalid_redirect_uri"],
    [
      "a website that cannot be stored",
      { redirect_uris: [REDIRECT], client_uri: "https://a.example/\u0000" },
      "invalid_client_metadata",
    ],
    ["a name that hides", { redirect_uris: [REDIRECT], client_name: "\u202Enimda" }, "invalid_client_metadata"],
  ])("of an app with %s is rejected", async (_, json, error) => {
    expect(await send("/api/oauth/register", { method: "POST", json })).toMatchObject({ status: 400, json: { error } });
  });
});

describe("consent", () => {
  const page = async (query: Record<string, string>, headers: Record<string, string> = { Cookie: cookie }) =>
    send(`/oauth/authorize?${String(new URLSearchParams(query))}`, { headers });
  const asked = () => ({
    client_id: client.client_id,
    redirect_uri: REDIRECT,
    response_type: "code",
    scope: "read:posts",
    code_challenge: "A".repeat(43),
    code_challenge_method: "S256",
  });

  test("shows the scopes, the redirect and the risk of a local app, and cannot be framed", async () => {
    const { status, text, headers } = await page(asked());
    expect(status).toBe(200);
    for (const words of ["Mirror", "Read your posts", "127.0.0.1:4999", "nobody speaks", "your own device"])
      expect(text).toContain(words);
    expect(text).not.toContain("Create, edit and delete your posts");
    expect(headers.get("content-security-policy")).toContain("frame-ancestors 'none'");
    expect(headers.get("x-frame-options")).toBe("DENY");
  });

  test("of a visitor begins with signing in, and continues", async () => {
    const { status, headers } = await page(asked(), {});
    expect(status).toBe(307);
    const location = new URL(headers.get("location") ?? "", ORIGIN);
    expect(location.pathname).toBe("/login");
    expect(location.searchParams.get("callbackURL")).toContain("/oauth/authorize?client_id=");
  });

  test("is not given for a request with a repeated or malformed parameter, and never redirects by itself", async () => {
    const doubled = await send(`/oauth/authorize?client_id=a&client_id=b`, { headers: { Cookie: cookie } });
    const broken = await page({ ...asked(), code_challenge_method: "plain" });
    const strange = await page({ ...asked(), redirect_uri: "https://evil.example/" });
    for (const { status, text } of [doubled, broken, strange]) {
      expect(status).toBe(200);
      expect(text).toContain("be allowed");
      expect(text).not.toContain("POST /api/oauth/authorizations");
    }
    expect(strange.text).not.toContain('href="https://evil.example');
  });

  test("is not given from another site, or without a session", async () => {
    const json = asked();
    const foreign = { Cookie: cookie, Origin: "https://evil.example" };
    expect((await send("/api/oauth/authorizations", { method: "POST", json, headers: foreign })).status).toBe(403);
    const none = { Origin: ORIGIN };
    expect((await send("/api/oauth/authorizations", { method: "POST", json, headers: none })).status).toBe(401);
  });

  test("is listed in the settings, and revoked with one press", async () => {
    const { access_token: key } = (await authorize("read:profile")) as unknown as TokenResponse;
    const headers = { Cookie: cookie, Origin: ORIGIN };
    const { data } = await listGrantedApps(account.ctx());
    expect(data).toMatchObject([{ id: client.client_id, name: "Mirror", vouchedBy: null }]);
    const ended = await send(`/api/account/apps/${client.client_id}`, { method: "DELETE", headers });
    expect(ended.status).toBe(204);
    expectError(await send("/api/v1/me", { key }), 401, "invalid_key");
  });
});
