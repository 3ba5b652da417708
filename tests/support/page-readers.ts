import { type BrowserContext, type Page, test as base } from "@playwright/test";
import { makeEditor } from "./editor";
import { joinAs } from "./member";

export const EVERYBODYS = [
  "/",
  "/?feed=everyone",
  "/search",
  "/search?q=brass",
  "/search?q=zzzzqqqq",
  "/users/ada",
  "/tags/brass",
  "/tags/nobody-has_used_it",
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
  "/docs/errors/rate_limited",
  "/leaderboards/plinko",
  "/status",
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
  "/unsubscribe?token=none",
];
export const MEMBERS = [
  "/notifications",
  "/notifications?kind=mentions",
  "/bookmarks",
  "/quests",
  "/rooms",
  "/posts/new",
  "/posts/scheduled",
  "/builds/new",
  "/settings/profile",
  "/settings/account",
  "/settings/notifications",
  "/settings/safety",
  "/settings/apps",
  "/settings/developer",
  "/settings/developer/requests",
  "/settings/developer/sandbox",
  "/settings/security",
  "/settings/moderation",
  "/settings/invitations",
  "/coins",
  "/coins/history",
  "/coins/fairness",
  "/device",
  "/device?code=BCDF-GHJK",
  "/oauth/authorize?client_id=none",
];
const ADMINS = [
  "/admin",
  "/admin/people",
  "/admin/people?q=zzzzqqqq",
  "/admin/apps",
  "/admin/apps?q=zzzzqqqq",
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
  /** Opens a tab in a browser context of its own. */
  openTab: (prepare?: (context: BrowserContext) => Promise<unknown>) => Promise<Page>;
  /** Whether pages load their scripts. */
  runsScripts: boolean;
}

/** Each reader reads all pages in one tab, so that it signs in and loads shared files only once. */
export const test = base.extend<object, Readers>({
  runsScripts: [true, { scope: "worker", option: true }],
  openTab: [
    async ({ browser, runsScripts }, provide) => {
      const contexts: BrowserContext[] = [];
      await provide(async (prepare = async () => undefined) => {
        const context = await browser.newContext({ baseURL: process.env.BASE_URL });
        contexts.push(context);
        if (!runsScripts) await context.route("**/_next/static/**/*.js", (route) => route.abort());
        await prepare(context);
        return context.newPage();
      });
      for (const context of contexts) await context.close();
    },
    { scope: "worker" },
  ],
  visitor: [async ({ openTab }, provide) => provide(await openTab()), { scope: "worker" }],
  member: [
    async ({ openTab }, provide) => provide(await openTab((context) => joinAs(context, "Careful"))),
    { scope: "worker" },
  ],
  editor: [
    async ({ openTab }, provide) =>
      provide(await openTab(async (context) => makeEditor(await joinAs(context, "Careful")))),
    { scope: "worker" },
  ],
});
