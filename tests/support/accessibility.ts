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
  /** Rules that do not apply here. */
  except?: string[];
}

/** Waits until a page is at rest, and fails with the violations that axe finds, each with its elements. */
export async function expectAccessible(page: Page, scope: Scope = {}): Promise<void> {
  // Next sets the title last when it rerenders a page.
  await expect(page).toHaveTitle(/\w/);
  expect(await violationsOf(page, scope)).toEqual([]);
}

/** Waits until a page is at rest, and returns the violations that axe finds, each with its elements. */
export async function violationsOf(page: Page, { within, rules, except }: Scope = {}): Promise<string[]> {
  await page.evaluate(atRest);
  if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(AXE);
  return page.evaluate(findViolations, { within, rules, except });
}

/** Returns only the violations: a page's complete report would take longer to transfer than to create. */
async function findViolations({ within = "html", rules, except = [] }: Scope): Promise<string[]> {
  const { violations } = await window.axe.run(within, {
    resultTypes: ["violations"],
    ...(rules && { runOnly: rules }),
    rules: Object.fromEntries(except.map((rule) => [rule, { enabled: false }])),
  });
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(" ")}`);
}

/** Waits for transitions, during which contrast cannot be judged. Ignores endless animations. */
async function atRest(): Promise<void> {
  const ending = document.getAnimations().filter(({ effect }) => effect?.getComputedTiming().endTime !== Infinity);
  await Promise.allSettled(ending.map(({ finished }) => finished));
}
