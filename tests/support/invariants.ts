import type { Invariant } from "@/lib/domain/kernel/invariant";
import { joined, literal, type Sql, sql } from "@/lib/infra/database/sql";

/** Returns a query for what violates any of these, a sentence a row, in a column `problem`. */
export const violationsOfAll = (invariants: readonly Invariant[]): Sql =>
  joined(
    invariants.map(
      ({ description, violations }) =>
        sql`SELECT ${literal(`'${description.replaceAll("'", "''")}: '`)} || subject || ' ' || problem AS problem FROM (${violations}) violation`,
    ),
    " UNION ALL ",
  );
