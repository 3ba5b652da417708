import { describe, expect, test } from "vitest";
import { LINKED_PATH } from "@/lib/auth/linking";
import { BASE_URL, send } from "@/tests/support/api";
import { newAccount } from "@/tests/support/api-accounts";
import { sessionCookieOf } from "@/tests/support/session-cookie";

const JSON_TYPE = { "Content-Type": "application/json" };
const refused = (status: number, text: string) => ({ status, json: { error: expect.stringContaining(text) } });

describe("requests that next-auth cannot read", () => {
  test.each([
    "{",
    "[]",
    "null",
    '"text"',
    '{"login":{"a":1},"password":["b"]}',
    '{"login":5}',
    '{"callbackUrl":"http://["}',
    '{"callbackUrl":"javascript:alert(1)"}',
  ])("the body %s is rejected", async (text) => {
    for (const path of ["callback/credentials", "signout", "session"]) {
      expect(await send(`/api/auth/${path}`, { method: "POST", text, headers: JSON_TYPE })).toMatchObject({
        status: 400,
        json: { error: expect.any(String) },
      });
    }
  });

  test("a body of another type, and one that is too large, are rejected as everywhere", async () => {
    expect(
      await send("/api/auth/signout", { method: "POST", text: "x", headers: { "Content-Type": "text/plain" } }),
    ).toMatchObject(refused(415, "JSON"));
    expect(
      await send("/api/auth/signout", {
        method: "POST",
        text: `a=${"x".repeat(300_000)}`,
        headers: { "Content-Type": "application/x-www-form-urlencoded" },
      }),
    ).toMatchObject(refused(413, "16 KiB"));
  });

  test("an invalid callback URL is rejected, in the query and in the cookie", async () => {
    for (const method of ["GET", "POST"]) {
      expect(await send("/api/auth/csrf", { method, query: { callbackUrl: "http://[" } })).toMatchObject(
        refused(400, "callbackUrl"),
      );
      expect(
        await send("/api/auth/csrf", { method, headers: { Cookie: "next-auth.callback-url=http://[" } }),
      ).toMatchObject(refused(400, "callbackUrl"));
    }
  });

  test("an absent body counts as {}", async () => {
    expect((await send("/api/auth/signout", { method: "POST", text: "", headers: JSON_TYPE })).status).toBe(302);
  });

  test("the password's path allows only POST", async () => {
    const { status, headers } = await send("/api/auth/callback/credentials");
    expect({ status, allow: headers.get("allow") }).toEqual({ status: 405, allow: "POST" });
  });
});

describe("who comes back from Discord without its consent", () => {
  const comeBack = (error: string, callbackPath: string, cookie = "") =>
    send("/api/auth/callback/discord", {
      method: "GET",
      query: { error, state: "x" },
      headers: { Cookie: `next-auth.callback-url=${encodeURIComponent(BASE_URL + callbackPath)}; ${cookie}` },
    }).then(({ headers }) => headers.get("location")?.replace(BASE_URL, ""));

  test("reads on the login page why, and goes on to where they wanted", async () => {
    const path = "/login?error=ConsentDeclined&callbackURL=%2Fcoins";
    expect(await comeBack("access_denied", "/coins")).toBe(path);
    expect((await send(path)).text).toContain("You didn’t agree there");
    expect(await comeBack("server_error", "/")).toBe("/login?error=Callback&callbackURL=%2F");
  });

  test("reads in the settings why, if they wanted to link their account", async () => {
    const cookie = await sessionCookieOf((await newAccount()).ctx());
    for (const [error, outcome, words] of [
      ["access_denied", "declined", "You didn’t agree on Discord"],
      ["temporarily_unavailable", "failed", "Discord didn’t answer as it should"],
    ] as const) {
      const path = `/settings/account?discord=${outcome}`;
      expect(await comeBack(error, LINKED_PATH, cookie)).toBe(path);
      expect((await send(path, { headers: { Cookie: cookie } })).text).toContain(words);
    }
  });
});

test("signing in by JSON works, and goes nowhere else", async () => {
  const csrf = await send("/api/auth/csrf");
  const cookies = csrf.headers
    .getSetCookie()
    .map((cookie) => cookie.split(";", 1)[0])
    .join("; ");
  const { csrfToken } = csrf.json as { csrfToken: string };
  const login = {
    csrfToken,
    login: "ada",
    password: process.env.DEMO_PASSWORD,
    json: true,
    callbackUrl: "https://evil.example/",
  };
  const { status, headers, json } = await send("/api/auth/callback/credentials", {
    method: "POST",
    json: login,
    headers: { Cookie: cookies },
  });
  expect({ status, json }).toEqual({ status: 200, json: { url: new URL(process.env.NEXTAUTH_URL!).origin } });
  expect(headers.getSetCookie().join()).toContain("next-auth.session-token=");
});

test.each([
  ["/／x", "/%EF%BC%8Fx"],
  ["/\\evil.example", ""],
  ["//evil.example", ""],
  ["/coins?show=drops#é", "/coins?show=drops#%C3%A9"],
])("a correct password with the callback URL %j redirects to %j on this site", async (callbackUrl, path) => {
  const csrf = await send("/api/auth/csrf");
  const cookies = csrf.headers
    .getSetCookie()
    .map((cookie) => cookie.split(";", 1)[0])
    .join("; ");
  const { csrfToken } = csrf.json as { csrfToken: string };
  for (const json of [true, false]) {
    const answer = await send("/api/auth/callback/credentials", {
      method: "POST",
      json: { csrfToken, login: "ada", password: process.env.DEMO_PASSWORD, json, callbackUrl },
      headers: { Cookie: cookies },
    });
    expect(json ? (answer.json as { url: string }).url : answer.headers.get("location")).toBe(
      new URL(process.env.NEXTAUTH_URL!).origin + path,
    );
  }
});

test("a time out of range is rejected by name", async () => {
  for (const after of [
    "0000-01-01T00:00:00Z",
    "9999-12-31T23:59:59Z",
    `2026-01-01T00:00:00.${"1".repeat(500)}Z`,
    "soon",
  ]) {
    const { status, json } = await send("/api/timeline/newer", { query: { feed: "everyone", after } });
    if (after.startsWith("2026")) expect(status).toBe(200);
    else expect({ status, json }).toMatchObject({ status: 400, json: { issues: [{ path: "after" }] } });
  }
});
