import type { Locator, Page } from "@playwright/test";
import type { Fault } from "./request-faults";
import type { Item } from "./view";

export type Target = Pick<Item, "role" | "label" | "nth">;

/** What somebody does, so that it can be told, and done again in a copy of the world. */
export type Act =
  | { kind: "open"; path: string }
  | { kind: "press"; target: Target; by: "pointer" | "keyboard" }
  | { kind: "fill"; target: Target; value: string }
  | { kind: "key"; key: string }
  | { kind: "back" | "forward" | "reload" | "switch" };

export interface Step {
  act: Act;
  /** What happens to the first request that it causes. */
  fault?: Fault;
}

const TIMEOUT_MS = 2_000;

/** Tells a step in words. */
export function tell({ act, fault }: Step): string {
  const wording: Record<Fault, string> = {
    slow: "the answer is slow",
    failed: "the request is lost",
    lost: "the answer is lost",
    repeated: "the request arrives twice",
  };
  return tellAct(act) + (fault ? ` (${wording[fault]})` : "");
}

function tellAct(act: Act): string {
  switch (act.kind) {
    case "open":
      return `opens ${act.path}`;
    case "press":
      return `${act.by === "pointer" ? "clicks" : "presses"} ${nameOf(act.target)}`;
    case "fill":
      return `enters “${act.value}” into ${nameOf(act.target)}`;
    case "key":
      return `presses the key ${act.key}`;
    case "back":
      return "goes back";
    case "forward":
      return "goes forward";
    case "reload":
      return "reloads the page";
    case "switch":
      return "turns to the other tab";
  }
}

export const nameOf = ({ role, label, nth }: Target) => `${role} “${label}”${nth > 0 ? `, number ${nth + 1}` : ""}`;

/** Presses something as a person would. */
export async function press(page: Page, item: Item, by: "pointer" | "keyboard"): Promise<void> {
  const element = page.getByRef(item.ref);
  if (by === "pointer" && (await clicked(element, item))) return;
  await element.focus({ timeout: TIMEOUT_MS });
  await page.keyboard.press(item.role === "radio" || item.role === "checkbox" ? "Space" : "Enter");
}

/** Whether it could be clicked: what a label stands for is hidden, and gets its clicks from the label. */
async function clicked(element: Locator, { role }: Item): Promise<boolean> {
  const click = element.click({ timeout: TIMEOUT_MS, noWaitAfter: true });
  if (role !== "radio" && role !== "checkbox" && role !== "switch") return click.then(() => true);
  return click.then(
    () => true,
    () => false,
  );
}

/** What a field is for, by what browsers know of it. */
interface FieldKind {
  tag: string;
  type: string;
  autocomplete: string;
  min: string;
  maxLength: number;
  options: string[];
}

export function kindOf(page: Page, item: Item): Promise<FieldKind> {
  return page.getByRef(item.ref).evaluate(
    (element) => {
      const field = element as HTMLInputElement;
      return {
        tag: element.tagName,
        type: field.type ?? "",
        autocomplete: field.autocomplete ?? "",
        min: field.min ?? "",
        maxLength: field.maxLength ?? -1,
        options: [...element.querySelectorAll("option")].map(({ value }) => value),
      };
    },
    undefined,
    { timeout: TIMEOUT_MS },
  );
}

export async function fill(page: Page, item: Item, value: string): Promise<void> {
  const element = page.getByRef(item.ref);
  const tag = await element.evaluate(({ tagName }) => tagName, undefined, { timeout: TIMEOUT_MS });
  if (tag === "SELECT") await element.selectOption(value, { timeout: TIMEOUT_MS });
  else if (item.role === "slider") await element.press("ArrowRight", { timeout: TIMEOUT_MS });
  else await element.fill(value, { timeout: TIMEOUT_MS });
}

/** The value of a field, or null if it has none that could be lost. */
export async function valueOf(page: Page, item: Item): Promise<string | null> {
  return page
    .getByRef(item.ref)
    .evaluate((element) => ("value" in element ? String(element.value) : element.textContent), undefined, {
      timeout: TIMEOUT_MS,
    })
    .catch(() => null);
}
