import { createHmac } from "node:crypto";
import AxeBuilder from "@axe-core/playwright";
import { expect, type Locator, type Page, test } from "@playwright/test";
import { joinAs } from "@/tests/support/member";
import { type Arrival, startReceiver } from "@/tests/support/receiver";

test("a webhook is added, tried out, looked into and sent again, all without a reload", async ({ page, context }) => {
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
  const line = deliveries(page).getByRole("button", { name: /webhook\.test Delivered Answered 200/ });
  await expect(line).toBeVisible();
  expect(receiver.arrivals.map((arrival) => signatures(arrival))).toEqual([
    [signatureOf(receiver.arrivals[0]!, secret)],
  ]);
  await expect(page.getByText("of 1 delivery")).toBeVisible();

  await line.click();
  await expect(page.getByLabel("The request's body")).toHaveText(receiver.arrivals[0]!.body);
  await expect(page.getByRole("region", { name: "Request" })).toContainText(
    String(receiver.arrivals[0]!.headers["x-service-timestamp"]),
  );
  await expect(page.getByLabel("The answer's body")).toHaveText(
    `<script>document.title = "taken"</script><b>thanks</b>`,
  );
  await expect(page).not.toHaveTitle(/taken/);

  await page.getByRole("button", { name: "Send it again" }).click();
  await expect(page.getByRole("region", { name: "Attempts" }).getByLabel("Succeeded")).toHaveCount(2);
  const [first, second] = receiver.arrivals;
  expect(second!.body).toBe(first!.body);
  expect(second!.headers["x-service-delivery"]).toBe(first!.headers["x-service-delivery"]);
  await receiver.stop();
});

test("after a rotation both secrets sign", async ({ page, context }) => {
  await joinAs(context, "Rotator");
  const receiver = await startReceiver();
  const { id, secret: old } = await register(page, receiver.url);
  await page.goto(`/settings/developer/webhooks/${id}`);
  await page.getByRole("button", { name: "Rotate the secret" }).click();
  await page.getByLabel("The old secret ends").selectOption("in an hour");
  await page.getByRole("button", { name: "Rotate it" }).click();
  const dialog = page.getByRole("dialog", { name: "The new signing secret" });
  await expect(dialog).toContainText("Both secrets sign until");
  const fresh = await secretIn(dialog);
  await expect(page.getByText("Its old and new secret both sign until")).toBeVisible();
  await page.getByRole("button", { name: "Send a test" }).click();
  await expect(deliveries(page).getByText("Delivered", { exact: true })).toBeVisible();
  const [arrival] = receiver.arrivals;
  expect(signatures(arrival!)).toEqual([signatureOf(arrival!, fresh), signatureOf(arrival!, old)]);
  await receiver.stop();
});

test("a receiver that fails is seen failing, with the time of the next attempt, and then recovering", async ({
  page,
  context,
}) => {
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
  const attempts = page.getByRole("region", { name: "Attempts" }).getByRole("listitem");
  await expect(attempts.first()).toContainText("The receiver answered 500.");
  await expect(attempts.last()).toContainText("Next attempt:");
  await expect(page.getByLabel("The answer's body")).toHaveText("the queue is full");
  recover();
  await expect(line).toContainText("Delivered");
  await expect(attempts.last()).toContainText("The receiver answered 204.");
  await expect(page.getByText("all is well")).toBeVisible();
  await receiver.stop();
});

test("the page asks again only while something is under way and somebody looks", async ({ page, context }) => {
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

test("every bad field is named, and what was typed stays", async ({ page, context }) => {
  await joinAs(context, "Typist");
  await page.goto("/settings/developer");
  await page.getByRole("button", { name: "Add a webhook" }).click();
  await page.getByLabel("URL").fill("https://me:secret@example.com/");
  await page.getByLabel("Label").fill("x".repeat(201));
  await page.getByLabel("Every event").uncheck();
  await expect(page.getByRole("checkbox")).toHaveCount(8);
  await page.getByRole("button", { name: "Add it" }).click();
  await expect(page.getByLabel("URL")).toHaveAccessibleDescription(/user name or password/);
  await expect(page.getByLabel("URL")).toBeFocused();
  await expect(page.getByLabel("Label")).toHaveAccessibleDescription(/at most 200 characters/);
  await expect(page.getByRole("group", { name: "Events" })).toHaveAccessibleDescription(/at least one/);
  await expect(page.getByLabel("URL")).toHaveValue("https://me:secret@example.com/");
  await expect(page.getByLabel("Every event")).not.toBeChecked();
});

test("an endpoint is edited, disabled, enabled again and deleted", async ({ page, context }) => {
  await joinAs(context, "Keeper");
  const receiver = await startReceiver();
  const { id } = await register(page, receiver.url);
  await page.goto(`/settings/developer/webhooks/${id}`);
  await page.getByRole("button", { name: "Edit" }).click();
  await page.getByLabel("Every event").uncheck();
  await page.getByRole("checkbox", { name: "like.created" }).check();
  await page.getByLabel("Label").fill("Only likes");
  await page.getByRole("button", { name: "Save it" }).click();
  await expect(page.getByText("Only likes · like.created")).toBeVisible();

  await page.getByRole("button", { name: "Disable" }).click();
  await page.getByRole("button", { name: "Disable it" }).click();
  await expect(page.getByText("You disabled it.")).toBeVisible();
  await expect(page.getByRole("button", { name: "Send a test" })).toBeHidden();
  await page.goto("/settings/developer");
  await page.getByRole("button", { name: "Enable it again" }).click();
  await expect(page.getByText("You disabled it.")).toBeHidden();

  await page.getByRole("link", { name: receiver.url }).click();
  await page.getByRole("button", { name: "Delete" }).click();
  await page.getByRole("button", { name: "Delete it" }).click();
  await expect(page.getByText("No webhooks yet")).toBeVisible();
  expect((await page.goto(`/settings/developer/webhooks/${id}`))?.status()).toBe(404);
  await receiver.stop();
});

test("another account's endpoint is a page that never was, and so is any other address", async ({
  page,
  context,
  browser,
}) => {
  await joinAs(context, "Owner");
  const { id } = await register(page, "http://127.0.0.1:65000/");
  const elsewhere = await browser.newContext();
  await joinAs(elsewhere, "Stranger");
  const stranger = await elsewhere.newPage();
  for (const path of [id, "whe_never", "%00", "a%2Fb", "x".repeat(3000)]) {
    const response = await stranger.goto(`/settings/developer/webhooks/${path}`);
    expect(response?.status(), path.slice(0, 20)).toBe(404);
  }
  await elsewhere.close();
});

test("ten endpoints are all there are: the form says so to whom it is still open", async ({ page, context }) => {
  await joinAs(context, "Collector");
  await page.goto("/settings/developer");
  await page.getByRole("button", { name: "Add a webhook" }).click();
  await page.getByLabel("URL").fill("http://127.0.0.1:65000/eleventh");
  for (let index = 0; index < 10; index++) await register(page, `http://127.0.0.1:65000/${index}`);
  await page.getByRole("button", { name: "Add it" }).click();
  await expect(page.getByRole("dialog").getByRole("alert")).toContainText("at most 10 webhook endpoints");
  await page.reload();
  await expect(page.getByText("All 10 are in use.")).toBeVisible();
  await expect(page.getByRole("button", { name: "Add a webhook" })).toBeHidden();
});

test("the keyboard alone opens a delivery, reaches what was said, and sends it again", async ({ page, context }) => {
  await joinAs(context, "Keys");
  const receiver = await startReceiver(() => ({ status: 200, body: "thanks" }));
  const { id } = await register(page, receiver.url);
  await page.goto(`/settings/developer/webhooks/${id}`);
  await page.getByRole("button", { name: "Send a test" }).press("Enter");
  const line = deliveries(page).getByRole("button", { name: /webhook\.test Delivered/ });
  await line.press("Enter");
  await expect(line).toHaveAttribute("aria-expanded", "true");
  await expect(page.getByLabel("The answer's body")).toBeVisible();
  for (const next of [
    page.getByRole("button", { name: "Copy the body" }),
    page.getByLabel("The request's body"),
    page.getByLabel("The answer's body"),
    page.getByRole("button", { name: "Send it again" }),
  ]) {
    await page.keyboard.press("Tab");
    await expect(next).toBeFocused();
  }
  await page.keyboard.press("Enter");
  await expect(page.getByRole("region", { name: "Attempts" }).getByLabel("Succeeded")).toHaveCount(2);
  await receiver.stop();
});

test("when the session has ended in another tab, every act says so", async ({ page, context }) => {
  await joinAs(context, "Leaver");
  const { id } = await register(page, "http://127.0.0.1:65000/");
  await page.goto(`/settings/developer/webhooks/${id}`);
  await context.clearCookies();
  await page.getByRole("button", { name: "Send a test" }).click();
  await expect(page.getByRole("button", { name: "Sign in" })).toBeVisible();
  await page.getByRole("button", { name: "Delete" }).click();
  await page.getByRole("button", { name: "Delete it" }).click();
  await expect(page.getByRole("alertdialog").getByRole("alert")).toContainText("You are signed out");
  await page.getByRole("button", { name: "Cancel" }).click();
  await page.getByRole("button", { name: "Edit" }).click();
  await page.getByLabel("Label").fill("Kept");
  await page.getByRole("button", { name: "Save it" }).click();
  await expect(page.getByRole("dialog").getByRole("alert")).toContainText("You are signed out");
  await expect(page.getByLabel("Label")).toHaveValue("Kept");
});

test("the log and its dialogs have nothing that axe would mend", async ({ page, context }) => {
  await joinAs(context, "Careful");
  const receiver = await startReceiver(() => ({ status: 500, body: "no" }));
  const { id } = await register(page, receiver.url);
  await page.goto(`/settings/developer/webhooks/${id}`);
  await page.getByRole("button", { name: "Send a test" }).click();
  await deliveries(page)
    .getByRole("button", { name: /Failed/ })
    .click();
  await expect(page.getByLabel("The answer's body")).toBeVisible();
  expect(await complaints(page)).toEqual([]);
  await page.getByRole("button", { name: "Edit" }).click();
  await page.getByLabel("Every event").uncheck();
  await page.getByText("What is sent for post.created").click();
  await expect(page.getByRole("dialog")).toHaveCSS("opacity", "1");
  expect(await complaints(page)).toEqual([]);
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Disable" }).click();
  await page.getByRole("button", { name: "Disable it" }).click();
  await expect(page.getByText("You disabled it.")).toBeVisible();
  for (const path of [page.url(), "/settings/developer", "/docs/events"]) {
    await page.goto(path);
    expect(await complaints(page)).toEqual([]);
  }
  await receiver.stop();
});

const deliveries = (page: Page) => page.getByRole("region", { name: "Deliveries" });

/** A promise, and what keeps it. */
function gate(): [Promise<void>, () => void] {
  let open = () => {};
  return [new Promise<void>((resolve) => (open = resolve)), () => open()];
}

async function register(page: Page, url: string): Promise<{ id: string; secret: string }> {
  const response = await page.request.post("/api/webhooks", { data: { url, events: ["*"] } });
  expect(response.status()).toBe(201);
  return (await response.json()) as { id: string; secret: string };
}

/** As if another tab lay over this one. */
async function hide(page: Page, hidden: boolean): Promise<void> {
  await page.evaluate((hidden) => {
    Object.defineProperty(document, "hidden", { value: hidden, configurable: true });
    document.dispatchEvent(new Event("visibilitychange"));
  }, hidden);
}

async function post(page: Page): Promise<void> {
  expect((await page.request.post("/api/posts", { data: { content: "Hello, receiver" } })).status()).toBe(201);
}

/** The secret that a dialog shows once, which is then closed. */
async function secretIn(dialog: Locator): Promise<string> {
  const secret = await dialog.locator("code").innerText();
  expect(secret).toMatch(/^whsec_/);
  await dialog.getByRole("button", { name: "I have it" }).click();
  return secret;
}

function signatures({ headers }: Arrival): string[] {
  return String(headers["x-service-signature"]).split(",").slice(1);
}

function signatureOf({ headers, body }: Arrival, secret: string): string {
  return `v1=${createHmac("sha256", secret)
    .update(`${String(headers["x-service-timestamp"])}.${body}`)
    .digest("hex")}`;
}

async function complaints(page: Page): Promise<unknown[]> {
  const { violations } = await new AxeBuilder({ page }).analyze();
  return violations.map(({ id, nodes }) => [id, nodes.map(({ target }) => target)]);
}
