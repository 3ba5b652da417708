import { type BrowserContext, expect, type Page, test } from "@playwright/test";
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

for (const path of [...EVERYBODYS, ...VISITORS]) {
  test(`${path} has nothing for axe to mend for a visitor, light or dark`, async ({ page }) => clean(page, path));
}

for (const path of [...EVERYBODYS, ...MEMBERS, ...EDITORS]) {
  test(`${path} has nothing for axe to mend for a member, light or dark`, async ({ page, context }) => {
    await beSomebody(context, EDITORS.includes(path));
    await clean(page, path);
  });
}

// Few see these pages: one browser goes through them.
for (const [role, paths] of [
  ["ADMIN", ADMINS],
  ["MODERATOR", MODERATORS],
] as const) {
  test(`what ${role.toLowerCase()}s see has nothing for axe to mend, light or dark`, async ({ page, context }) => {
    test.slow();
    await makeStaff(await joinAs(context, "Careful"), role);
    for (const path of paths) await test.step(path, () => clean(page, path));
  });
}

test("a post with its discussion and pictures has nothing for axe to mend", async ({ page, context }) => {
  await joinAs(context, "Careful");
  await page.goto("/users/ines/media");
  await page
    .getByRole("article")
    .first()
    .getByRole("link", { name: /ago|\d/ })
    .first()
    .click();
  await expect(page.getByRole("region", { name: "Comments" })).toBeVisible();
  await clean(page, new URL(page.url()).pathname);
});

async function clean(page: Page, path: string): Promise<void> {
  await open(page, path, "light");
  await expectAccessible(page);
  await page.emulateMedia({ colorScheme: "dark", reducedMotion: "reduce" });
  await expectAccessible(page, { rules: ["color-contrast"] });
}

async function open(page: Page, path: string, colorScheme: "light" | "dark"): Promise<void> {
  await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
  await page.goto(path);
  await expect(page.getByRole("main")).toBeVisible();
}

async function beSomebody(context: BrowserContext, editor: boolean): Promise<void> {
  const member = await joinAs(context, "Careful");
  if (editor) await makeEditor(member);
}
