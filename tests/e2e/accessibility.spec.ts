import { type Browser, type BrowserContext, expect, type Page, test as base } from "@playwright/test";
import { expectAccessible } from "@/tests/support/accessibility";
import { makeEditor } from "@/tests/support/editor";
import { joinAs } from "@/tests/support/member";
import { makeStaff } from "@/tests/support/staff";

const EVERYBODYS = [
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
const VISITORS = [
  "/login",
  "/register",
  "/forgot-password",
  "/reset-password",
  "/reset-password?token=none",
  "/appeal",
  "/verify-email?token=none",
  "/undo-email-change?token=none",
];
const MEMBERS = [
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
const EDITORS = ["/blog/new", "/news/new", "/blog/hello-pegboard/edit"];

interface Readers {
  visitor: Page;
  member: Page;
  editor: Page;
}

/** Each of them reads all its pages in one tab, which signs in and loads what pages share once. */
const test = base.extend<object, Readers>({
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

for (const path of [...EVERYBODYS, ...VISITORS]) {
  test(`${path} has nothing for axe to mend for a visitor, light or dark`, async ({ visitor }) => clean(visitor, path));
}

for (const path of [...EVERYBODYS, ...MEMBERS]) {
  test(`${path} has nothing for axe to mend for a member, light or dark`, async ({ member }) => clean(member, path));
}

for (const path of EDITORS) {
  test(`${path} has nothing for axe to mend for an editor, light or dark`, async ({ editor }) => clean(editor, path));
}

// Few see these pages: one browser goes through them.
for (const [role, paths] of [
  ["ADMIN", ADMINS],
  ["MODERATOR", MODERATORS],
] as const) {
  test(`what ${role.toLowerCase()}s see has nothing for axe to mend, light or dark`, async ({ context, page }) => {
    test.slow();
    await makeStaff(await joinAs(context, "Careful"), role);
    for (const path of paths) await test.step(path, () => clean(page, path));
  });
}

test("a post with its discussion and pictures has nothing for axe to mend", async ({ member }) => {
  await member.goto("/users/ines/media");
  await member
    .getByRole("article")
    .first()
    .getByRole("link", { name: /ago|\d/ })
    .first()
    .click();
  await expect(member.getByRole("region", { name: "Comments" })).toBeVisible();
  await clean(member, new URL(member.url()).pathname);
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

async function clean(page: Page, path: string): Promise<void> {
  await page.emulateMedia({ colorScheme: "light", reducedMotion: "reduce" });
  await page.goto(path);
  await expect(page.getByRole("main")).toBeVisible();
  await expectAccessible(page);
  await page.emulateMedia({ colorScheme: "dark", reducedMotion: "reduce" });
  await expectAccessible(page, { rules: ["color-contrast"] });
  // Nothing of it shall go on beside the tests that follow.
  await page.goto("/robots.txt");
}
