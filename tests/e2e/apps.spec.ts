import { createHash, randomBytes, randomUUID } from "node:crypto";
import { expect, type Page } from "@playwright/test";
import { test } from "@/tests/support/browser-test";
import { expectAccessible } from "@/tests/support/accessibility";
import { SCOPES } from "@/lib/domain/accounts/keys/scopes";
import { joinAs } from "@/tests/support/member";
import { makeStaff } from "@/tests/support/staff";
import { SLOW } from "@/tests/support/slow";

const REDIRECT = "http://127.0.0.1:4998/callback";

/** Registers an app, and returns its client ID. */
async function registerApp(page: Page): Promise<string> {
  const data = { redirect_uris: [REDIRECT], client_name: "Mirror" };
  const response = await page.request.post("/api/oauth/register", { data });
  return ((await response.json()) as { client_id: string }).client_id;
}

const consentPath = (clientId: string, verifier: string) =>
  `/oauth/authorize?${String(
    new URLSearchParams({
      client_id: clientId,
      redirect_uri: REDIRECT,
      response_type: "code",
      scope: "read:profile write:posts",
      state: "opaque",
      code_challenge: createHash("sha256").update(verifier).digest("base64url"),
      code_challenge_method: "S256",
    }),
  )}`;

/** Returns the query parameters with which the app is redirected to. */
async function backWith(page: Page, press: () => Promise<void>): Promise<URLSearchParams> {
  await page.route(`${REDIRECT}**`, (route) => route.fulfill({ body: "Welcome back" }));
  await press();
  await page.waitForURL(`${REDIRECT}**`);
  return new URL(page.url()).searchParams;
}

test("an app is allowed, acts, and is revoked with one press in the settings", async ({ page, context }) => {
  const { handle } = await joinAs(context, "Grantor");
  const client_id = await registerApp(page);
  const verifier = randomBytes(32).toString("base64url");
  await page.goto(consentPath(client_id, verifier));
  await expect(page.getByRole("heading", { name: "Let “Mirror” act for you?" })).toBeVisible();
  await expect(page.getByRole("list", { name: "What it may do" }).getByRole("listitem")).toHaveText([
    SCOPES["write:posts"],
    SCOPES["read:profile"],
  ]);
  await expectAccessible(page);
  const allow = page.getByRole("button", { name: "Allow" });
  const sent = await backWith(page, () => allow.click());
  expect(sent.get("state")).toBe("opaque");

  const form = { grant_type: "authorization_code", client_id, code: sent.get("code")!, code_verifier: verifier };
  const tokens = await page.request.post("/api/oauth/token", { form });
  const { access_token } = (await tokens.json()) as { access_token: string };
  const me = () => page.request.get("/api/v1/me", { headers: { Authorization: `Bearer ${access_token}` } });
  expect(await (await me()).json()).toMatchObject({ handle });

  await page.goto("/settings/apps");
  await expectAccessible(page);
  const app = page.getByRole("main").getByRole("listitem").filter({ hasText: "Mirror" }).first();
  await app.getByRole("button", { name: "Revoke" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Revoke" }).click();
  await expect(page.getByText("You haven’t allowed an app to act for you.")).toBeVisible();
  expect((await me()).status()).toBe(401);
});

test("an app that is denied learns only that", SLOW, async ({ page, context }) => {
  await joinAs(context, "Refuser");
  await page.goto(consentPath(await registerApp(page), "a verifier of no use"));
  const sent = await backWith(page, () => page.getByRole("link", { name: "Cancel" }).click());
  expect(sent.get("error")).toBe("access_denied");
  expect(sent.has("code")).toBe(false);
});

test("a waiting program is found by its code, and approved", SLOW, async ({ page, context }) => {
  await joinAs(context, "Typist");
  const client_id = "pegboard-cli";
  const form = { client_id, scope: "read:profile" };
  const begun = await page.request.post("/api/oauth/device-authorization", { form });
  const { user_code, device_code } = (await begun.json()) as Record<string, string>;
  await page.goto("/device");
  await expect(page.getByText(/Never type one that somebody sent you/)).toBeVisible();
  const code = page.getByLabel("Code");
  await expect(code).toBeFocused();
  await expectAccessible(page);
  await expect(async () => {
    await code.fill("BBBB-BBBB");
    await page.getByRole("button", { name: "Continue" }).click();
    await expect(page.getByText(/No program waits for this code/).first()).toBeVisible({ timeout: 2000 });
  }).toPass();
  await expect(code).toHaveValue("BBBB-BBBB");
  await code.fill(user_code!.toLowerCase());
  await code.press("Enter");
  await expect(page.getByRole("heading", { name: "Let “Pegboard command line” act for you?" })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("button", { name: "Allow" }).click();
  await expect(page.getByText(/may act for you now/)).toBeVisible();
  const grant_type = "urn:ietf:params:oauth:grant-type:device_code";
  const tokens = await page.request.post("/api/oauth/token", {
    form: { grant_type, client_id, device_code: device_code! },
  });
  expect(tokens.status()).toBe(200);
});

test("an app is registered with a secret that is shown once", SLOW, async ({ page, context }) => {
  await joinAs(context, "Founder");
  await page.goto("/settings/developer");
  const dialog = page.getByRole("dialog");
  await expect(async () => {
    await page.getByRole("button", { name: "Register an app" }).click();
    await expect(dialog).toBeVisible({ timeout: 2000 });
  }).toPass();
  await dialog.getByLabel("Name").fill("Weather bot");
  await dialog.getByLabel("Redirect URIs").fill("http://weather.example/callback");
  await dialog.getByLabel(/can keep a secret/).check();
  await dialog.getByRole("button", { name: "Register", exact: true }).click();
  await expect(dialog.getByText(/begins with https:/).first()).toBeVisible();
  await expect(dialog.getByLabel("Name")).toHaveValue("Weather bot");
  await expectAccessible(page, { within: "[role=dialog]" });
  await dialog.getByLabel("Redirect URIs").fill("https://weather.example/callback");
  await dialog.getByRole("button", { name: "Register", exact: true }).click();
  await expect(dialog.getByText(/^pb_client_/)).toBeVisible();
  await page.keyboard.press("Escape");
  await dialog.getByRole("button", { name: "Done" }).click();
  await expect(page.getByText("https://weather.example/callback")).toBeVisible();
  await expect(page.getByText(/^pb_client_/)).toHaveCount(0);
});

test("an admin blocks an app: it can no longer act, and its developer reads why", SLOW, async ({ browser }) => {
  const open = async (name: string) => {
    const page = await (await browser.newContext({ baseURL: process.env.BASE_URL })).newPage();
    return { page, member: await joinAs(page.context(), name) };
  };
  const [admin, developer] = [await open("Adam"), await open("Maker")];
  await makeStaff(admin.member, "ADMIN");
  const name = `Spammer ${randomUUID()}`;
  const data = { name, redirectUris: [REDIRECT] };
  const headers = { Origin: new URL(process.env.BASE_URL!).origin };
  const registered = await developer.page.request.post("/api/developer/apps", { data, headers });
  const { id } = (await registered.json()) as { id: string };

  await admin.page.goto("/admin/apps");
  await admin.page.getByRole("searchbox", { name: "Search name or client ID" }).fill(name.slice(0, 20));
  await admin.page.getByRole("button", { name: "Search", exact: true }).click();
  const row = admin.page.getByRole("listitem").filter({ hasText: name });
  const dialog = admin.page.getByRole("dialog");
  await expect(async () => {
    await row.getByRole("button", { name: "Block" }).click();
    await expect(dialog).toBeVisible({ timeout: 2000 });
  }).toPass();
  await dialog.getByLabel("Reason").fill("It posts spam.");
  await expectAccessible(admin.page, { within: "[role=dialog]" });
  await dialog.getByRole("button", { name: "Block app" }).click();
  await expect(row.getByText(/It posts spam/)).toBeVisible();
  await expectAccessible(admin.page);

  await developer.page.goto(consentPath(id, "a verifier of no use"));
  await expect(developer.page.getByText("The staff of this site has blocked this app.")).toBeVisible();
  await developer.page.goto("/settings/developer");
  await expect(developer.page.getByText(/It posts spam/)).toBeVisible();
  await developer.page.getByRole("link", { name: "Requests" }).first().click();
  await expect(developer.page.getByRole("heading", { name: `Requests of ${name}` })).toBeVisible();
  await expect(developer.page.getByText("It acts for 0 accounts")).toBeVisible();
  await expectAccessible(developer.page);

  await row.getByRole("button", { name: "Unblock" }).click();
  await admin.page.getByRole("alertdialog").getByRole("button", { name: "Unblock" }).click();
  // The list is hidden while the dialog is open, so an empty list would prove nothing before it closes.
  await expect(row.getByRole("button", { name: "Block", exact: true })).toBeVisible();
  await developer.page.goto(consentPath(id, "a verifier of no use"));
  await expect(developer.page.getByRole("button", { name: "Allow" })).toBeVisible();
});
