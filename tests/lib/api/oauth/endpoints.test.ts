import { expect, test } from "vitest";
import { OAUTH } from "@/lib/api/oauth/endpoints";
import type { Handlers } from "@/lib/http/handlers";
import { findApp } from "@/lib/domain/accounts/apps/clients";
import { appChanges, newApp as newAppSchema } from "@/lib/domain/accounts/apps/schema";
import { newToken } from "@/lib/domain/kernel/credentials";
import { randomBytes } from "@/lib/domain/kernel/id";
import { spend } from "@/lib/infra/limiter/rate-limit";
import type { BudgetName } from "@/lib/infra/limiter/budgets";
import { anyone, newApp, REDIRECT } from "@/tests/lib/domain/accounts/apps/app-fixture";
import { stopClock } from "@/tests/support/stopped-clock";
import { useVariables } from "@/tests/support/variables";

useVariables({ RATE_LIMIT_AUTH_FAILURES: "2/60" });
stopClock();

async function post({ POST }: Handlers, clientIp: string, init: RequestInit) {
  const request = new Request("http://localhost/", { method: "POST", ...init });
  const response = await POST(request, { params: {}, clientIp, waitUntil: () => undefined });
  return { status: response.status, json: (await response.json()) as { error?: string } };
}

/** Asks for the successor of a refresh token that never was. */
const refresh = (clientIp: string, fields: { client_id: string; client_secret?: string }) => {
  const sent = { grant_type: "refresh_token", refresh_token: newToken("refresh", randomBytes), ...fields };
  return post(OAUTH.token, clientIp, { body: new URLSearchParams(sent) });
};

async function exhaust(budget: BudgetName, subject: string): Promise<void> {
  while ((await spend(budget, subject, { whenDown: "local" })).remaining > 0);
}

test("failures of an authenticated app count against the app, not its address", async () => {
  const { app, secret } = await newApp({ confidential: true });
  const credentials = { client_id: app.id, client_secret: secret! };
  const refused = { status: 400, json: { error: "invalid_grant" } };
  for (let call = 0; call < 5; call++) expect(await refresh("192.0.2.1", credentials)).toMatchObject(refused);

  await exhaust("appFailures", app.id);
  expect(await refresh("192.0.2.2", credentials)).toMatchObject({ status: 429 });
  const { app: other, secret: another } = await newApp({ confidential: true });
  expect(await refresh("192.0.2.2", { client_id: other.id, client_secret: another! })).toMatchObject(refused);
});

test("failures without a secret count against the address, whichever app they name", async () => {
  const { app } = await newApp({ confidential: true });
  const { app: open } = await newApp();
  const statuses = [];
  for (const fields of [{ client_id: open.id }, { client_id: app.id, client_secret: "wrong" }, { client_id: open.id }])
    statuses.push((await refresh("192.0.2.3", fields)).status);
  expect(statuses).toEqual([400, 401, 429]);
});

test.each([[""], [null], [undefined]])("an app whose website is %j registers without one", async (client_uri) => {
  const body = JSON.stringify({ client_name: "Mirror", redirect_uris: [REDIRECT], client_uri });
  const { status, json } = await post(OAUTH.registration, "192.0.2.9", {
    headers: { "Content-Type": "application/json" },
    body,
  });
  expect(status).toBe(201);
  expect(json).not.toHaveProperty("client_uri");
});

test("new apps without an owner are bounded for all addresses together, and known ones still work", async () => {
  const headers = { "Content-Type": "application/json" };
  const body = JSON.stringify({ redirect_uris: [REDIRECT] });
  const register = (clientIp: string) => post(OAUTH.registration, clientIp, { headers, body });
  const { status, json } = await register("192.0.2.4");
  expect(status).toBe(201);

  await exhaust("unownedApps", "all");
  expect(await register("192.0.2.5")).toMatchObject({ status: 429, json: { error: "temporarily_unavailable" } });
  const described = "https://client.example/never-asked.json";
  await expect(findApp(anyone(), described)).rejects.toMatchObject({ code: "rate_limited" });
  const { client_id } = json as { client_id: string };
  expect(await findApp(anyone(), client_id)).toMatchObject({ id: client_id });
});

test.each(["Mirror\u202etaht", "\u2066Mirror\u2069", "Mir\u200bror", "\u061cMirror"])(
  "an app cannot take the name %j, which reverses or hides text: neither in the settings nor by registering itself",
  async (name) => {
    const fields = { name, redirectUris: [REDIRECT] };
    expect(newAppSchema.safeParse(fields).success).toBe(false);
    expect(appChanges.safeParse({ name }).success).toBe(false);
    const body = JSON.stringify({ client_name: name, redirect_uris: [REDIRECT] });
    const headers = { "Content-Type": "application/json" };
    const answer = await post(OAUTH.registration, "192.0.2.6", { headers, body });
    expect(answer).toMatchObject({ status: 400, json: { error: "invalid_client_metadata" } });
  },
);
