import fs from "node:fs";
import { createRequire } from "node:module";
import AxeBuilder from "@axe-core/playwright";
import { expect, type Page } from "@playwright/test";

/** The builder would send the unminified axe to the page twice for each check. */
const AXE = fs.readFileSync(
  createRequire(createRequire(import.meta.url).resolve("@axe-core/playwright")).resolve("axe-core/axe.min.js"),
  "utf8",
);
const NOTHING = "0";

interface Scope {
  /** A CSS selector of the part to check; the whole page by default. */
  within?: string;
  /** The rules to check; all by default. */
  rules?: string[];
}

/** Fails with what axe finds wrong on a page that has come to rest, each fault with the elements that have it. */
export async function expectAccessible(page: Page, { within, rules }: Scope = {}): Promise<void> {
  // Next puts the title in place last when it renders a page again.
  await expect(page).toHaveTitle(/\w/);
  await page.evaluate(atRest);
  if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(AXE);
  // In the page itself: the other mode opens a second one for its report, and serves frames from elsewhere alone.
  const axe = new AxeBuilder({ page, axeSource: NOTHING }).setLegacyMode().options({ resultTypes: ["violations"] });
  if (within) axe.include(within);
  if (rules) axe.withRules(rules);
  const { violations } = await axe.analyze();
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(" ")}`)).toEqual([]);
}

/** A colour halfway through its transition has no contrast to judge. Endless animations have no end to wait for. */
async function atRest(): Promise<void> {
  const ending = document.getAnimations().filter(({ effect }) => effect?.getComputedTiming().endTime !== Infinity);
  await Promise.allSettled(ending.map(({ finished }) => finished));
}
