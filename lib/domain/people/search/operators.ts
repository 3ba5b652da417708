import { HANDLE } from "@/lib/domain/accounts/users/rules";
import { DAY_MS } from "@/lib/domain/kernel/durations";
import { cleanQuery, MAX_WORDS } from "./rules";

type Operator = "from" | "has" | "before" | "after";

/** The kinds of things that are searched, and the operators of each. In every other search they are words. */
const OPERATORS = {
  people: [],
  posts: ["from", "has", "before", "after"],
  builds: ["from", "before", "after"],
  articles: ["before", "after"],
  tags: [],
} as const satisfies Record<string, readonly Operator[]>;

export type SearchKind = keyof typeof OPERATORS;

/** What somebody searches for. */
export interface Search {
  /** Words and phrases, without the operators. */
  words: string;
  /** The handle of the author. */
  from?: string;
  hasImage?: true;
  /** Only what is older than this moment, the beginning of a day in UTC. */
  before?: Date;
  /** Only what is not older than this moment, the end of a day in UTC. */
  since?: Date;
}

/** A phrase, in which nothing is an operator, or an operator with its value. A single quotation mark is neither. */
const TERM = /"[^"]*"|(?<!\S)(from|has|before|after):([^\s"]+)(?!\S)/gi;

/**
 * Reads what somebody typed, as a search of one kind (docs/contract.md#search). What is no operator of that kind, or
 * has a value that cannot be one, stays a word. Of several of the same, the last counts. Takes linear time.
 */
export function parseSearch(typed: string, kind: SearchKind): Search {
  const known: readonly string[] = OPERATORS[kind];
  const narrowed: Omit<Search, "words"> = {};
  const rest = cleanQuery(typed).replace(TERM, (term: string, name: string | undefined, value = "") => {
    const operator = name?.toLowerCase();
    const meant = operator && known.includes(operator) ? READ[operator as Operator](value.toLowerCase()) : undefined;
    if (meant === undefined) return term;
    Object.assign(narrowed, meant);
    return "";
  });
  const words = rest.trim().split(/\s+/).slice(0, MAX_WORDS).join(" ");
  return { words, ...narrowed };
}

/** Whether a search of this kind understands every operator in it. */
export function understands(kind: SearchKind, typed: string): boolean {
  return Object.keys(parseSearch(typed, "posts")).length === Object.keys(parseSearch(typed, kind)).length;
}

/** Whether there is nothing to search for. */
export const isEmpty = (search: Search): boolean => search.words === "" && Object.keys(search).length === 1;

/** What each operator means with a value, in lower case; undefined if it cannot have that value. */
const READ: Record<Operator, (value: string) => Omit<Search, "words"> | undefined> = {
  from: (value) => {
    const handle = value.replace(/^@/, "");
    return HANDLE.pattern.test(handle) ? { from: handle } : undefined;
  },
  has: (value) => (value === "image" ? { hasImage: true } : undefined),
  before: (value) => {
    const day = startOf(value);
    return day && { before: day };
  },
  after: (value) => {
    const day = startOf(value);
    return day && { since: new Date(day.getTime() + DAY_MS) };
  },
};

/** Returns the beginning of a day that the calendar has, written as `2026-11-29`. */
function startOf(value: string): Date | undefined {
  if (!/^[12]\d{3}-\d{2}-\d{2}$/.test(value)) return undefined;
  const day = new Date(`${value}T00:00:00.000Z`);
  // JavaScript reads 30 February as 2 March.
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(value) ? day : undefined;
}
