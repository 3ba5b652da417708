import fs from "node:fs";
import { createRequire } from "node:module";
import { expect, type Page } from "@playwright/test";
import type axe from "axe-core";

const AXE = fs.readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

declare global {
  interface Window {
    axe: typeof axe;
  }
}

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
  const violations = await page.evaluate(findViolations, { within, rules });
  expect(violations).toEqual([]);
}

/** Returns only what is wrong: a page's whole report would take longer to send than to make. */
async function findViolations({ within = "html", rules }: Scope): Promise<string[]> {
  const { violations } = await window.axe.run(within, {
    resultTypes: ["violations"],
    ...(rules && { runOnly: rules }),
  });
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(" ")}`);
}

/** A colour halfway through its transition has no contrast to judge. Endless animations have no end to wait for. */
async function atRest(): Promise<void> {
  const ending = document.getAnimations().filter(({ effect }) => effect?.getComputedTiming().endTime !== Infinity);
  await Promise.allSettled(ending.map(({ finished }) => finished));
}
