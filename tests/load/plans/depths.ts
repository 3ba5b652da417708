import pg from "pg";
import type { Page } from "@/lib/domain/kernel/page/schema";
import { statementsOf } from "../statements";
import { explain, type Plan } from "./explain";
import type { List } from "./lists";

/** The plans of a list at its beginning and deep inside it. */
export interface Depths {
  list: List;
  /** Whether the list has no item at all. */
  isEmpty: boolean;
  first: Plan;
  deep: Plan;
  deepPage: number;
}

const PAGE = 10;
const STRIDE = 50;

/** Pages through a list, to its end or to a given page, and explains the plans at both ends. */
export async function measureDepths(databaseUrl: string, list: List, toPage: number): Promise<Depths> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    const { cursor, rows, isEmpty } = await pageTo(list, toPage * PAGE);
    const plan = async (at?: string) => {
      const statements = await statementsOf(() => list.page({ limit: PAGE, cursor: at }));
      const plans: Plan[] = [];
      for (const statement of statements) plans.push(await explain(client, statement));
      return together(plans);
    };
    return { list, isEmpty, first: await plan(), deep: await plan(cursor), deepPage: Math.floor(rows / PAGE) + 1 };
  } finally {
    await client.end();
  }
}

/** The cursor before that many rows, or before the list's last page. Fails if a row appears twice. */
async function pageTo(
  list: List,
  target: number,
): Promise<Pick<Depths, "isEmpty"> & { cursor: string | undefined; rows: number }> {
  const seen = new Set<string>();
  let cursor: string | undefined;
  for (let rows = 0; ; rows += STRIDE) {
    const page: Page<unknown> = await list.page({ limit: STRIDE, cursor });
    for (const row of page.data) seen.add(JSON.stringify(row));
    if (seen.size !== rows + page.data.length)
      throw new Error(`${list.name} repeats rows within its first ${rows + STRIDE}.`);
    if (page.nextCursor === null || rows + STRIDE > target) return { cursor, rows, isEmpty: seen.size === 0 };
    cursor = page.nextCursor;
  }
}

/** The total cost of a page's statements. */
function together(plans: Plan[]): Plan {
  return {
    buffers: plans.reduce((sum, { buffers }) => sum + buffers, 0),
    milliseconds: plans.reduce((sum, { milliseconds }) => sum + milliseconds, 0),
    mostRows: Math.max(...plans.map(({ mostRows }) => mostRows)),
    mostEntries: Math.max(...plans.map(({ mostEntries }) => mostEntries)),
    indexes: plans.flatMap(({ indexes }) => indexes),
    sorts: plans.flatMap(({ sorts }) => sorts),
    plannedOnce: plans.every(({ plannedOnce }) => plannedOnce),
  };
}

/** A step may read a few rows per shown row, since some are invisible to the reader, but never a whole table. */
const MOST_ROWS = 20 * PAGE;
/** The tolerance, since another position in an index or another author's row costs slightly more or less. */
const SLACK = { factor: 1.5, buffers: 24 };

/** The most rows or entries of an index that any step read, at both ends. */
export const mostSeen = ({ first, deep }: Pick<Depths, "first" | "deep">): number =>
  Math.max(first.mostRows, first.mostEntries, deep.mostRows, deep.mostEntries);

/** The problems of a list's plans; none if page 10,000 costs as much as page 1. */
export function problemsOf({ list: { name, counts = 0 }, first, deep, deepPage }: Depths): string[] {
  const most = mostSeen({ first, deep });
  return [
    ...(most > MOST_ROWS + counts ? [`${name}: a step looks at ${most} rows for a page of ${PAGE}`] : []),
    ...(deep.buffers > first.buffers * SLACK.factor + SLACK.buffers
      ? [`${name}: page ${deepPage} reads ${deep.buffers} buffers, page 1 reads ${first.buffers}`]
      : []),
    ...(first.indexes.length === 0 ? [`${name}: no index is used`] : []),
    ...first.sorts.map((keys) => `${name}: no index has the order ${keys}`),
  ];
}
