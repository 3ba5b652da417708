import { randomUUID } from "node:crypto";
import { expect } from "@playwright/test";
import { test } from "@/tests/support/browser-test";
import { joinAs } from "@/tests/support/member";
import { coinsOf } from "@/tests/support/next-drop";
import { SLOW } from "@/tests/support/slow";

test("a build is sold once: both balances change, and both histories list the sale", async ({
  page,
  context,
  browser,
}) => {
  const builder = await joinAs(context, "Builder");
  const title = `Oak clock ${randomUUID().slice(0, 8)}`;
  await page.goto("/builds");
  await page.getByRole("link", { name: "Publish a build" }).click();
  await page.getByLabel("Name").fill(title);
  await page.getByLabel("Describe it in a sentence or two").fill("A clock that is late on purpose.");
  await page.getByLabel("For", { exact: true }).selectOption({ label: "Hardware" });
  await page.getByLabel("Price in coins").fill("4");
  await page.getByLabel("Made with").fill("Oak, Brass, oak");
  await page.getByLabel("Readme").fill("# How it runs\n\nSlowly.");
  await page.getByRole("button", { name: "Publish the build" }).click();
  await expect(page.getByRole("heading", { level: 1, name: title })).toBeVisible();
  await expect(page.getByRole("definition").filter({ hasText: "Brass" })).toHaveText("OakBrass");
  const address = new URL(page.url()).pathname;

  const market = await browser.newContext();
  const buyer = await joinAs(market, "Buyer");
  const shop = await market.newPage();
  await shop.goto(address);
  await shop.getByRole("button", { name: /^Buy for/ }).click();
  await shop.getByRole("button", { name: "Pay 4 coins" }).click();
  await expect(shop.getByText("Yours", { exact: true })).toBeVisible();
  await expect(shop.getByRole("banner").getByRole("link", { name: /coins?$/ })).toContainText("6 coins");
  expect([await coinsOf(buyer.handle), await coinsOf(builder.handle)]).toEqual([6, 14]);
  expect((await market.request.post(`/api${address}/buy`, { data: { price: 4 } })).status()).toBe(409);
  expect([await coinsOf(buyer.handle), await coinsOf(builder.handle)]).toEqual([6, 14]);

  await shop.goto("/coins/history");
  await expect(shop.getByRole("main").getByText(/[−-]4/).first()).toBeVisible();
  await page.goto("/coins/history");
  await expect(page.getByRole("main").getByText(/\+4/).first()).toBeVisible();
  await page.goto("/notifications");
  await expect(page.getByRole("link", { name: new RegExp(`bought.*${title}|${title}.*bought`) })).toBeVisible();
});

test("a build shows a cover, screenshots and pictures in its readme, which its author changes", async ({
  page,
  context,
}) => {
  const [SMALL, LARGE] = ["public/icon-192.png", "public/icon-512.png"];
  await joinAs(context, "Illustrator");
  const title = `Oak loom ${randomUUID().slice(0, 8)}`;
  await page.goto("/builds/new");
  await page.getByLabel("Name").fill(title);
  await page.getByLabel("Describe it in a sentence or two").fill("Weaves while you sleep.");
  await page.getByLabel("For", { exact: true }).selectOption({ label: "Hardware" });
  await page.getByLabel("Add a cover").setInputFiles(LARGE);
  await page.getByLabel("Description of cover 1").fill("The loom");
  await page.getByLabel("Add screenshots").setInputFiles([SMALL, LARGE]);
  await page.getByLabel("Description of screenshot 1").fill("Its shuttle");
  await page.getByLabel("Readme").fill("# How it weaves\n\n");
  await page.getByLabel("Add pictures").setInputFiles(SMALL);
  await expect(page.getByLabel("Readme")).toHaveValue(/!\[Describe it\]\(\/api\/media\/media_\w+\)/);
  await page.keyboard.type("The treadle");
  await page.getByRole("button", { name: "Publish the build" }).click();
  await expect(page.getByRole("heading", { level: 1, name: title })).toBeVisible();
  const loaded = (name: string) =>
    page
      .getByRole("img", { name })
      .evaluate((image: HTMLImageElement) => image.decode().then(() => image.naturalWidth));
  expect([await loaded("The loom"), await loaded("Its shuttle"), await loaded("The treadle")]).toEqual([512, 192, 192]);

  await page.getByRole("list", { name: "Screenshots" }).getByRole("link").first().click();
  const viewer = page.getByRole("dialog", { name: /^Picture/ });
  await expect(viewer.getByText("2 of 3")).toBeVisible();
  await page.keyboard.press("ArrowLeft");
  await expect(viewer.getByRole("img", { name: "The loom" })).toBeVisible();
  await page.keyboard.press("Escape");

  await page.getByRole("link", { name: "Edit the build" }).click();
  await page.getByRole("button", { name: "Remove cover 1" }).click();
  await page.getByRole("button", { name: "Remove screenshot 2" }).click();
  await page.getByRole("button", { name: "Save changes" }).click();
  await expect(page.getByRole("heading", { level: 1, name: title })).toBeVisible();
  await expect(page.getByRole("list", { name: "Screenshots" }).getByRole("img")).toHaveCount(1);
  await expect(page.getByRole("img", { name: "The loom" })).toHaveCount(0);
  expect(await loaded("The treadle")).toBe(192);
});

test("an unsaved readme is only discarded after confirmation", SLOW, async ({ page, context }) => {
  await joinAs(context, "Writer");
  const agree = (agrees: boolean) => page.once("dialog", (dialog) => (agrees ? dialog.accept() : dialog.dismiss()));
  await page.goto("/builds");
  await page.getByRole("main").getByRole("link", { name: "Publish a build" }).first().click();
  await page.getByLabel("Readme").fill("An evening's work.");
  agree(false);
  await page.getByRole("link", { name: "Search" }).first().click();
  await expect(page.getByLabel("Readme")).toHaveValue("An evening's work.");
  const asked = page.waitForEvent("dialog");
  agree(false);
  await page.evaluate(() => history.back());
  await asked;
  await expect(page.getByLabel("Readme")).toHaveValue("An evening's work.");
  await expect(page).toHaveURL("/builds/new");
  agree(true);
  await page.getByRole("link", { name: "Search" }).first().click();
  await expect(page).toHaveURL("/search");
});

test(
  "a buyer who sees an outdated price is asked again with the new one before paying",
  SLOW,
  async ({ context, browser }) => {
    await joinAs(context, "Raiser");
    const draft = {
      title: `Sundial ${randomUUID().slice(0, 8)}`,
      description: "Needs no battery.",
      category: "hardware",
      technologies: [],
      price: 4,
      repoUrl: null,
      demoUrl: null,
      readme: "Point it north.",
    };
    const { slug } = (await (await context.request.post("/api/builds", { data: draft })).json()) as { slug: string };
    const market = await browser.newContext();
    const buyer = await joinAs(market, "Careful");
    const shop = await market.newPage();
    await shop.goto(`/builds/${slug}`);
    await shop.getByRole("button", { name: "Buy for 4" }).click();
    await context.request.patch(`/api/builds/${slug}`, { data: { ...draft, price: 9 } });
    await shop.getByRole("button", { name: "Pay 4 coins" }).click();
    await expect(shop.getByRole("alertdialog")).toContainText("The price has changed: it is 9 coins now.");
    expect(await coinsOf(buyer.handle)).toBe(10);
    await shop.getByRole("button", { name: "Pay 9 coins" }).click();
    await expect(shop.getByText("Yours", { exact: true })).toBeVisible();
    expect(await coinsOf(buyer.handle)).toBe(1);
  },
);

test(
  "an author edits a build and takes it down; others get a 404 for those pages",
  SLOW,
  async ({ page, context, browser }) => {
    await joinAs(context, "Maker");
    const draft = {
      title: `Stool ${randomUUID().slice(0, 8)}`,
      description: "Three legs, no wobble.",
      category: "hardware",
      technologies: [],
      price: null,
      repoUrl: null,
      demoUrl: null,
      readme: "Three legs.",
    };
    const { slug } = (await (await context.request.post("/api/builds", { data: draft })).json()) as { slug: string };
    const other = await browser.newContext();
    await joinAs(other, "Other");
    expect((await other.request.get(`/builds/${slug}/edit`)).status()).toBe(404);
    expect((await other.request.patch(`/api/builds/${slug}`, { data: draft })).status()).toBe(404);

    await page.goto(`/builds/${slug}`);
    await page.getByRole("link", { name: "Edit the build" }).click();
    await page.getByLabel("Describe it in a sentence or two").fill("Four legs, some wobble.");
    await page.getByRole("button", { name: "Save changes" }).click();
    await expect(page).toHaveURL(`/builds/${slug}`);
    await expect(page.getByRole("main").getByText("Four legs, some wobble.")).toBeVisible();

    await page.getByRole("link", { name: "Edit the build" }).click();
    await page.getByRole("button", { name: "Remove it" }).click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Remove it" }).click();
    await expect(page).toHaveURL("/builds");
    expect((await page.request.get(`/builds/${slug}`)).status()).toBe(404);
  },
);

test("liking a build notifies its author", SLOW, async ({ page, context, browser }) => {
  await joinAs(context, "Joiner");
  const draft = {
    title: "A dovetail, at last",
    description: "Cut by hand, twice.",
    category: "tools",
    technologies: [],
    price: null,
    repoUrl: null,
    demoUrl: null,
    readme: "Cut by hand.",
  };
  const { slug } = (await (await context.request.post("/api/builds", { data: draft })).json()) as { slug: string };
  const reader = await browser.newContext();
  await joinAs(reader, "Admirer");
  await reader.request.post(`/api/builds/${slug}/like`);
  await reader.request.post(`/api/builds/${slug}/comments`, { data: { content: "How long did it take?" } });
  await page.goto("/notifications");
  await expect(page.getByRole("link", { name: "Admirer liked your build" })).toHaveAttribute("href", `/builds/${slug}`);
  await expect(page.getByRole("link", { name: "Admirer commented on your build" })).toBeVisible();
});
