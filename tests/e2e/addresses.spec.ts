import { expect, test } from "@playwright/test";
import { joinAs } from "@/tests/support/member";
import { SLOW } from "@/tests/support/slow";

const JUNK = ["a%00b", "%ff", "%F0%9F%A6%8A", "..%2f..%2f", "x".repeat(2000), "'%22%3Cscript%3E", "__proto__"];

const NAMED = [
  "/users/*",
  "/users/*/followers",
  "/users/*/media",
  "/users/*/builds",
  "/posts/*",
  "/builds/*",
  "/builds/*/edit",
  "/blog/*",
  "/blog/*/edit",
  "/news/*",
  "/leaderboards/*",
  "/api/avatars/*",
  "/api/media/*",
  "/builds/*/opengraph-image",
];
const ASKED = [
  "/?cursor=*",
  "/?feed=*",
  "/?feed=everyone&cursor=*",
  "/?cursor=*&cursor=*",
  "/bookmarks?cursor=*",
  "/notifications?cursor=*",
  "/builds?cursor=*",
  "/builds?category=*",
  "/builds?technology=*",
  "/blog?cursor=*",
  "/news?cursor=*",
  "/news?category=*",
  "/search?q=*",
  "/search?q=*&only=people",
  "/search?q=a&cursor=*",
  "/search?q=a&only=*",
  "/users/ada?cursor=*",
  "/users/ada/followers?cursor=*",
  "/users/ada/following?cursor=*",
  "/users/ada/media?cursor=*",
  "/users/ada/builds?cursor=*",
  "/coins/history?cursor=*",
  "/coins/history?show=*",
  "/coins/fairness?drop=*",
  "/login?callbackURL=*",
  "/login?error=*",
  "/docs/api?q=*",
];

for (const who of ["a visitor", "a member"]) {
  test(`no URL that ${who} opens breaks a page`, SLOW, async ({ context }) => {
    if (who === "a member") await joinAs(context, "Fumbler");
    for (const junk of JUNK) {
      const answers = await Promise.all(
        [...NAMED, ...ASKED].map(async (shape) => {
          const answer = await context.request.get(shape.replaceAll("*", junk), { maxRedirects: 0 });
          return answer.status() >= 500 ? `${answer.status()} ${shape} with ${junk.slice(0, 20)}` : [];
        }),
      );
      expect(answers.flat()).toEqual([]);
    }
  });
}

test("an invalid cursor starts the list at the top", SLOW, async ({ page }) => {
  await page.goto("/builds?cursor=from-another-year");
  await expect(page.getByRole("main").getByRole("article").first()).toBeVisible();
  await page.goto("/?cursor=from-another-year");
  await expect(page.getByRole("feed").getByRole("article").first()).toBeVisible();
});

for (const path of ["/", "/nothing/here", "/posts/post_none", "/blog/none"]) {
  test(`${path} runs its scripts without violating its content security policy`, async ({ page }) => {
    const refused: string[] = [];
    page.on(
      "console",
      (message) => void (message.text().includes("Content Security Policy") && refused.push(message.text())),
    );
    await page.goto(path);
    await page.waitForLoadState("networkidle");
    expect(refused).toEqual([]);
  });
}
