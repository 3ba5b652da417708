import { notFound } from "./errors";

/** A row of `subject LEFT JOIN LATERAL (list) ON true`: without an id where the list is empty. */
export type Joined<Row> = Row | { id: null };

/**
 * The rows of a list that hangs under something: its followers, its comments. One round trip tells an empty list from a
 * subject that is not there, for which nothing is joined at all.
 */
export function underSubject<Row extends { id: string }>(joined: Joined<Row>[]): Row[] {
  if (joined.length === 0) throw notFound();
  return joined.filter((row): row is Row => row.id !== null);
}
