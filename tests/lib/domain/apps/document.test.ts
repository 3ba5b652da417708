import http from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { findApp, readDocument } from "@/lib/domain/apps/clients";
import { DOCUMENT } from "@/lib/domain/apps/rules";
import { env } from "@/lib/infra/environment/env";
import { anyone } from "./app-fixture";
import { newPerson } from "@/tests/support/people";

let base: string;
let asked = 0;
let respond: (response: http.ServerResponse, url: string) => void;
const server = http.createServer((request, response) => {
  asked += 1;
  respond(response, `${base}${request.url}`);
});

const allowed = env().webhooks.allowPrivateTargets;
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => void server.close());
afterEach(() => void (env().webhooks.allowPrivateTargets = allowed));

const described = (url: string, more: object = {}) => ({
  client_id: url,
  client_name: "Reader",
  redirect_uris: ["http://127.0.0.1/cb"],
  ...more,
});
const json = (value: unknown, headers: http.OutgoingHttpHeaders = {}) => {
  respond = (response) =>
    void response.writeHead(200, { "Content-Type": "application/json", ...headers }).end(JSON.stringify(value));
};
let count = 0;
const nextUrl = () => `${base}/app-${(count += 1)}.json`;

describe("an app with a metadata document", () => {
  test("is identified by the document's URL, which is fetched again when it is stale", async () => {
    env().webhooks.allowPrivateTargets = true;
    const url = nextUrl();
    json(described(url), { "Cache-Control": "max-age=600" });
    const before = asked;
    const first = await findApp(anyone(), url);
    expect(first).toMatchObject({ name: "Reader", documentUrl: url, redirectUris: ["http://127.0.0.1/cb"] });
    expect((await findApp(anyone(), url)).id).toBe(first.id);
    expect(asked - before).toBe(1);
    json(described(url, { client_name: "Writer" }));
    expect(await findApp(anyone(new Date(Date.now() + 601_000)), url)).toMatchObject({ id: first.id, name: "Writer" });
    expect(asked - before).toBe(2);
  });

  test("is one app, however many requests arrive at once", async () => {
    env().webhooks.allowPrivateTargets = true;
    const url = nextUrl();
    json(described(url));
    const found = await Promise.all(Array.from({ length: 10 }, () => findApp(anyone(), url)));
    expect(new Set(found.map(({ id }) => id)).size).toBe(1);
  });

  test("is fetched a bounded number of times per account", async () => {
    env().webhooks.allowPrivateTargets = true;
    json({});
    const person = await newPerson();
    const tries = await Promise.allSettled(Array.from({ length: 70 }, () => findApp(person, nextUrl())));
    const codes = tries.map((attempt) => (attempt.status === "rejected" ? attempt.reason.code : ""));
    expect(codes.filter((code) => code === "rate_limited")).toHaveLength(10);
  });

  test.each<[string, unknown]>([
    ["is no JSON", undefined],
    ["is a list", []],
    ["names another address", { client_id: "https://example.com/app.json", redirect_uris: ["https://a.example/"] }],
    ["has no redirect", { redirect_uris: [] }],
    ["has a redirect to a script", { redirect_uris: ["javascript:alert(1)"] }],
    ["hides its name", { client_name: "\u202Enimda" }],
    ["wants to keep a secret", { token_endpoint_auth_method: "client_secret_basic" }],
  ])("is rejected if it %s", async (_, wrong) => {
    env().webhooks.allowPrivateTargets = true;
    const url = nextUrl();
    const value = typeof wrong === "object" && !Array.isArray(wrong) ? described(url, wrong as object) : wrong;
    json(value);
    await expect(readDocument(url)).rejects.toMatchObject({ code: "invalid_client" });
  });

  test("is rejected if its document is too large, redirects, fails, or breaks off", async () => {
    env().webhooks.allowPrivateTargets = true;
    const url = nextUrl();
    const large = JSON.stringify(described(url, { more: "x".repeat(DOCUMENT.maxBytes) }));
    const wrong: (typeof respond)[] = [
      (response) => void response.writeHead(200, { "Content-Type": "text/plain" }).end(JSON.stringify(described(url))),
      (response) => void response.writeHead(200, { "Content-Type": "application/json" }).end(large),
      (response) => void response.writeHead(302, { Location: `${base}/else` }).end(),
      (response) => void response.writeHead(500).end(),
      (response) => void response.destroy(),
    ];
    for (const answer of wrong) {
      respond = answer;
      await expect(readDocument(url)).rejects.toMatchObject({ code: "invalid_client" });
    }
  });
});

test.each([
  "http://example.com/app.json",
  "https://127.0.0.1/app.json",
  "https://[::1]/app.json",
  "https://169.254.169.254/latest/meta-data",
  "https://localhost/app.json",
  "https://internal.local/app.json",
  "https://user:pass@example.com/app.json",
  "https://example.com/",
  "https://example.com/app.json?x=1",
  "https://example.com/app.json#x",
  "https://example.com/a/../app.json",
  "https://EXAMPLE.com/app.json",
  `https://example.com/${"a".repeat(600)}`,
])("no document is fetched from %s", async (url) => {
  env().webhooks.allowPrivateTargets = false;
  const before = asked;
  await expect(readDocument(url)).rejects.toMatchObject({ code: "invalid_client" });
  expect(asked).toBe(before);
});
