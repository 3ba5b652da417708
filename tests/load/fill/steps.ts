import type { Scale } from "../scale";

/** A statement that inserts the rows from `$1` to `$2` of a table, in terms of the row's number `i`. */
export interface Step {
  table: string;
  rows: number;
  sql: string;
}

export type Steps = (scale: Scale) => Step[] | Promise<Step[]>;

/** Random values and ids are functions of the row's number: every run inserts the same rows, in any batches. */
export const FUNCTIONS = `
  CREATE FUNCTION pg_temp.chance(i int8, salt int8) RETURNS float8 LANGUAGE sql IMMUTABLE PARALLEL SAFE AS
    $$ SELECT (hashint8extended(i, salt) & 9007199254740991)::float8 / 9007199254740992 $$;
  CREATE FUNCTION pg_temp.pick(i int8, salt int8, n int8) RETURNS int8 LANGUAGE sql IMMUTABLE PARALLEL SAFE AS
    $$ SELECT 1 + floor(n * pg_temp.chance(i, salt))::int8 $$;
  CREATE FUNCTION pg_temp.favour(i int8, salt int8, n int8) RETURNS int8 LANGUAGE sql IMMUTABLE PARALLEL SAFE AS
    $$ SELECT 1 + floor(n * pg_temp.chance(i, salt) ^ 2)::int8 $$;
  CREATE FUNCTION pg_temp.id(prefix text, i int8) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS
    $$ SELECT prefix || '_' || lpad(i::text, 8, '0') || substr(md5(prefix || i), 1, 14) $$;
  -- Over two years, four rows at each time: pages that end among equal times must neither lose nor repeat a row.
  CREATE FUNCTION pg_temp.moment(i int8, n int8) RETURNS timestamptz LANGUAGE sql STABLE PARALLEL SAFE AS
    $$ SELECT timestamptz '2024-06-01' + (i / 4) * 4 * (interval '700 days' / n) $$;
  CREATE FUNCTION pg_temp.words(i int8) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS
    $$ SELECT 'Row ' || i || ' of many: ' || repeat(substr(md5('words' || i), 1, 8) || ' ', 1 + (i % 12)::int) $$;
`;

/** `INSERT INTO table (columns) SELECT … FROM` the rows' numbers. */
export function insert(table: string, rows: number, columns: string, select: string, more = ""): Step {
  return {
    table,
    rows,
    sql: `INSERT INTO "${table}" (${columns}) SELECT ${select} FROM generate_series($1::int8, $2::int8) AS i ${more}`,
  };
}

/** To join each row with a unique time, `at`. */
export function moments(rows: number): string {
  return `CROSS JOIN LATERAL (SELECT pg_temp.moment(i, ${rows}) AS at) moment`;
}
