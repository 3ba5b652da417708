import http from "node:http";
import type { AddressInfo } from "node:net";
import { expect } from "@playwright/test";
import { expectAccessible } from "@/tests/support/accessibility";
import { test } from "@/tests/support/browser-test";
import { joinAs } from "@/tests/support/member";
import { post, sentence } from "@/tests/support/posts-by-session";

test("a link becomes a card, and no reader's browser asks the page that it leads to", async ({ page, context }) => {
  const title = sentence("A workshop");
  const asked: (string | undefined)[] = [];
  const site = http.createServer((request, response) => {
    asked.push(request.url);
    response.writeHead(200, { "Content-Type": "text/html" }).end(`<title>${title}</title>`);
  });
  await new Promise<void>((resolve) => site.listen(0, "127.0.0.1", resolve));
  const url = `http://127.0.0.1:${(site.address() as AddressInfo).port}/brass`;
  await joinAs(context, "Linker");
  const id = await post(context, { content: `See ${url}` });
  const card = page.getByRole("link", { name: title });
  await expect(async () => {
    await page.goto(`/posts/${id}`);
    await expect(card).toBeVisible({ timeout: 500 });
  }).toPass();
  await expect(card).toContainText("127.0.0.1");
  await expect(card).toHaveAttribute("href", url);
  await expect(card).toHaveAttribute("rel", /noopener/);
  await expectAccessible(page);
  expect(asked.filter((path) => path === "/brass")).toHaveLength(1);
  site.close();
});

test("a link to something of this site is drawn at once, and leads there", async ({ page, context }) => {
  await joinAs(context, "Linker");
  await page.goto("/");
  await page.getByRole("textbox", { name: "Your post" }).fill("Count with this: /builds/brass-abacus");
  await page.getByRole("button", { name: "Post", exact: true }).click();
  const card = page.getByRole("article").getByRole("link", { name: /brass abacus/i });
  await card.click();
  await expect(page).toHaveURL(/\/builds\/brass-abacus$/);
});
