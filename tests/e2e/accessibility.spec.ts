import { expect, type Page } from "@playwright/test";
import { expectAccessible } from "@/tests/support/accessibility";
import { joinAs } from "@/tests/support/member";
import { EDITORS, EVERYBODYS, MEMBERS, STAFF, test, VISITORS } from "@/tests/support/page-readers";
import { makeStaff } from "@/tests/support/staff";

// What the server sends; what scripts make of it is checked where it is used, and all of it by the slow tests.
test.use({ runsScripts: false });

for (const path of VISITORS) {
  test(`${path} has nothing for axe to mend for a visitor`, async ({ visitor }) => cleanInside(visitor, path));
}

for (const path of [...EVERYBODYS, ...MEMBERS]) {
  test(`${path} has nothing for axe to mend for a member`, async ({ member }) => cleanInside(member, path));
}

for (const path of EDITORS) {
  test(`${path} has nothing for axe to mend for an editor`, async ({ editor }) => cleanInside(editor, path));
}

for (const [role, paths] of STAFF) {
  test(`what ${role.toLowerCase()}s see has nothing for axe to mend`, async ({ openTab }) => {
    const page = await openTab(async (context) => makeStaff(await joinAs(context, "Careful"), role));
    for (const path of paths) await test.step(path, () => cleanInside(page, path));
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
  await cleanInside(member, new URL(member.url()).pathname);
});

async function cleanInside(page: Page, path: string): Promise<void> {
  if (page.url() === "about:blank") {
    await page.emulateMedia({ colorScheme: "light", reducedMotion: "reduce" });
    await page.goto("/docs");
  }
  await page.evaluate(showContent, path);
  await expectAccessible(page, { within: "main" });
}

/** Puts what the server sends for a path in the place of the page's content: opening the page would load axe again. */
async function showContent(path: string): Promise<void> {
  const response = await fetch(path);
  if (response.redirected) throw new Error(`${path} leads to ${response.url}`);
  const sent = new DOMParser().parseFromString(await response.text(), "text/html");
  const styles = [...sent.querySelectorAll<HTMLLinkElement>("link[rel=stylesheet]")].filter(
    ({ href }) => ![...document.styleSheets].some((known) => known.href === href),
  );
  document.head.append(...styles);
  document.querySelector("main")!.replaceWith(sent.querySelector("main")!);
  await Promise.all(styles.map((style) => new Promise((resolve) => style.addEventListener("load", resolve))));
}
