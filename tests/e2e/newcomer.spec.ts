import { createHmac, randomUUID } from "node:crypto";
import { expect, test } from "@playwright/test";
import { startReceiver } from "@/tests/support/receiver";

const password = "four words make one";

test("a new member signs up, plays, creates a key, and a receiver gets the event of a post by that key", async ({
  page,
  request,
}) => {
  const handle = `new_${randomUUID().slice(0, 8)}`;

  await page.goto("/coins");
  await expect(page).toHaveURL(/\/login\?callbackURL=%2Fcoins$/);
  await page.getByRole("link", { name: "Create an account" }).click();
  await page.getByLabel("Name").fill("Newcomer");
  await page.getByLabel("Handle").fill(handle);
  await page.getByLabel("E-mail").fill(`${handle}@example.com`);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Create my account" }).click();

  await page.waitForURL(/\/coins$/, { waitUntil: "load" });
  await page.getByLabel("Coins to bet").fill("3");
  await page.getByRole("button", { name: "Drop the ball" }).click();
  await expect(page.getByRole("status").filter({ hasText: /You (won|lost) 3 and have (7|13) coins/ })).toBeAttached({
    timeout: 10_000,
  });

  await page.goto("/settings/developer");
  await page.getByRole("button", { name: "Create a key" }).first().click();
  await page.getByLabel("Name").fill("first script");
  await page.getByRole("button", { name: "All", exact: true }).click();
  await page.getByRole("button", { name: "Create key" }).click();
  const key = await page.getByRole("dialog", { name: "Your new key" }).locator("code").innerText();
  expect(key).toMatch(/^pb_live_[0-9A-Za-z]{36}$/);
  await page.getByRole("button", { name: "Done" }).click();
  await expect(page.getByText(`…${key.slice(-4)}`)).toBeVisible();

  const receiver = await startReceiver();
  const headers = { Authorization: `Bearer ${key}` };
  const created = await request.post("/api/v1/webhooks", {
    headers,
    data: { url: receiver.url, events: ["post.created"] },
  });
  expect(created.status()).toBe(201);
  const { secret } = (await created.json()) as { secret: string };
  const times: number[] = [];
  // One of them may be delayed on a busy machine.
  for (let posts = 1; posts <= 3; posts += 1) {
    const before = Date.now();
    const post = await request.post("/api/v1/posts", { headers, data: { content: "Hello, receiver" } });
    expect(post.status()).toBe(201);
    const { id } = (await post.json()) as { id: string };
    await expect.poll(() => receiver.arrivals.length, { timeout: 20_000, intervals: [20] }).toBe(posts);
    const { at, body } = receiver.arrivals.at(-1)!;
    times.push(at - before);
    expect(JSON.parse(body)).toMatchObject({ event: "post.created", data: { postId: id } });
  }
  expect(Math.min(...times)).toBeLessThan(2000);
  const [arrival] = receiver.arrivals;
  const timestamp = String(arrival!.headers["x-service-timestamp"]);
  const v1 = createHmac("sha256", secret).update(`${timestamp}.${arrival!.body}`).digest("hex");
  expect(arrival!.headers["x-service-signature"]).toBe(`t=${timestamp},v1=${v1}`);
  await receiver.stop();
});
