import { notFound } from "./errors";

/** A row of `subject LEFT JOIN LATERAL (list) ON true`: its id is null if the list is empty. */
export type Joined<Row> = Row | { id: null };

/**
 * Returns the rows of a list joined to its subject. One round trip distinguishes an empty list from a missing subject,
 * for which there is no row at all.
 * @throws DomainError `not_found` for a missing subject
 */
export function underSubject<Row extends { id: string }>(joined: Joined<Row>[]): Row[] {
  if (joined.length === 0) throw notFound();
  return joined.filter((row): row is Row => row.id !== null);
}
