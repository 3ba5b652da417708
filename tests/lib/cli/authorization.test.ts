import { readFileSync } from "node:fs";
import path from "node:path";
import { afterAll, afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { authorize, revoke } from "@/lib/cli/authorization";
import { login, logout } from "@/lib/cli/program";
import { tailLogs } from "@/lib/cli/logs";
import { connectionTo, profileFile, saveProfile, siteOf } from "@/lib/cli/profiles";
import type { Transport } from "@/lib/openapi/client/runtime";
import { temporaryFolder } from "@/tests/support/temporary-folder";

vi.mock("@/lib/cli/package", () => ({ PACKAGE: { version: "0", homepage: "https://home.example" } }));

const SITE = "https://a.example";
const SERVER = {
  issuer: SITE,
  token_endpoint: `${SITE}/token`,
  device_authorization_endpoint: `${SITE}/device`,
  revocation_endpoint: `${SITE}/revoke`,
  scopes_supported: ["read:feed"],
};
const EXPIRED = { access: "old", refresh: "r", expiresAt: 0 };
const RENEWED = { access_token: "new", refresh_token: "next", expires_in: 3600 };
const folder = temporaryFolder(afterAll);
let homes = 0;

beforeEach(() => {
  vi.stubEnv("XDG_CONFIG_HOME", path.join(folder, String((homes += 1))));
  vi.spyOn(process.stderr, "write").mockReturnValue(true);
});
afterEach(() => {
  vi.unstubAllEnvs();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

/** A site whose endpoints answer this, the last of several again and again. */
function site(answers: Record<string, unknown[]>, server: object = SERVER) {
  vi.stubGlobal("fetch", async (address: string) => {
    const { pathname } = new URL(address);
    const [answer, ...later] = pathname.startsWith("/.well-known/") ? [server] : (answers[pathname] ?? []);
    if (later.length > 0) answers[pathname] = later;
    if (answer === undefined) throw new TypeError("fetch failed");
    const { status = 200, ...body } = answer as { status?: number };
    return new Response(JSON.stringify(body), { status });
  });
}

describe("signing in", () => {
  test("continues after the server was unavailable for a moment", async () => {
    const begun = { device_code: "d", user_code: "BBBB-BBBB", verification_uri_complete: SITE, interval: -4.99 };
    site({ "/device": [begun], "/token": [{ status: 503, error: "temporarily_unavailable" }, RENEWED] });
    expect(await authorize(SITE, undefined, () => undefined)).toMatchObject({ access: "new", refresh: "next" });
  });

  test("trusts no site that names another as its issuer", async () => {
    site({}, { ...SERVER, issuer: "https://evil.example" });
    await expect(login(SITE, undefined)).rejects.toThrow("--site https://evil.example");
    await expect(revoke(SITE, EXPIRED)).rejects.toThrow("calls itself");
  });

  test("out keeps the refresh token while the site cannot be reached", async () => {
    saveProfile(SITE, { handle: "ada", tokens: EXPIRED });
    site({ "/revoke": [] });
    await expect(logout(SITE)).rejects.toThrow("cannot be reached");
    expect(readFileSync(profileFile(SITE), "utf8")).toContain('"refresh": "r"');
  });
});

test("renewing tokens does not change which site commands go to", async () => {
  saveProfile(SITE, { handle: "ada", tokens: EXPIRED });
  saveProfile("https://b.example", { handle: "ada", key: "k" });
  site({ "/token": [RENEWED] });
  const { key } = connectionTo(SITE);
  expect(typeof key === "string" ? key : await key()).toBe("new");
  expect(siteOf(undefined)).toBe("https://b.example");
});

test("requests are shown by the server's clock, even if this machine's is wrong", async () => {
  const shown: string[] = [];
  vi.spyOn(process.stdout, "write").mockImplementation((line) => Boolean(shown.push(String(line))));
  const behindMs = 3_600_000;
  let asked = 0;
  const list = () => {
    asked += 1;
    const at = { createdAt: new Date(Date.now() - behindMs).toISOString() };
    const data = [{ id: `req_${asked}`, operation: "GET /api/v1/me", status: 200, error: null, durationMs: 1, ...at }];
    if (asked === 4) throw new Error("enough");
    return Object.assign(Promise.resolve({ data }), {
      async *[Symbol.asyncIterator]() {
        yield* data;
      },
    });
  };
  await expect(tailLogs({ list } as unknown as Transport, {}, "json")).rejects.toThrow("enough");
  expect(shown.join("")).toContain("req_3");
});
