import { bytesOf, MAX_RESULT_BYTES } from "./envelope";

/** A page of a list, as the API returns it. */
export interface ListPage {
  data: unknown[];
  nextCursor: string | null;
}

export function isListPage(value: unknown): value is ListPage {
  return typeof value === "object" && value !== null && "nextCursor" in value && "data" in value;
}

/** How many of a page's items fit into a result: at least one. Undefined if all do. */
export function itemsThatFit(page: ListPage): number | undefined {
  if (fits(page)) return undefined;
  let bytes = bytesOf({ ...page, data: [] });
  for (const [index, item] of page.data.entries()) {
    bytes += bytesOf(item) + 1;
    if (bytes > MAX_RESULT_BYTES) return Math.max(1, index);
  }
  return undefined;
}

const fits = (value: unknown) => bytesOf(value) <= MAX_RESULT_BYTES;

export interface Shortened {
  value: unknown;
  /** The maximum characters of every text, if any was truncated. */
  textLength?: number;
  /** The maximum items of every list, if any was truncated. */
  listLength?: number;
}

/** Texts are truncated down to this length before lists are truncated. */
const MIN_TEXT = 1000;
const SHRINK = 0.75;

/** Truncates texts, and then lists, until a value fits into a result. Long texts begin at the character `from`. */
export function shortened(value: unknown, from = 0): Shortened {
  if (from === 0 && fits(value)) return { value };
  let textLength = longestText(value);
  let listLength = longestList(value);
  const whole = { textLength, listLength };
  for (;;) {
    const cut = cutTo(value, { from, textLength, listLength });
    if (fits(cut))
      return {
        value: cut,
        ...(textLength < whole.textLength && { textLength }),
        ...(listLength < whole.listLength && { listLength }),
      };
    if (textLength > MIN_TEXT) textLength = Math.max(MIN_TEXT, Math.floor(textLength * SHRINK));
    else if (listLength > 1) listLength = Math.floor(listLength * SHRINK);
    else if (textLength > 1) textLength = Math.floor(textLength * SHRINK);
    else return { value: null, textLength: 0, listLength: 0 };
  }
}

function cutTo(value: unknown, cut: { from: number; textLength: number; listLength: number }): unknown {
  if (typeof value === "string") {
    const from = value.length > cut.from ? cut.from : 0;
    // Both ends are adjusted in the same way, so that consecutive parts of a text join.
    return value.slice(boundary(value, from), boundary(value, from + cut.textLength));
  }
  if (Array.isArray(value)) return value.slice(0, cut.listLength).map((item) => cutTo(item, cut));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, cutTo(inner, cut)]));
}

/** The nearest index at or before `at` that is not in the middle of a surrogate pair. */
function boundary(text: string, at: number): number {
  const isInPair = at > 0 && at < text.length && /[\ud800-\udbff]/.test(text[at - 1]!);
  return isInPair ? at - 1 : at;
}

function longestText(value: unknown): number {
  if (typeof value === "string") return value.length;
  return typeof value === "object" && value !== null ? Math.max(0, ...Object.values(value).map(longestText)) : 0;
}

function longestList(value: unknown): number {
  if (typeof value !== "object" || value === null) return 0;
  return Math.max(Array.isArray(value) ? value.length : 0, ...Object.values(value).map(longestList));
}
