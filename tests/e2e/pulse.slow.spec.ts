// Slow: it advances the page's clock by minutes, in steps.
import { type BrowserContext, expect, type Page, test } from "@playwright/test";
import { joinAs } from "@/tests/support/member";

const MINUTE = 60_000;

test("an idle tab sends one request a minute, and nothing else", async ({ page, context }) => {
  await joinAs(context, "Idler");
  await settle(page);
  const requests = log(context);
  for (let minute = 1; minute <= 3; minute++) {
    await passSinceLast([page], MINUTE - 2_000);
    expect(requests).toHaveLength(minute - 1);
    await passUntil(page, () => requests.length === minute);
  }
  expect(new Set(requests)).toEqual(new Set(["POST /api/pulse"]));
});

test("a hidden tab sends nothing, and polls once when it is shown again", async ({ page, context }) => {
  await joinAs(context, "Hider");
  await settle(page);
  await show(page, false);
  const requests = log(context);
  await page.clock.runFor(10 * MINUTE);
  expect(requests).toEqual([]);
  const heard = page.waitForResponse("**/api/pulse");
  await show(page, true);
  await page.clock.runFor(1_000);
  await heard;
  expect(requests).toEqual(["POST /api/pulse"]);
});

test("tabs of one browser poll once for all of them, and another takes over when the polling one is hidden", async ({
  page,
  context,
}) => {
  await joinAs(context, "Tabs");
  await settle(page);
  const second = await context.newPage();
  await settle(second, { polls: false });
  const requests = log(context);
  await passUntil(page, () => requests.length > 0);
  await passSinceLast([page, second], MINUTE - 2_000);
  expect(requests).toEqual(["POST /api/pulse"]);

  await show(page, false);
  await passUntil(second, () => requests.length > 1);
  expect(requests).toHaveLength(2);
});

test("a tab whose session was ended elsewhere stops polling", async ({ page, context }) => {
  await joinAs(context, "Leaver");
  await settle(page);
  await context.clearCookies();
  let refused = false;
  page.on("response", (answer) => void (refused ||= answer.status() === 401));
  await passUntil(page, () => refused);
  const requests = log(context);
  await page.clock.runFor(5 * MINUTE);
  expect(requests).toEqual([]);
});

/** Opens a page with a paused clock, and waits for its initial requests. */
async function settle(page: Page, { polls = true } = {}): Promise<void> {
  await page.clock.install();
  await page.addInitScript(notePulses);
  const heard = polls ? page.waitForResponse("**/api/pulse") : undefined;
  await page.goto("/bookmarks");
  await heard;
  await page.waitForLoadState("networkidle");
  await page.clock.pauseAt(await page.evaluate(() => Date.now() + 1_000));
}

declare global {
  interface Window {
    lastPulseAt?: number;
  }
}

/** Records when the page last polled, by the page's clock. */
function notePulses(): void {
  const { fetch } = window;
  window.fetch = (...request) => {
    if (String(request[0]).endsWith("/api/pulse")) window.lastPulseAt = Date.now();
    return fetch(...request);
  };
}

/** Advances the clock to a time since the last poll of a browser's pages, which share a clock. */
async function passSinceLast(pages: [Page, ...Page[]], ms: number): Promise<void> {
  const passed = await Promise.all(
    pages.map((page) => page.evaluate(() => (window.lastPulseAt ? Date.now() - window.lastPulseAt : Infinity))),
  );
  await pages[0].clock.runFor(Math.max(0, ms - Math.min(...passed)));
}

/** Advances the clock by seconds until something has happened: the network has its own time. */
async function passUntil({ clock }: Page, happened: () => boolean): Promise<void> {
  await expect
    .poll(
      async () => {
        await clock.runFor(1_000);
        return happened();
      },
      { intervals: [20], timeout: 30_000 },
    )
    .toBe(true);
}

/** Records every request of a browser's pages by script from now on, as `METHOD /path`. */
function log(context: BrowserContext): string[] {
  const requests: string[] = [];
  context.on("request", (request) => {
    if (["fetch", "xhr", "ping"].includes(request.resourceType()))
      requests.push(`${request.method()} ${new URL(request.url()).pathname}`);
  });
  return requests;
}

async function show(page: Page, shown: boolean): Promise<void> {
  await page.evaluate((shown) => {
    Object.defineProperty(document, "hidden", { configurable: true, get: () => !shown });
    Object.defineProperty(document, "visibilityState", {
      configurable: true,
      get: () => (shown ? "visible" : "hidden"),
    });
    document.dispatchEvent(new Event("visibilitychange"));
  }, shown);
}
