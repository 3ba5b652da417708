import { type Browser, type BrowserContext, type Page, test as base } from "@playwright/test";
import { makeEditor } from "./editor";
import { joinAs } from "./member";

export const EVERYBODYS = [
  "/",
  "/?feed=everyone",
  "/search",
  "/search?q=brass",
  "/search?q=zzzzqqqq",
  "/users/ada",
  "/users/ada/media",
  "/users/ada/builds",
  "/users/ada/followers",
  "/users/ada/following",
  "/builds",
  "/builds?category=none",
  "/builds/brass-abacus",
  "/blog",
  "/blog/hello-pegboard",
  "/news",
  "/docs/api",
  "/docs/api/posts",
  "/docs/api/webhooks",
  "/docs/api/schemas",
  "/docs/events",
  "/leaderboards/plinko",
  "/nothing/here",
];
export const VISITORS = [
  "/login",
  "/register",
  "/forgot-password",
  "/reset-password",
  "/reset-password?token=none",
  "/appeal",
  "/verify-email?token=none",
  "/undo-email-change?token=none",
];
export const MEMBERS = [
  "/notifications",
  "/bookmarks",
  "/quests",
  "/rooms",
  "/posts/new",
  "/builds/new",
  "/settings/profile",
  "/settings/account",
  "/settings/safety",
  "/settings/developer",
  "/settings/security",
  "/settings/moderation",
  "/settings/invitations",
  "/coins",
  "/coins/history",
  "/coins/fairness",
];
const ADMINS = [
  "/admin",
  "/admin/people",
  "/admin/people?q=zzzzqqqq",
  "/admin/sign-ups",
  "/admin/invitations",
  "/admin/site",
  "/admin/site/rules",
  "/admin/announcements",
  "/admin/audit-log",
  "/admin/audit-log?person=zzzzqqqq",
];
const MODERATORS = ["/moderation", "/moderation/requests", "/moderation/appeals"];
export const STAFF = [
  ["ADMIN", ADMINS],
  ["MODERATOR", MODERATORS],
] as const;
export const EDITORS = ["/blog/new", "/news/new", "/blog/hello-pegboard/edit"];

interface Readers {
  visitor: Page;
  member: Page;
  editor: Page;
}

/** Each of them reads all its pages in one tab, which signs in and loads what pages share once. */
export const test = base.extend<object, Readers>({
  visitor: [async ({ browser }, provide) => reading(browser, provide), { scope: "worker" }],
  member: [
    async ({ browser }, provide) => reading(browser, provide, (context) => joinAs(context, "Careful")),
    { scope: "worker" },
  ],
  editor: [
    async ({ browser }, provide) =>
      reading(browser, provide, async (context) => makeEditor(await joinAs(context, "Careful"))),
    { scope: "worker" },
  ],
});

async function reading(
  browser: Browser,
  provide: (page: Page) => Promise<void>,
  prepare: (context: BrowserContext) => Promise<unknown> = async () => undefined,
): Promise<void> {
  const context = await browser.newContext({ baseURL: process.env.BASE_URL });
  await prepare(context);
  await provide(await context.newPage());
  await context.close();
}
