import { beforeEach, expect, test, vi } from "vitest";
import type { PushMessage } from "@/lib/domain/consequences/push/present";

const MESSAGE: PushMessage = {
  id: "ntf_1",
  title: "Ada liked your post",
  body: "Hello",
  url: "/posts/post_1",
  tag: "LIKE /posts/post_1",
  badge: 3,
};

/** What the worker does in its browser: a fake one, because headless browsers show no notifications. */
const browser = {
  shown: [] as unknown[],
  tabs: [] as { url: string; focus: () => Promise<void> }[],
  opened: [] as string[],
  badge: vi.fn(async () => undefined),
  subscribe: vi.fn(),
  requests: [] as [string, RequestInit][],
};

const listeners = new Map<string, (event: object) => void>();

/** Tells the worker of an event, and waits until it is done with it. */
async function happen(type: string, event: object): Promise<void> {
  const work: Promise<unknown>[] = [];
  listeners.get(type)!({ ...event, waitUntil: (promise: Promise<unknown>) => work.push(promise) });
  await Promise.all(work);
}

const click = (data: object, close = vi.fn()) => happen("notificationclick", { notification: { data, close } });

beforeEach(async () => {
  Object.assign(browser, { shown: [], tabs: [], opened: [], requests: [] });
  vi.stubGlobal("addEventListener", (type: string, listen: (event: object) => void) => listeners.set(type, listen));
  vi.stubGlobal("location", new URL("https://pegboard.example/service-worker.js"));
  vi.stubGlobal("navigator", { onLine: true, setAppBadge: browser.badge });
  vi.stubGlobal("registration", {
    showNotification: async (title: string, options: object) => void browser.shown.push({ title, ...options }),
    pushManager: { subscribe: browser.subscribe },
  });
  vi.stubGlobal("clients", {
    matchAll: async () => browser.tabs,
    openWindow: async (url: string) => void browser.opened.push(url),
  });
  vi.stubGlobal("fetch", async (url: string, init: RequestInit) => {
    browser.requests.push([`${init.method} ${url}`, init]);
    return Response.json({ count: 2 });
  });
  vi.resetModules();
  await import("@/lib/client/service-worker/push");
});

test("what is pushed is shown, in place of what has the same tag, and counted by the icon", async () => {
  await happen("push", { data: { json: () => MESSAGE } });
  expect(browser.shown).toEqual([
    {
      title: MESSAGE.title,
      body: "Hello",
      icon: "/icon-192.png",
      tag: MESSAGE.tag,
      data: { id: "ntf_1", url: "/posts/post_1" },
    },
  ]);
  expect(browser.badge).toHaveBeenLastCalledWith(3);
});

test("a click closes it, opens what it is about and marks it as read", async () => {
  const close = vi.fn();
  await click(MESSAGE, close);
  expect(close).toHaveBeenCalledOnce();
  expect(browser.opened).toEqual(["https://pegboard.example/posts/post_1"]);
  expect(browser.requests).toMatchObject([["POST /api/notifications/read", { body: '{"ids":["ntf_1"]}' }]]);
  expect(browser.badge).toHaveBeenLastCalledWith(2);
});

test("a click focuses the tab that shows it already, and leaves others, with their drafts, as they are", async () => {
  const [here, elsewhere] = [vi.fn(), vi.fn()];
  browser.tabs = [
    { url: "https://pegboard.example/posts/new", focus: elsewhere },
    { url: "https://pegboard.example/posts/post_1", focus: here },
  ];
  await click(MESSAGE);
  expect([here.mock.calls.length, elsewhere.mock.calls.length]).toEqual([1, 0]);
  expect(browser.opened).toEqual([]);
});

test("a subscription that the browser renews or ends is told to the server", async () => {
  const subscription = (endpoint: string) => ({
    options: { userVisibleOnly: true },
    toJSON: () => ({ endpoint, expirationTime: null, keys: { p256dh: "p", auth: "a" } }),
  });
  await happen("pushsubscriptionchange", { newSubscription: subscription("https://b"), oldSubscription: null });
  browser.subscribe.mockResolvedValueOnce(subscription("https://c"));
  await happen("pushsubscriptionchange", { newSubscription: null, oldSubscription: subscription("https://a") });
  expect(browser.subscribe).toHaveBeenCalledExactlyOnceWith({ userVisibleOnly: true });
  const sent = browser.requests.map(([request, { body }]) => [request, JSON.parse(String(body)) as object]);
  expect(sent).toEqual(
    ["https://b", "https://c"].map((endpoint) => [
      "PUT /api/push/subscription",
      { endpoint, keys: { p256dh: "p", auth: "a" } },
    ]),
  );
});
