import { expect } from "@playwright/test";
import { expectAccessible } from "@/tests/support/accessibility";
import { test } from "@/tests/support/browser-test";
import { joinAs } from "@/tests/support/member";
import { enter, type Guest, message, messages, newGuest, openRoom, say } from "@/tests/support/room-guests";
import { SLOW } from "@/tests/support/slow";

test("three people chat, react, reply and mention each other, with each message once and in the same order", async ({
  browser,
}) => {
  const [ada, ben, cy] = [
    await newGuest(browser, "Ada"),
    await newGuest(browser, "Ben"),
    await newGuest(browser, "Cy"),
  ];
  const url = await openRoom(ada, "The bench", "brass pegs");
  await enter(ben, url, "brass pegs");
  await enter(cy, url, "brass pegs");
  const everybody = [ada, ben, cy];

  for (let turn = 0; turn < 4; turn++) {
    const speaker = everybody[turn % 3]!;
    await say(speaker, `Turn number ${turn}`);
    for (const guest of everybody) await expect(message(guest, `Turn number ${turn}`)).toHaveCount(1);
  }
  const order = async (guest: Guest) => (await messages(guest).allInnerTexts()).join().match(/Turn number \d/g);
  expect(await order(ada)).toEqual(await order(cy));

  await cy.page.getByRole("textbox", { name: "Your message" }).pressSequentially("hm");
  await expect(ada.page.getByText("Cy is typing…")).toBeVisible();

  const first = message(ben, "Turn number 0");
  await first.hover();
  await first.getByRole("button", { name: "More about this message" }).click();
  await ben.page.getByRole("menuitem", { name: "🎉" }).click();
  await expect(message(ada, "Turn number 0").getByRole("button", { name: "🎉 1" })).toBeVisible();
  await message(ada, "Turn number 0").getByRole("button", { name: "🎉 1" }).click();
  await expect(message(cy, "Turn number 0").getByRole("button", { name: "🎉 2" })).toBeVisible();

  await first.hover();
  await first.getByRole("button", { name: "More about this message" }).click();
  await ben.page.getByRole("menuitem", { name: "Reply" }).click();
  await say(ben, `Indeed, @${cy.member.handle}: see https://pegboard.example/x <b>not bold</b>`);
  const reply = message(ada, "Indeed");
  await expect(reply.getByRole("button", { name: /In reply to.*Turn number 0/ })).toBeVisible();
  await expect(reply.getByRole("link", { name: "pegboard.example/x" })).toHaveAttribute("rel", /nofollow/);
  await expect(reply).toContainText("<b>not bold</b>");
  await reply.getByRole("button", { name: /In reply to/ }).click();
  await expect(message(ada, "Turn number 0").first()).toBeFocused();

  await cy.page.goto("/notifications");
  await expect(cy.page.getByRole("main").getByText(/Indeed/)).toBeVisible();

  for (const scheme of ["light", "dark"] as const) {
    await ada.page.emulateMedia({ colorScheme: scheme, reducedMotion: "reduce" });
    await expectAccessible(ada.page);
  }
});

test("a member's drop appears to the others, and can be verified", SLOW, async ({ browser }) => {
  const [ada, ben] = [await newGuest(browser, "Ada"), await newGuest(browser, "Ben")];
  const url = await openRoom(ada, "Pegs and balls");
  await enter(ben, url);
  const bet = await ben.page.request.post("/api/coins/bet", { data: { bin: 2, amount: 1 } });
  expect(bet.ok()).toBe(true);
  const drop = message(ada, "dropped 1 coin on cup 3");
  await expect(drop).toBeVisible();
  await drop.getByRole("link", { name: "Verify" }).click();
  await expect(ada.page.getByRole("heading", { name: "The seed is still sealed" })).toBeVisible();
  await ben.page.request.post("/api/coins/fairness/rotate", { data: {} });
  await ada.page.reload();
  await expect(ada.page.getByText("The seed matches the hash shown before the drop.")).toBeVisible();
});

test("a banned member is removed within two seconds, and cannot rejoin with the code", SLOW, async ({ browser }) => {
  const [ada, ben] = [await newGuest(browser, "Ada"), await newGuest(browser, "Ben")];
  const url = await openRoom(ada, "House rules");
  await enter(ben, url);
  const panel = ada.page.getByRole("complementary", { name: "In the room" });
  await panel.getByRole("button", { name: "More about Ben" }).click();
  await ada.page.getByRole("menuitem", { name: "Ban" }).click();
  await expect(ben.page.getByText("You were removed")).toBeVisible();
  await expect(panel.getByRole("link", { name: "Ben" })).toBeHidden();
  await say(ada, "Quiet now");
  await ben.page.goto(url);
  await ben.page.getByRole("button", { name: "Join the room" }).click();
  await expect(
    ben.page
      .getByRole("alert")
      .or(ben.page.getByText(/can't get into this room/))
      .first(),
  ).toBeVisible();
  expect(await ben.page.content()).not.toContain("Quiet now");
});

test("after being offline, a member gets missed messages, and unsent ones are sent once", SLOW, async ({ browser }) => {
  const [ada, ben] = [await newGuest(browser, "Ada"), await newGuest(browser, "Ben")];
  const url = await openRoom(ada, "Tunnel");
  await enter(ben, url);
  await say(ben, "Going into the tunnel");
  await expect(message(ada, "Going into the tunnel")).toHaveCount(1);

  await ben.page.context().setOffline(true);
  for (let n = 0; n < 3; n++) await say(ada, `While you were gone ${n}`);
  await say(ben, "Said in the dark");
  await expect(ben.page.getByText("Waits for a connection", { exact: true })).toBeVisible();
  await ben.page.context().setOffline(false);
  await expect(message(ada, "Said in the dark")).toHaveCount(1);
  await expect(ben.page.getByText("Waits for a connection", { exact: true })).toBeHidden();
  for (let n = 0; n < 3; n++) await expect(message(ben, `While you were gone ${n}`)).toHaveCount(1);
  await expect(message(ben, "Said in the dark")).toHaveCount(1);
});

test("a message whose response was lost is sent again by itself, and is there once", SLOW, async ({ browser }) => {
  const [ada, ben] = [await newGuest(browser, "Ada"), await newGuest(browser, "Ben")];
  const url = await openRoom(ada, "Lost answers");
  await enter(ben, url);
  let lost = 0;
  await ben.page.route("**/api/rooms/*/messages", async (route) => {
    if (route.request().method() !== "POST" || lost > 0) return route.continue();
    lost += 1;
    await route.fetch();
    await route.abort();
  });
  await say(ben, "Once is enough");
  await expect(message(ben, "Once is enough")).toHaveCount(1);
  await say(ben, "And then");
  await expect(message(ada, "And then")).toHaveCount(1);
  await expect(message(ada, "Once is enough")).toHaveCount(1);
});

test(
  "a room is usable by keyboard only: open, write, walk the messages, delete one and return",
  SLOW,
  async ({ browser }) => {
    const ada = await newGuest(browser, "Ada");
    const url = await openRoom(ada, "Keys");
    const { keyboard } = ada.page;
    await ada.page.getByRole("textbox", { name: "Your message" }).focus();
    for (const text of ["First", "Second"]) {
      await keyboard.type(text);
      await keyboard.press("Enter");
      await expect(message(ada, text)).toHaveCount(1);
    }
    await keyboard.press("ArrowUp");
    await expect(message(ada, "Second")).toBeFocused();
    await keyboard.press("ArrowUp");
    await expect(message(ada, "First")).toBeFocused();
    await keyboard.press("Tab");
    await keyboard.press("Tab");
    await expect(message(ada, "First").getByRole("button", { name: "More about this message" })).toBeFocused();
    await keyboard.press("Enter");
    await ada.page.getByRole("menuitem", { name: "Delete" }).focus();
    await keyboard.press("Enter");
    await expect(messages(ada).filter({ hasText: "This message was deleted." })).toHaveCount(1);
    await messages(ada).last().focus();
    await keyboard.press("Escape");
    await expect(ada.page.getByRole("textbox", { name: "Your message" })).toBeFocused();
    await keyboard.type("A draft");
    await ada.page.goto("/");
    await ada.page.goto(url);
    await expect(ada.page.getByRole("textbox", { name: "Your message" })).toHaveValue("A draft");
  },
);

test(
  "everything fits a phone of 360 pixels, and new messages wait behind a pill while scrolled up",
  SLOW,
  async ({ browser }) => {
    const context = await browser.newContext({ viewport: { width: 360, height: 640 }, hasTouch: true, isMobile: true });
    const ben: Guest = { member: await joinAs(context, "Ben"), page: await context.newPage() };
    const ada = await newGuest(browser, "Ada");
    const url = await openRoom(ada, "A room with quite a long name, so that it is cut");
    await enter(ben, url);
    for (let n = 0; n < 20; n++)
      await ada.page.request.post(`/api${new URL(url).pathname}/messages`, { data: { content: `Line ${n} of many` } });
    await expect(message(ben, "Line 19 of many")).toBeInViewport();
    expect(await ben.page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
    await message(ben, "Line 1 of many").first().scrollIntoViewIfNeeded();
    await say(ada, "Down here");
    const pill = ben.page.getByRole("button", { name: "1 new message" });
    await expect(pill).toBeVisible();
    await pill.tap();
    await expect(message(ben, "Down here")).toBeInViewport();
    await expect(pill).toBeHidden();
    await expectAccessible(ben.page);
  },
);

test("screen readers are told politely how many messages arrived, not each of them", SLOW, async ({ browser }) => {
  const [ada, ben] = [await newGuest(browser, "Ada"), await newGuest(browser, "Ben")];
  const url = await openRoom(ada, "Quiet");
  await enter(ben, url);
  for (let n = 0; n < 3; n++) await say(ada, `Word ${n}`);
  await expect(ben.page.getByRole("status").filter({ hasText: /new messages? from Ada/ })).toBeAttached();
  await expect(ben.page.getByRole("main").locator("[aria-live=assertive], [role=log]")).toHaveCount(0);
});
