import { expect } from "@playwright/test";
import { PUBLIC_EVENTS } from "@/lib/domain/consequences/events/catalog";
import { test } from "@/tests/support/browser-test";
import { joinAs } from "@/tests/support/member";
import { startReceiver } from "@/tests/support/receiver";
import { deliveries, register, secretIn, signatureOf, signatures } from "@/tests/support/webhook-pages";
import { SLOW } from "@/tests/support/slow";

test("after a rotation both secrets sign deliveries", SLOW, async ({ page, context }) => {
  await joinAs(context, "Rotator");
  const receiver = await startReceiver();
  const { id, secret: old } = await register(page, receiver.url);
  await page.goto(`/settings/developer/webhooks/${id}`);
  await page.getByRole("button", { name: "Rotate secret" }).click();
  await page.getByLabel("The old secret expires").selectOption("in an hour");
  await page.getByRole("button", { name: "Rotate secret" }).click();
  const dialog = page.getByRole("dialog", { name: "The new signing secret" });
  await expect(dialog).toContainText("Deliveries are signed with both until");
  const fresh = await secretIn(dialog);
  await expect(page.getByText("Deliveries are signed with both the old and the new secret until")).toBeVisible();
  await page.getByRole("button", { name: "Send a test" }).click();
  await expect(deliveries(page).getByText("Delivered", { exact: true })).toBeVisible();
  const [arrival] = receiver.arrivals;
  expect(signatures(arrival!)).toEqual([signatureOf(arrival!, fresh), signatureOf(arrival!, old)]);
  await receiver.stop();
});

test("every invalid field is named, and the input is kept", async ({ page, context }) => {
  await joinAs(context, "Typist");
  await page.goto("/settings/developer");
  await page.getByRole("button", { name: "Add a webhook" }).click();
  await page.getByLabel("URL").fill("https://me:secret@example.com/");
  await page.getByLabel("Label").fill("x".repeat(201));
  await page.getByLabel("Every event").uncheck();
  const events = page.getByRole("group", { name: "Events" });
  await expect(events.getByRole("checkbox")).toHaveCount(1 + PUBLIC_EVENTS.length);
  await page.getByRole("button", { name: "Add it" }).click();
  await expect(page.getByLabel("URL")).toHaveAccessibleDescription(/user name or password/);
  await expect(page.getByLabel("URL")).toBeFocused();
  await expect(page.getByLabel("Label")).toHaveAccessibleDescription(/at most 200 characters/);
  await expect(page.getByRole("group", { name: "Events" })).toHaveAccessibleDescription(/at least one/);
  await expect(page.getByLabel("URL")).toHaveValue("https://me:secret@example.com/");
  await expect(page.getByLabel("Every event")).not.toBeChecked();
});

test("an endpoint subscribes to others' acts, about one post only, and shows it", async ({ page, context }) => {
  await joinAs(context, "Listener");
  const receiver = await startReceiver();
  const { id } = await register(page, receiver.url);
  await page.goto(`/settings/developer/webhooks/${id}`);
  await page.getByRole("button", { name: "Edit" }).click();
  await page.getByText("What others do to you").click();
  await page.getByRole("checkbox", { name: "All of it" }).check();
  await page.getByText("Only some of these").click();
  await page.getByLabel("About a post").fill("post_one");
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("every event, incoming.* · about post_one")).toBeVisible();
  await page.getByRole("button", { name: "Edit" }).click();
  await expect(page.getByLabel("About a post")).toHaveValue("post_one");
  await page.getByLabel("About a post").fill("");
  await page.getByRole("checkbox", { name: "All of it" }).uncheck();
  await page.getByRole("checkbox", { name: /^incoming\.mention / }).check();
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("every event, incoming.mention", { exact: true })).toBeVisible();
  await receiver.stop();
});

test("an endpoint is edited, disabled, re-enabled and deleted", SLOW, async ({ page, context }) => {
  await joinAs(context, "Keeper");
  const receiver = await startReceiver();
  const { id } = await register(page, receiver.url);
  await page.goto(`/settings/developer/webhooks/${id}`);
  await page.getByRole("button", { name: "Edit" }).click();
  await page.getByLabel("Every event").uncheck();
  await page.getByRole("checkbox", { name: "like.created" }).check();
  await page.getByLabel("Label").fill("Only likes");
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("Only likes · like.created")).toBeVisible();

  await page.getByRole("button", { name: "Disable" }).click();
  await page.getByRole("button", { name: "Disable webhook" }).click();
  await expect(page.getByText("You disabled it.")).toBeVisible();
  await expect(page.getByRole("button", { name: "Send a test" })).toBeHidden();
  await page.goto("/settings/developer");
  await page.getByRole("button", { name: "Enable again" }).click();
  await expect(page.getByText("You disabled it.")).toBeHidden();

  await page.getByRole("link", { name: receiver.url }).click();
  await page.getByRole("button", { name: "Delete" }).click();
  await page.getByRole("button", { name: "Delete webhook" }).click();
  await expect(page.getByText("No webhooks yet")).toBeVisible();
  expect((await page.goto(`/settings/developer/webhooks/${id}`))?.status()).toBe(404);
  await receiver.stop();
});

test("another account's endpoint is a 404, like any unknown path", SLOW, async ({ page, context, browser }) => {
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

test("after ten endpoints, a form that is still open reports the limit", SLOW, async ({ page, context }) => {
  await joinAs(context, "Collector");
  await page.goto("/settings/developer");
  await page.getByRole("button", { name: "Add a webhook" }).click();
  await page.getByLabel("URL").fill("http://127.0.0.1:65000/eleventh");
  for (let index = 0; index < 10; index++) await register(page, `http://127.0.0.1:65000/${index}`);
  await page.getByRole("button", { name: "Add it" }).click();
  await expect(page.getByRole("dialog").getByRole("alert")).toContainText("at most 10 webhook endpoints");
  await page.reload();
  await expect(page.getByText("You’ve reached the limit of 10.")).toBeVisible();
  await expect(page.getByRole("button", { name: "Add a webhook" })).toBeHidden();
});

test("after the session ended in another tab, every action reports it", SLOW, async ({ page, context }) => {
  await joinAs(context, "Leaver");
  const { id } = await register(page, "http://127.0.0.1:65000/");
  await page.goto(`/settings/developer/webhooks/${id}`);
  await context.clearCookies();
  await page.getByRole("button", { name: "Send a test" }).click();
  await expect(page.getByRole("button", { name: "Sign in" })).toBeVisible();
  await page.getByRole("button", { name: "Delete" }).click();
  await page.getByRole("button", { name: "Delete webhook" }).click();
  await expect(page.getByRole("alertdialog").getByRole("alert")).toContainText("You’re signed out");
  await page.getByRole("button", { name: "Cancel" }).click();
  await page.getByRole("button", { name: "Edit" }).click();
  await page.getByLabel("Label").fill("Kept");
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByRole("dialog").getByRole("alert")).toContainText("You’re signed out");
  await expect(page.getByLabel("Label")).toHaveValue("Kept");
});
