import { createHash } from "node:crypto";
import { read, type VisitorContext } from "./context";
import { literal, quoted, type Sql, sql } from "@/lib/infra/database/sql";

export interface Invariant {
  description: string;
  violations: Sql;
}

export interface Violation {
  subject: string;
  problem: string;
}

/** Violations of one invariant that are read; more would not help. */
export const MAX_VIOLATIONS = 20;

/** Reads the violations of an invariant in one statement, whose snapshot concurrent writes do not affect. */
export function findViolations(ctx: VisitorContext, { violations }: Invariant): Promise<Violation[]> {
  const hash = createHash("sha256").update(violations.text).digest("hex").slice(0, 16);
  const statement = sql`SELECT subject, problem FROM (${violations}) violation LIMIT ${literal(MAX_VIOLATIONS)}`;
  return read<Violation>(ctx, `invariants.${hash}`)`${statement}`;
}

/**
 * Returns the invariant that a stored count equals the rows that it counts.
 * @param counted selects `id`, a row of the table, and `count`
 */
export function storedCount(table: string, column: string, counted: Sql): Invariant {
  return {
    description: `${table}.${column} is the number of rows that it counts`,
    violations: sql`
      SELECT t.id AS subject, 'counts ' || t.${quoted(column)} || ' and has ' || COALESCE(c.count, 0) AS problem
        FROM ${quoted(table)} t LEFT JOIN (${counted}) c ON c.id = t.id
       WHERE t.${quoted(column)} <> COALESCE(c.count, 0)`,
  };
}
