import { expect, test } from "@playwright/test";
import { joinAs } from "@/tests/support/member";
import { SLOW } from "@/tests/support/slow";

const LONGEST_NAME = "W".repeat(50);

test("words without spaces widen no page on a phone", async ({ page, context }) => {
  const { handle } = await joinAs(context, LONGEST_NAME);
  const { request } = context;
  const long = "W".repeat(60);
  const answers = [
    await request.post("/api/users/ada/follow"),
    await request.post("/api/posts", { data: { content: `@${handle} ${"W".repeat(250)}` } }),
    await request.post("/api/developer/keys", { data: { name: long, scopes: ["read:posts"] } }),
    await request.post("/api/developer/apps", { data: { name: long, redirectUris: [`https://example.com/${long}`] } }),
    await request.post("/api/webhooks", {
      data: { url: `https://example.com/${long}`, events: ["*"], description: long },
    }),
    await request.post("/api/rooms", { data: { name: long } }),
    await request.post("/api/ranked", { data: { game: "duel", opponent: "ada" } }),
  ];
  for (const answer of answers) expect(answer.ok(), `${answer.url()}: ${await answer.text()}`).toBe(true);

  const duel = (await answers.at(-1)!.json()) as { id: string };
  await page.setViewportSize({ width: 360, height: 740 });
  const paths = [
    "/",
    `/users/${handle}`,
    "/settings/developer",
    "/settings/security",
    "/rooms",
    "/ranked",
    `/ranked/${duel.id}`,
  ];
  for (const path of paths) {
    await page.goto(path);
    await expect(page.getByRole("main")).toBeVisible();
    expect(await page.evaluate(() => document.documentElement.scrollWidth), path).toBe(360);
  }
});

test("at twice the size of text, no page is wider than a phone", SLOW, async ({ page, context }) => {
  await joinAs(context, "Ada Moreno");
  await context.request.post("/api/ranked", { data: { game: "duel", opponent: "ada" } });
  await page.setViewportSize({ width: 360, height: 740 });
  // The browser's setting, which also scales the breakpoints.
  const browserSettings = await context.newCDPSession(page);
  await browserSettings.send("Page.setFontSizes", { fontSizes: { standard: 32, fixed: 26 } });
  const paths = [
    "/?feed=everyone",
    "/users/ada",
    "/users/ada/followers",
    "/ranked",
    "/coins",
    "/coins/fairness",
    "/leaderboards/plinko",
    "/settings/safety",
    "/settings/developer/requests",
  ];
  for (const path of paths) {
    await page.goto(path);
    await expect(page.getByRole("main")).toBeVisible();
    await expect(page.locator("html")).toHaveCSS("font-size", "32px");
    expect(await page.evaluate(() => document.documentElement.scrollWidth), path).toBe(360);
  }
});

test("the reference page with the most sections fits a tablet, and its menu is visible", SLOW, async ({ page }) => {
  await page.setViewportSize({ width: 768, height: 900 });
  await page.goto("/docs/api/schemas");
  await expect(page.getByLabel("Go to a section")).toHaveJSProperty("value", "schema-Achievement");
  const menu = (await page.getByLabel("Go to a section").boundingBox())!;
  expect(menu.width).toBeGreaterThan(100);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(768);
});

test("right-to-left text is laid out from right to left", SLOW, async ({ page, context }) => {
  await joinAs(context, "مُحمّد الطويل جدًّا بن عبد الرحمن");
  await page.goto("/posts/new");
  const text = page.getByRole("textbox").first();
  await text.fill("هذا منشور، 123!");
  await page.getByRole("button", { name: "Post", exact: true }).click();
  const shown = page.getByRole("article").getByText("هذا منشور، 123!");
  await expect(shown).toHaveCSS("direction", "rtl");
});
