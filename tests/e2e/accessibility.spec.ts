import { expect, type Page } from "@playwright/test";
import { expectAccessible } from "@/tests/support/accessibility";
import { joinAs } from "@/tests/support/member";
import { EDITORS, EVERYBODYS, MEMBERS, STAFF, test, VISITORS } from "@/tests/support/page-readers";
import { sampleOf } from "@/tests/support/random";
import { makeStaff } from "@/tests/support/staff";

// Checks the server's HTML only. Tests of each feature check the hydrated pages, and the slow tests check all of them.
test.use({ runsScripts: false });

const QUESTION = "whether a page has axe violations";

for (const path of sampleOf(VISITORS, QUESTION)) {
  test(`${path} has no axe violations for a visitor`, async ({ visitor }) => cleanInside(visitor, path));
}

for (const path of sampleOf([...EVERYBODYS, ...MEMBERS], QUESTION)) {
  test(`${path} has no axe violations for a member`, async ({ member }) => cleanInside(member, path));
}

for (const path of sampleOf(EDITORS, QUESTION)) {
  test(`${path} has no axe violations for an editor`, async ({ editor }) => cleanInside(editor, path));
}

for (const [role, paths] of STAFF) {
  test(`the pages of ${role.toLowerCase()}s have no axe violations`, async ({ openTab }) => {
    const page = await openTab(async (context) => makeStaff(await joinAs(context, "Careful"), role));
    for (const path of paths) await test.step(path, () => cleanInside(page, path));
  });
}

test("a post with its discussion and pictures has no axe violations", async ({ member }) => {
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

/** Replaces the page's content with the server's HTML of a path: opening the page would load axe again. */
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

test("a contrast theme of the system shows what is chosen and where a button ends", async ({ member }) => {
  await member.emulateMedia({ forcedColors: "active" });
  await member.goto("/coins");
  const [line] = await styles(member, ['.tab[aria-current="page"]'], "::after");
  const [paper, button] = await styles(member, ["html", "main .button"]);
  // What a theme does not name is filled like the paper.
  expect(line!.backgroundColor).not.toBe(paper!.backgroundColor);
  expect(button).toMatchObject({ borderStyle: "solid", borderWidth: "1px" });
  await member.emulateMedia({ forcedColors: "none" });
});

test("whoever asks for more contrast gets hairlines that can be seen, and text without a second color", async ({
  member,
}) => {
  await member.goto("/coins");
  const colors = () =>
    member.evaluate(() =>
      ["--muted", "--edge", "--line", "--ink"].map((name) => {
        const probe = document.body.appendChild(document.createElement("i"));
        probe.style.color = `var(${name})`;
        const { color } = getComputedStyle(probe);
        probe.remove();
        return color;
      }),
    );
  const [, , usualLine] = await colors();
  await member.emulateMedia({ contrast: "more" });
  const [muted, edge, line, ink] = await colors();
  expect([muted, edge]).toEqual([ink, ink]);
  expect(line).not.toBe(usualLine);
  await member.emulateMedia({ contrast: "no-preference" });
});

/** The computed style of the first element that each selector matches. */
function styles(page: Page, selectors: string[], part?: string) {
  return page.evaluate(
    ({ selectors, part }) =>
      selectors.map((selector) => {
        const { backgroundColor, borderStyle, borderWidth } = getComputedStyle(document.querySelector(selector)!, part);
        return { backgroundColor, borderStyle, borderWidth };
      }),
    { selectors, part },
  );
}
