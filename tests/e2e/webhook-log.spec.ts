import { expect, type Page, test } from "@playwright/test";
import { expectAccessible } from "@/tests/support/accessibility";
import { joinAs } from "@/tests/support/member";
import { startReceiver } from "@/tests/support/receiver";
import { deliveries, register, secretIn, signatureOf, signatures } from "@/tests/support/webhook-pages";
import { SLOW } from "@/tests/support/slow";

test("a webhook is added, tested, inspected and redelivered without a reload", async ({ page, context }) => {
  await joinAs(context, "Hooker");
  const receiver = await startReceiver(() => ({
    status: 200,
    body: `<script>document.title = "taken"</script><b>thanks</b>`,
  }));
  await page.goto("/settings/developer");
  await page.getByRole("button", { name: "Add a webhook" }).click();
  await page.getByLabel("URL").fill(receiver.url);
  await page.getByLabel("Label").fill("Production");
  await page.getByRole("button", { name: "Add it" }).click();
  const secret = await secretIn(page.getByRole("dialog", { name: "Its signing secret" }));
  await expect(page.getByRole("heading", { name: receiver.url })).toBeVisible();
  await expect(page.getByText("Nothing sent yet")).toBeVisible();

  await page.getByRole("button", { name: "Send a test" }).click();
  const line = deliveries(page).getByRole("button", { name: /webhook\.test Delivered Responded 200/ });
  await expect(line).toBeVisible();
  expect(receiver.arrivals.map((arrival) => signatures(arrival))).toEqual([
    [signatureOf(receiver.arrivals[0]!, secret)],
  ]);
  await expect(page.getByText("of 1 delivery")).toBeVisible();

  await line.click();
  await expect(page.getByLabel("Request body")).toHaveText(receiver.arrivals[0]!.body);
  await expect(page.getByRole("group", { name: "Request", exact: true })).toContainText(
    String(receiver.arrivals[0]!.headers["x-service-timestamp"]),
  );
  await expect(page.getByLabel("Response body")).toHaveText(`<script>document.title = "taken"</script><b>thanks</b>`);
  await expect(page).not.toHaveTitle(/taken/);

  await page.getByRole("button", { name: "Redeliver" }).click();
  await expect(page.getByRole("group", { name: "Attempts" }).getByLabel("Succeeded")).toHaveCount(2);
  const [first, second] = receiver.arrivals;
  expect(second!.body).toBe(first!.body);
  expect(second!.headers["x-service-delivery"]).toBe(first!.headers["x-service-delivery"]);
  await receiver.stop();
});

test(
  "a failing receiver is shown as failing, with the time of the next attempt, and then as recovered",
  SLOW,
  async ({ page, context }) => {
    await joinAs(context, "Failing");
    const [recovered, recover] = gate();
    let attempted = 0;
    const receiver = await startReceiver(() =>
      ++attempted === 1 ? { status: 500, body: "the queue is full" } : recovered.then(() => ({ status: 204 })),
    );
    const { id } = await register(page, receiver.url);
    await page.goto(`/settings/developer/webhooks/${id}`);
    await post(page);
    await page.reload();
    const line = deliveries(page).getByRole("button", { name: /post\.created/ });
    await expect(line).toContainText("The receiver answered 500");
    await line.click();
    const attempts = page.getByRole("group", { name: "Attempts" }).getByRole("listitem");
    await expect(attempts.first()).toContainText("The receiver answered 500.");
    await expect(attempts.last()).toContainText("Next attempt:");
    await expect(page.getByLabel("Response body")).toHaveText("the queue is full");
    recover();
    await expect(line).toContainText("Delivered");
    await expect(attempts.last()).toContainText("The receiver answered 204.");
    await expect(page.getByText("all good")).toBeVisible();
    await receiver.stop();
  },
);

test("the page polls only while something is pending and the tab is visible", SLOW, async ({ page, context }) => {
  await joinAs(context, "Quiet");
  const [allowed, allow] = gate();
  const receiver = await startReceiver(() => allowed.then(() => ({ status: 204 })));
  const { id } = await register(page, receiver.url);
  let looks = 0;
  page.on("request", (request) => (looks += request.url().includes("/deliveries?") ? 1 : 0));
  await page.clock.install();
  await page.goto(`/settings/developer/webhooks/${id}`);
  await expect(page.getByText("Nothing sent yet")).toBeVisible();
  await page.clock.runFor(60_000);
  expect(looks).toBe(0);

  await hide(page, true);
  await page.getByRole("button", { name: "Send a test" }).click();
  await expect(deliveries(page).getByText("Pending")).toBeVisible();
  await page.clock.runFor(60_000);
  expect(looks).toBe(0);

  await hide(page, false);
  allow();
  await expect(async () => {
    await page.clock.runFor(1_000);
    await expect(deliveries(page).getByText("Delivered", { exact: true })).toBeVisible({ timeout: 500 });
  }).toPass();
  looks = 0;
  await page.clock.runFor(60_000);
  expect(looks).toBe(0);
  await receiver.stop();
});

test("a delivery is opened, read and redelivered by keyboard only", SLOW, async ({ page, context }) => {
  await joinAs(context, "Keys");
  const receiver = await startReceiver(() => ({ status: 200, body: "thanks" }));
  const { id } = await register(page, receiver.url);
  await page.goto(`/settings/developer/webhooks/${id}`);
  await page.getByRole("button", { name: "Send a test" }).press("Enter");
  await expect(page.getByRole("status").getByText("Test sent.")).toBeVisible();
  const line = deliveries(page).getByRole("button", { name: /webhook\.test Delivered/ });
  await line.press("Enter");
  await expect(line).toHaveAttribute("aria-expanded", "true");
  await expect(page.getByLabel("Response body")).toBeVisible();
  for (const next of [
    page.getByRole("button", { name: "Copy the body" }),
    page.getByLabel("Request body"),
    page.getByLabel("Response body"),
    page.getByRole("button", { name: "Redeliver" }),
  ]) {
    await page.keyboard.press("Tab");
    await expect(next).toBeFocused();
  }
  await page.keyboard.press("Enter");
  await expect(page.getByRole("group", { name: "Attempts" }).getByLabel("Succeeded")).toHaveCount(2);
  await receiver.stop();
});

test("the log and its dialogs have no axe violations", SLOW, async ({ page, context }) => {
  await joinAs(context, "Careful");
  const receiver = await startReceiver(() => ({ status: 500, body: "no" }));
  const { id } = await register(page, receiver.url);
  await page.goto(`/settings/developer/webhooks/${id}`);
  await page.getByRole("button", { name: "Send a test" }).click();
  await deliveries(page)
    .getByRole("button", { name: /Failed/ })
    .click();
  await expect(page.getByLabel("Response body")).toBeVisible();
  await page.getByRole("button", { name: "Send a test" }).click();
  await deliveries(page)
    .getByRole("button", { name: /Failed/, expanded: false })
    .click();
  await expect(page.getByLabel("Response body")).toHaveCount(2);
  await expectAccessible(page);
  await page.getByRole("button", { name: "Edit" }).click();
  await page.getByLabel("Every event").uncheck();
  await page.getByText("Example payload for post.created").click();
  await expect(page.getByRole("dialog")).toHaveCSS("opacity", "1");
  await expectAccessible(page);
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Disable" }).click();
  await page.getByRole("button", { name: "Disable webhook" }).click();
  await expect(page.getByText("You disabled it.")).toBeVisible();
  for (const path of [page.url(), "/settings/developer"]) {
    await page.goto(path);
    await expectAccessible(page);
  }
  await receiver.stop();
});

/** A promise, and the function that resolves it. */
function gate(): [Promise<void>, () => void] {
  let open = () => {};
  return [new Promise<void>((resolve) => (open = resolve)), () => open()];
}

/** Simulates that another tab covers this one. */
async function hide(page: Page, hidden: boolean): Promise<void> {
  await page.evaluate((hidden) => {
    Object.defineProperty(document, "hidden", { value: hidden, configurable: true });
    document.dispatchEvent(new Event("visibilitychange"));
  }, hidden);
}

async function post(page: Page): Promise<void> {
  expect((await page.request.post("/api/posts", { data: { content: "Hello, receiver" } })).status()).toBe(201);
}
