import type { Page } from "@playwright/test";
import { routeOf } from "./routes";

/** Something on a page that can be operated, as assistive technology is told of it. */
export interface Item {
  role: string;
  name: string;
  /** The name without what differs from world to world: numbers, handles, quoted texts. */
  label: string;
  /** For `page.getByRef`, until the next view. */
  ref: string;
  /** How many before it have the same role and label. */
  nth: number;
  /** What surrounds every page, instead of belonging to one. */
  isShell: boolean;
  /** Whether it is in a dialog or menu. */
  isCovering: boolean;
  /** The closest form, dialog or article around it, by its reference. */
  group: string;
  /** Of a link. */
  url?: string;
  isFilled: boolean;
}

/** What a person can see and do on a page. */
export interface View {
  url: string;
  /** The page of the app, or a path that no page serves. */
  route: string;
  items: Item[];
  /** Dialogs and menus that are open, the last one last. */
  overlays: Overlay[];
}

export interface Overlay {
  role: string;
  name: string;
}

interface Node {
  role: string;
  name?: string;
  text?: string;
  value?: string;
  url?: string;
  ref?: string;
  disabled?: boolean;
  children?: (Node | string)[];
}

export const BUTTONS = new Set([
  ...["button", "menuitem", "menuitemradio", "menuitemcheckbox", "tab", "switch", "checkbox", "radio", "option"],
]);
export const FIELDS = new Set(["textbox", "searchbox", "spinbutton", "combobox", "slider"]);
const OVERLAYS = new Set(["dialog", "alertdialog", "menu"]);
const GROUPS = new Set(["form", "dialog", "alertdialog", "article", "search"]);

/** Reads the accessibility tree of a page. */
export async function look(page: Page): Promise<View> {
  const nodes = (await page.locator("body").ariaSnapshotJSON({ mode: "ai", timeout: 10_000 })) as Node[];
  const url = page.url();
  const pathname = new URL(url).pathname;
  const view: View = { url, route: routeOf(pathname) ?? pathname, items: [], overlays: [] };
  const counts = new Map<string, number>();

  function visit(node: Node | string, around: { isMain: boolean; isCovering: boolean; group: string }): void {
    if (typeof node === "string") return;
    const { role, ref = "" } = node;
    const isOverlay = OVERLAYS.has(role);
    if (isOverlay) view.overlays.push({ role, name: node.name ?? "" });
    const inside = {
      isCovering: around.isCovering || isOverlay,
      isMain: around.isMain || role === "main" || isOverlay || role === "listbox",
      group: GROUPS.has(role) || isOverlay ? ref : around.group,
    };
    if (ref && !node.disabled && (role === "link" || BUTTONS.has(role) || FIELDS.has(role))) {
      const name = node.name || textOf(node).trim();
      const label = labelOf(name);
      const key = `${role} ${label}`;
      const nth = counts.get(key) ?? 0;
      counts.set(key, nth + 1);
      const isShell = !inside.isMain;
      const { isCovering, group } = inside;
      const isFilled = Boolean(node.value ?? node.text ?? node.children?.length);
      view.items.push({ role, name, label, ref, nth, isShell, isCovering, group, url: node.url, isFilled });
    }
    for (const child of node.children ?? []) visit(child, inside);
  }

  for (const node of nodes) visit(node, { isMain: false, isCovering: false, group: "" });
  return view;
}

function textOf(node: Node | string): string {
  if (typeof node === "string") return node;
  return [node.name, node.text, ...(node.children ?? []).map(textOf)].filter(Boolean).join(" ");
}

/** Removes what differs between worlds, people and moments from a name. */
export function labelOf(name: string): string {
  return name
    .replace(/[“"][^”"]*[”"]/g, "“…”")
    .replace(/@[\w-]+/g, "@…")
    .replace(/#\w+/g, "#…")
    .replace(
      /\b(Mon|Tue|Wednes|Thurs|Fri|Satur|Sun)day\b|\b(January|February|March|April|May|June|July|August|September|October|November|December)\b/g,
      "…",
    )
    .replace(/[\w-]*\d[\w.,:-]*/g, "#")
    .replace(/\bnow\b|# (s|min|h|d) ago/g, "…")
    .replace(/\s+/g, " ")
    .slice(0, 80)
    .trim();
}
