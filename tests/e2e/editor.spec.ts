import { randomUUID } from "node:crypto";
import { expect } from "@playwright/test";
import { test } from "@/tests/support/browser-test";
import { makeEditor } from "@/tests/support/editor";
import { joinAs } from "@/tests/support/member";
import { SLOW } from "@/tests/support/slow";

test(
  "an editor writes and edits a blog post, which readers and the feeds show",
  SLOW,
  async ({ page, context, browser }) => {
    const editor = await joinAs(context, "Editor");
    await makeEditor(editor);
    const title = `On shelves ${randomUUID().slice(0, 8)}`;
    await page.goto("/blog");
    await page.getByRole("link", { name: "Write", exact: true }).click();
    await page.getByLabel("Title").fill(title);
    await page.getByLabel("Description").fill("Why a shelf is straight until it is loaded.");
    await page.getByLabel("Tags").fill("wood, Small tools");
    await page.getByLabel("Text").fill("## Sagging\n\nA **long** shelf sags.");
    await page.getByRole("button", { name: "Preview" }).click();
    await expect(page.getByRole("heading", { name: "Sagging" })).toBeVisible();
    const held = await page.getByLabel("Text").inputValue();
    await page.getByRole("button", { name: "Write", exact: true }).click();
    await page.getByLabel("Text").fill("> ".repeat(5_000));
    await page.getByRole("button", { name: "Preview" }).click();
    await expect(page.getByText("at most 12 lists and quotes within one another")).toBeVisible();
    await page.getByRole("button", { name: "Write", exact: true }).click();
    await page.getByLabel("Text").fill(held);
    await page.getByRole("button", { name: "Publish" }).click();
    await expect(page).toHaveURL(/\/blog\/on-shelves-/);
    const address = new URL(page.url()).pathname;

    const reader = await (await browser.newContext()).newPage();
    await reader.goto(address);
    await expect(reader.getByRole("heading", { level: 1 })).toHaveText(title);
    await expect(reader.getByText("#small-tools")).toBeVisible();
    await expect(reader.getByRole("link", { name: "Edit", exact: true })).toHaveCount(0);
    for (const feed of ["rss.xml", "atom.xml"])
      expect(await (await reader.request.get(`/blog/${feed}`)).text()).toContain(title);

    await page.getByRole("link", { name: "Edit", exact: true }).click();
    await expect(page.getByLabel("Text")).toHaveValue(/A \*\*long\*\* shelf sags/);
    await page.getByLabel("Title").fill(`${title}, again`);
    await page.getByRole("button", { name: "Save changes" }).click();
    await expect(page).toHaveURL(address);
    await reader.reload();
    await expect(reader.getByRole("heading", { level: 1 })).toHaveText(`${title}, again`);

    await page.getByRole("link", { name: "Edit", exact: true }).click();
    await page.getByRole("button", { name: "Remove" }).click();
    await page.getByRole("button", { name: "Remove it" }).click();
    await expect(page).toHaveURL("/blog");
    expect((await reader.goto(address))?.status()).toBe(404);
    expect(await (await reader.request.get("/blog/rss.xml")).text()).not.toContain(title);
  },
);

test(
  "a news article is visible to editors only as a draft, and to everybody once published",
  SLOW,
  async ({ page, context, browser }) => {
    await makeEditor(await joinAs(context, "Desk"));
    const title = `A bell rings ${randomUUID().slice(0, 8)}`;
    await page.goto("/news/new");
    await page.getByLabel("Title", { exact: true }).fill(title);
    await page.getByLabel("Description").fill("A bell that nobody pulls.");
    await page.getByLabel("Category").fill("hardware");
    await page.getByLabel("Its title").fill("The bell");
    await page.getByLabel("Publisher").fill("The Workshop Journal");
    await page.getByLabel("Address").fill("https://journal.example.com/bell");
    await page.getByLabel("Text").fill("It rings by itself.");
    await page.getByRole("checkbox", { name: "Published" }).uncheck();
    await page.getByRole("button", { name: "Save" }).click();
    await expect(page.getByText("Saved as a draft.", { exact: true })).toBeVisible();
    await expect(page).toHaveURL(/\/news\/a-bell-rings-[\w-]+\/edit$/);
    const address = new URL(page.url()).pathname.replace("/edit", "");

    const reader = await (await browser.newContext()).newPage();
    expect((await reader.goto(address))?.status()).toBe(404);
    for (const feed of ["rss.xml", "atom.xml"])
      expect(await (await reader.request.get(`/news/${feed}`)).text()).not.toContain(title);

    await page.getByRole("checkbox", { name: "Published" }).check();
    await page.getByRole("button", { name: "Save" }).click();
    await expect(page).toHaveURL(address);
    expect((await reader.goto(address))?.status()).toBe(200);
    await expect(reader.getByRole("heading", { level: 1 })).toHaveText(title);
    for (const feed of ["rss.xml", "atom.xml"])
      expect(await (await reader.request.get(`/news/${feed}`)).text()).toContain(title);
  },
);

test("a member gets a 404 for the editors' pages, and an error from their routes", SLOW, async ({ page, context }) => {
  await joinAs(context, "Member");
  for (const path of ["/blog/new", "/news/new", "/blog/hello-pegboard/edit"])
    expect([path, (await page.request.get(path)).status()]).toEqual([path, 404]);
  await page.goto("/blog");
  await expect(page.getByRole("link", { name: "Write", exact: true })).toHaveCount(0);
  const draft = { title: "Not mine to write", description: "A member tries it.", content: "Words.", tags: [] };
  expect((await page.request.post("/api/blog", { data: draft })).status()).toBe(403);
  const [{ slug }] = ((await (await page.request.get("/api/blog")).json()) as { data: [{ slug: string }] }).data;
  expect((await page.request.patch(`/api/blog/${slug}`, { data: draft })).status()).toBe(403);
  expect((await page.request.delete(`/api/blog/${slug}`)).status()).toBe(403);
});
