// Slow: a hundred acts, and the browser is killed again and again.
import { spawnSync } from "node:child_process";
import { randomUUID } from "node:crypto";
import fs from "node:fs";
import path from "node:path";
import { type BrowserContext, chromium, expect, type Page, test } from "@playwright/test";
import fc from "fast-check";
import { findBrowser } from "@/tests/support/browser";
import { joinAs } from "@/tests/support/member";
import { post, sentence } from "@/tests/support/posts-by-session";

const ACTS = 100;

test("a hundred acts happen exactly once, in order, through cut connections, reloads and kills", async ({
  browser,
  baseURL,
}) => {
  test.setTimeout(900_000);
  const author = await browser.newContext();
  await joinAs(author, "Author");
  const about = await post(author, { content: sentence("A bridge") });
  const liked = await Promise.all(
    Array.from({ length: 20 }, (_, n) => post(author, { content: sentence(`Arch ${n}`) })),
  );
  const member = await browser.newContext();
  const { handle } = await joinAs(member, "Traveller");
  const { cookies } = await member.storageState();

  const [seed] = fc.sample(fc.integer({ min: 1, max: 2 ** 31 - 1 }), 1);
  test.info().annotations.push({ type: "seed", description: String(seed) });
  const random = randomOf(Number(process.env.SEED ?? seed));
  const profile = test.info().outputPath("profile");
  let weather: Weather = "fine";
  const open = async (): Promise<[BrowserContext, Page]> => {
    const options = { ...(await findBrowser()), baseURL, serviceWorkers: "block" } as const;
    const context = await chromium.launchPersistentContext(profile, options);
    // Chromium writes cookies to disk every half a minute, and is killed before.
    await context.addCookies(cookies);
    await context.route(/\/api\/posts(\/.*)?$/, async (route) => {
      if (route.request().method() === "GET" || weather === "fine") return route.fallback();
      if (weather === "answer lost") await route.fetch().catch(() => undefined);
      return route.abort();
    });
    const page = context.pages()[0] ?? (await context.newPage());
    await page.goto(`/posts/${about}`);
    await expect(page.getByRole("textbox", { name: "Comment", exact: true })).toBeEditable();
    return [context, page];
  };

  const commented: string[] = [];
  const likes: string[] = [];
  let [context, page] = await open();
  for (let act = 0; act < ACTS; act += 1) {
    weather = (["fine", "fine", "away", "answer lost"] as const)[random(4)]!;
    const id = random(5) === 0 ? liked.find((one) => !likes.includes(one)) : undefined;
    if (id) {
      likes.push(id);
      await page.goto(`/posts/${id}`);
      await page.getByRole("button", { name: "Like, 0" }).click();
      await expect(page.getByRole("button", { name: /^Liked, / })).toBeVisible();
      await untilStored(page);
      await page.goto(`/posts/${about}`);
    } else {
      const content = `Pier ${act} ${randomUUID().slice(0, 8)}`;
      commented.push(content);
      await page.getByRole("textbox", { name: "Comment", exact: true }).fill(content);
      await page.getByRole("form", { name: "Comment" }).getByRole("button", { name: "Comment", exact: true }).click();
      await expect(page.getByText(content).first()).toBeVisible();
      await untilStored(page);
    }
    const turn = random(10);
    if (turn < 2) await page.reload();
    if (turn === 2) {
      spawnSync("pkill", ["-9", "-f", profile]);
      await context.close().catch(() => undefined);
      for (const lock of ["SingletonLock", "SingletonCookie", "SingletonSocket"])
        fs.rmSync(path.join(profile, lock), { force: true });
      [context, page] = await open();
    }
  }
  weather = "fine";
  await page.reload();
  await expect(page.getByText("for a connection")).toHaveCount(0);

  const answered = async (url: string) =>
    (await (await member.request.get(url)).json()) as { data: Said[]; nextCursor: string | null };
  const said = async () => {
    const all: Said[] = [];
    for (let cursor: string | null = ""; cursor !== null;) {
      const at: string = cursor ? `&cursor=${encodeURIComponent(cursor)}` : "";
      const { data, nextCursor } = await answered(`/api/timeline/posts/${about}/threads?limit=20${at}`);
      all.push(...data);
      cursor = nextCursor;
    }
    return all.filter((one) => one.author.handle === handle).map(({ content }) => content);
  };
  await expect.poll(async () => (await said()).length).toBe(commented.length);
  const order = await said();
  expect([order, order.toReversed()]).toContainEqual(commented);
  for (const id of likes) expect((await answered(`/api/timeline/posts/${id}/likes`)).data).toHaveLength(1);
  await context.close();
  fs.rmSync(profile, { recursive: true, force: true });
});

type Weather = "fine" | "away" | "answer lost";
interface Said {
  content: string;
  author: { handle: string };
}

/** Waits until the browser has stored what was done: a click that is killed before that never was. */
async function untilStored(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const opening = indexedDB.open("pegboard");
    await new Promise((resolve) => (opening.onsuccess = resolve));
    // Runs after the transaction that stores it.
    const reading = opening.result.transaction("acts").objectStore("acts").count();
    await new Promise((resolve) => (reading.onsuccess = resolve));
    opening.result.close();
  });
}

/** Mulberry32: numbers below a bound, which a seed repeats. */
function randomOf(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below;
  };
}
