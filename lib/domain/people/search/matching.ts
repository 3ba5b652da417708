import { read, type VisitorContext } from "@/lib/domain/kernel/context";
import type { Position } from "@/lib/domain/kernel/page/cursor";
import { type After, paginate, type Screen } from "@/lib/domain/kernel/page/keyset";
import type { Page, PageRequest } from "@/lib/domain/kernel/page/schema";
import { UNSPACED } from "@/lib/domain/people/screening/rules";
import { joined, literal, none, type Sql, sql } from "@/lib/infra/database/sql";
import { isEmpty, parseSearch, type Search, type SearchKind } from "./operators";
import { withSearchPermit } from "./permits";
import { CANDIDATES, escapeLike, isWordPart, onlyPhrase } from "./rules";

/** The words that are asked for: all of them, or, as an index finds them, in whichever order. */
export type Asked = "words" | "loose";

/** What is searched. */
export interface Searched {
  /** What its conditions call a row, of the table as of those that were looked at. */
  row: "p" | "b" | "a";
  table: Sql;
  at: Sql;
  id: Sql;
  /** The columns that the conditions need, `at` and `id` among them. */
  columns: Sql;
  /** What can be found at all, in the words of the indexes. */
  open: Sql;
  /** Whether the viewer is shown it, and whether it has what the operators ask for that no index knows. */
  shown: Sql;
  /** Whether it is by the author that is asked for, if one is. */
  written?: Sql;
  /** Whether `shown` also asks for what few rows have. */
  isNarrow?: boolean;
  /** Ways to hold the words or the letters, each with an index. `letters` is null where no index helps with them. */
  holds: ((asked: Asked, letters: string | null) => Sql)[];
  /** How many of the newest are looked at before the indexes are queried. */
  newest: number;
}

interface Finding<Row, T> {
  kind: SearchKind;
  searched(search: Search): Searched[];
  /** Reads what was found: `found` selects `id` and `at`, newest first. `shape` names its text. */
  read(found: Sql, shape: string): Promise<Row[]>;
  position(row: Row): Position;
  present(row: Row): T;
  screen?: Screen<Row>;
}

/**
 * Returns a page of what a search finds, newest first. A search by words finds them wherever they are; one for what
 * somebody wrote, or without words, looks at a bounded number of rows in their order for each page. Of one table, it
 * goes on where it stopped; of several, such as articles, it looks no further than the newest of each.
 */
export function searchPage<Row, T>(
  ctx: VisitorContext,
  { q, ...request }: PageRequest & { q: string },
  { kind, searched: searchedFor, read: readFound, ...keyset }: Finding<Row, T>,
): Promise<Page<T>> {
  const search = parseSearch(q, kind);
  if (isEmpty(search)) return Promise.resolve({ data: [], nextCursor: null });
  const searched = searchedFor(search);
  const shape = shapeOf(search);
  return paginate<Row, T>(request, {
    ...keyset,
    list: ["search", kind, ...filtersOf(search)],
    rows: (after, take) => {
      const found = newestOfAll(searched, search, { ...spanOf(search, after), take });
      return withSearchPermit(() => readFound(found, shape));
    },
    lastExamined: isInOrder(search)
      ? (after) => lastExamined(ctx, { kind, searched, shape, span: spanOf(search, after) })
      : undefined,
  });
}

/** The times that a page may have. */
interface Span {
  after: After;
  since: Date | undefined;
}

/** `before:` is a position at which the list begins. */
function spanOf({ before, since }: Search, after: After): Span {
  const isLater = before !== undefined && (after.at === "infinity" || new Date(after.at) > before);
  return { after: isLater ? { at: before.toISOString(), id: "" } : after, since };
}

/** The operators that change the text of a search's statement. */
const shapeOf = ({ words, from, hasImage, since }: Search): string =>
  [
    isInOrder({ words, from, hasImage, since }) && "inOrder",
    words && "words",
    from && "from",
    hasImage && "image",
    since && "since",
  ]
    .filter(Boolean)
    .join("+");

/** What makes a list of found things another list, for cursors. */
function filtersOf({ words, ...narrowed }: Search): string[] {
  const text = (value: string | true | Date) => (value instanceof Date ? value.toISOString() : String(value));
  return [
    words,
    ...Object.entries(narrowed)
      .toSorted()
      .flatMap(([name, value]) => [name, text(value)]),
  ];
}

/**
 * Whether a search looks at the rows in their order: those of one author; all, if it has no words; and those since a
 * day, if an index alone cannot tell which of those that it returns have what is asked for, because it returns those
 * of before as well.
 */
const isInOrder = ({ words, from, hasImage, since }: Search): boolean =>
  words === "" || from !== undefined || (since !== undefined && (hasImage === true || /[^\s\p{L}\p{N}]/u.test(words)));

/** Selects `id` and `at` of what a search finds, newest first. */
function newestOfAll(searched: Searched[], search: Search, page: Span & { take: number }): Sql {
  const found = searched.map((one) => (isInOrder(search) ? inOrder : byIndex)(one, search, page));
  if (found.length === 1) return found[0]!;
  const all = joined(
    found.map((rows) => sql`(${rows})`),
    " UNION ALL ",
  );
  return sql`SELECT id, at FROM (${all}) found ORDER BY at DESC, id DESC LIMIT ${page.take}`;
}

interface Examined {
  kind: SearchKind;
  searched: Searched[];
  shape: string;
  span: Span;
}

/** Returns the position of the last row that a search in order looked at, if others follow. */
async function lastExamined(ctx: VisitorContext, { kind, searched, shape, span }: Examined) {
  const [only] = searched;
  if (!only || searched.length > 1) return undefined;
  const { id, at, newest } = only;
  const edge = newestOf(only, span, sql`OFFSET ${literal(newest - 1)} LIMIT 2`);
  const rows = () => read<Position>(ctx, `search.edge.${kind}.${shape}`)`SELECT ${id} AS id, ${at} AS at ${edge}`;
  const [last, next] = await withSearchPermit(rows);
  return next && last;
}

function newestOf({ table, open, written, at, id }: Searched, { after, since }: Span, limit: Sql): Sql {
  return sql`FROM ${table} WHERE ${open} ${written ? sql`AND ${written}` : none}
      AND (${at}, ${id}) < (${after.at}::timestamptz, ${after.id}) ${since ? sql`AND ${at} >= ${since}` : none}
     ORDER BY ${at} DESC, ${id} DESC ${limit}`;
}

function inOrder(searched: Searched, search: Search, { take, ...span }: Span & { take: number }): Sql {
  const { row, at, id, columns, shown, newest } = searched;
  const examined = sql`SELECT ${columns} ${newestOf(searched, span, sql`LIMIT ${literal(newest)}`)}`;
  const found = sql`SELECT ${id} AS id, ${at} AS at FROM (${examined}) ${literal(row)} WHERE ${shown}`;
  const order = sql`ORDER BY ${at} DESC, ${id} DESC LIMIT ${take}`;
  if (search.words === "") return sql`${found} ${order}`;
  const { asked, letters } = askedFor(search);
  return sql`WITH ${asked} ${found} AND (${anyOf(searched, "words", letters)}) ${order}`;
}

/**
 * On its own, the planner would scan all rows for a word that is in none, or sort all matches of a word that is in
 * most. So this scans the newest rows, and queries the indexes for older ones if those were not enough. (OFFSET 0 keeps
 * it a single process: parallel workers would start before it is known whether they are needed.)
 *
 * The index does not store the positions of words in a text: for a phrase it returns all rows with its words, of which
 * a few thousand are checked, as for what no index knows. It cannot find rows by excluded words, and is not queried for
 * those alone.
 */
function byIndex(searched: Searched, search: Search, { take, ...span }: Span & { take: number }): Sql {
  const { row, table, at, id, columns, open, shown, holds, newest, isNarrow } = searched;
  const { asked, letters, indexed } = askedFor(search, isNarrow);
  const older = joined(
    holds.map(
      (has) => sql`SELECT ${id} AS id, ${at} AS at FROM edge, LATERAL (
      SELECT ${columns} FROM ${table}
       WHERE (${at}, ${id}) < (edge.at, edge.id) ${span.since ? sql`AND ${at} >= ${span.since}` : none}
         AND ${open} AND ${has("loose", indexed)}
      OFFSET 0 LIMIT (SELECT candidates FROM asked)) ${literal(row)}
     WHERE ${has("words", indexed)} AND ${shown}`,
    ),
    " UNION ",
  );
  return sql`WITH ${asked},
  newest AS MATERIALIZED (SELECT ${columns} ${newestOf(searched, span, sql`LIMIT ${literal(newest)}`)}),
  near AS MATERIALIZED (
    SELECT ${id} AS id, ${at} AS at FROM newest ${literal(row)}
     WHERE (${anyOf(searched, "words", letters)}) AND ${shown} LIMIT ${take}),
  edge AS MATERIALIZED (
    SELECT ${id} AS id, ${at} AS at FROM newest ${literal(row)}
     WHERE (SELECT count(*) FROM near) < ${take} AND ((SELECT indexed FROM asked) OR ${indexed}::text IS NOT NULL)
     OFFSET ${literal(newest - 1)}),
  far AS MATERIALIZED (${older})
  SELECT id, at FROM (TABLE near UNION ALL TABLE far) found ORDER BY at DESC, id DESC LIMIT ${take}`;
}

const anyOf = ({ holds }: Searched, asked: Asked, letters: string | null) =>
  joined(
    holds.map((has) => has(asked, letters)),
    " OR ",
  );

/** Letters are in lower case, escaped for LIKE. */
function askedFor({ words }: Search, isNarrow = false): { asked: Sql; letters: string; indexed: string | null } {
  const phrase = onlyPhrase(words);
  // Of a phrase in one of these scripts, or of words that are too common to be indexed, only the letters are found.
  const text = phrase !== undefined && (phrase.includes(" ") || UNSPACED.test(phrase)) ? phrase : words;
  const letters = escapeLike(text.toLowerCase());
  const limited = isNarrow ? sql`true` : sql`words <> loose`;
  const asked = sql`asked AS MATERIALIZED (
    SELECT words, loose, CASE
      WHEN ${limited} THEN ${literal(CANDIDATES)} END AS candidates, querytree(words) NOT IN ('', 'T') AS indexed
      FROM ${askedWordsOf(words)})`;
  return { asked, letters, indexed: isWordPart(text) ? letters : null };
}

/** Returns the source of `words`, a `tsquery`, and `loose`, the same in whichever order: so the indexes find them. */
export const askedWordsOf = (typed: string): Sql => sql`websearch_to_tsquery('english', ${typed}) words,
    LATERAL (SELECT regexp_replace(words::text, '<(-|[0-9]+)>', '&', 'g')::tsquery AS loose) l`;

/** Returns the words that are asked for, as a `tsquery`. */
export const askedWords = (asked: Asked): Sql => sql`(SELECT ${literal(asked)} FROM asked)`;

/** Returns the id of an open account under a condition; null if nobody has the handle, or the condition hides them. */
export const authorCalled = (handle: string, visible: Sql): Sql =>
  sql`(SELECT u.id FROM "User" u WHERE u.handle = ${handle} AND u."closedAt" IS NULL AND ${visible})`;
