import { type BrowserContext, expect, type Page } from "@playwright/test";
import { test } from "@/tests/support/browser-test";
import { newBrowser, startPushService, type TestBrowser } from "@/tests/lib/domain/consequences/push/push-service";
import { joinAs } from "@/tests/support/member";
import { post, sentence } from "@/tests/support/posts-by-session";

test.use({ serviceWorkers: "allow" });

let service: Awaited<ReturnType<typeof startPushService>>;
test.beforeEach(async () => void (service = await startPushService()));
test.afterEach(() => service.stop());

const SOON = { timeout: 15_000 };

/** Has the browser subscribe at the test's own push service: Chromium's cannot be reached from here. */
async function subscribeAt(context: BrowserContext): Promise<TestBrowser> {
  const browser = newBrowser(service.url);
  await context.addInitScript((subscription) => {
    Notification.requestPermission = async () => "granted";
    Object.defineProperty(Notification, "permission", { value: "granted", writable: true });
    const isSubscribed = () => localStorage.getItem("subscribed") !== null;
    const made = {
      toJSON: () => subscription,
      unsubscribe: async () => {
        localStorage.removeItem("subscribed");
        return true;
      },
    };
    PushManager.prototype.getSubscription = async () => (isSubscribed() ? made : null) as PushSubscription | null;
    PushManager.prototype.subscribe = async () => {
      localStorage.setItem("subscribed", "1");
      return made as unknown as PushSubscription;
    };
  }, browser.subscription);
  return browser;
}

const save = (page: Page) =>
  page.getByRole("region", { name: "What you’re notified of" }).getByRole("button", { name: "Save" });
const device = (page: Page) => page.getByRole("region", { name: "On this device" });

async function turnOn(page: Page): Promise<void> {
  await page.goto("/settings/notifications");
  await device(page).getByRole("button", { name: "Turn on" }).click();
  await expect(device(page).getByRole("status")).toHaveText("You’re notified here, also while the site is closed.");
}

/** Gives the service worker of this browser what a push service would. */
async function deliver(page: Page, message: object): Promise<void> {
  const session = await page.context().newCDPSession(page);
  const registered = new Promise<string>((resolve) =>
    session.on("ServiceWorker.workerRegistrationUpdated", ({ registrations }) => {
      const [registration] = registrations;
      if (registration) resolve(registration.registrationId);
    }),
  );
  await session.send("ServiceWorker.enable");
  const { origin } = new URL(page.url());
  const data = JSON.stringify(message);
  await session.send("ServiceWorker.deliverPushMessage", { origin, registrationId: await registered, data });
}

const shown = (page: Page) =>
  page.evaluate(async () => {
    const registration = await navigator.serviceWorker.ready;
    return (await registration.getNotifications()).map(({ title, body }) => `${title}: ${body}`);
  });

test("a device is notified of what happens while the site is closed, until it signs out", async ({
  page,
  context,
  browser,
}) => {
  const phone = await subscribeAt(context);
  await joinAs(context, "Sleeper");
  const about = sentence("Good night");
  const id = await post(context, { content: about });
  await turnOn(page);
  const other = await browser.newContext();
  await joinAs(other, "Owl");
  await other.request.post(`/api/posts/${id}/like`);
  await expect.poll(() => service.sentTo(phone), SOON).toMatchObject([{ title: "Owl liked your post", body: about }]);

  await page.getByRole("button", { name: "Account menu" }).click();
  await page.getByRole("menuitem", { name: "Sign out" }).click();
  await expect(page.getByRole("link", { name: "Sign in" }).first()).toBeVisible();
  await other.request.post(`/api/posts/${id}/repost`);
  const reader = await browser.newContext();
  const second = await subscribeAt(reader);
  await joinAs(reader, "Lark");
  const morning = await post(reader, { content: sentence("Good morning") });
  await turnOn(await reader.newPage());
  await other.request.post(`/api/posts/${morning}/like`);
  await expect.poll(() => service.sentTo(second), SOON).toHaveLength(1);
  expect(service.sentTo(phone), "what came before was sent by now").toHaveLength(1);
});

test("what is pushed is shown, replaces what it repeats, and is closed once it was read", async ({ page, context }) => {
  await context.grantPermissions(["notifications"]);
  await joinAs(context, "Tidy");
  await page.goto("/quests");
  const isShell = await page.evaluate(() => Notification.permission !== "granted");
  test.skip(isShell, "A headless shell shows no notifications: CHROMIUM_PATH names a whole Chromium");
  await page.evaluate(async () => void (await navigator.serviceWorker.ready));
  await deliver(page, { id: "ntf_1", title: "Owl liked your post", body: "Hello", url: "/", tag: "LIKE", badge: 1 });
  await expect.poll(() => shown(page)).toEqual(["Owl liked your post: Hello"]);
  await deliver(page, { id: "ntf_2", title: "Lark liked your post", body: "Hello", url: "/", tag: "LIKE", badge: 2 });
  await expect.poll(() => shown(page)).toEqual(["Lark liked your post: Hello"]);
  await page.reload();
  await expect.poll(() => shown(page)).toEqual([]);
});

test("a device turns push, its private words, kinds and quiet hours on and off", async ({ page, context }) => {
  await subscribeAt(context);
  await joinAs(context, "Chooser");
  await turnOn(page);
  const words = device(page).getByLabel(/^Show private words/);
  await expect(words).not.toBeChecked();
  await words.check();
  await expect(page.getByText("Saved.")).toBeVisible();
  await page.getByLabel("Push likes").uncheck();
  await page.getByLabel("Duels on the site").uncheck();
  await expect(page.getByLabel("Push duels")).toBeDisabled();
  await page.getByLabel(/^Quiet hours/).check();
  await page.getByLabel("From", { exact: true }).selectOption("23:00");
  await page.getByLabel("Until", { exact: true }).selectOption("23:00");
  await save(page).click();
  const refusal = page.getByRole("main").getByRole("alert").first();
  await expect(refusal).toContainText("Quiet hours must end at another hour");
  await page.getByLabel("Until", { exact: true }).selectOption("06:00");
  await save(page).click();
  await expect(refusal).toBeHidden();
  await page.reload();
  await expect(words).toBeChecked();
  await expect(page.getByLabel("Push likes")).not.toBeChecked();
  await expect(page.getByLabel("Push new followers")).toBeChecked();
  await expect(page.getByLabel("Until", { exact: true })).toHaveValue("6");
  await device(page).getByRole("button", { name: "Turn off" }).click();
  await expect(device(page).getByRole("button", { name: "Turn on" })).toBeVisible();
  await expect(words).toBeHidden();
});

test("a browser that blocks notifications, and one that cannot show any, say so", async ({ page, context }) => {
  await joinAs(context, "Blocked");
  await context.addInitScript(() => Object.defineProperty(Notification, "permission", { value: "denied" }));
  await page.goto("/settings/notifications");
  await expect(device(page).getByRole("status")).toContainText("Notifications are blocked for this site.");
  await context.addInitScript(() => Reflect.deleteProperty(window, "PushManager"));
  await page.reload();
  await expect(device(page).getByRole("status")).toContainText("add this site to the home screen first");
});
