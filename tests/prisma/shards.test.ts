import fs from "node:fs";
import { expect, test } from "vitest";
import { database } from "@/lib/infra/database/db";

const document = fs.readFileSync("docs/scaling.md", "utf8");

test("docs/scaling.md names every unique constraint that does not contain an account", async () => {
  // A generated id is unique wherever its row is stored.
  const rows = await database().prisma.$queryRaw<{ constraint: string }[]>`
    SELECT r.relname || '(' || string_agg(a.attname, ', ' ORDER BY place.n) || ')' AS constraint
      FROM pg_index i JOIN pg_class r ON r.oid = i.indrelid
     CROSS JOIN LATERAL unnest(i.indkey[0:i.indnkeyatts - 1]) WITH ORDINALITY AS place(number, n)
      JOIN pg_attribute a ON a.attrelid = r.oid AND a.attnum = place.number
     WHERE i.indisunique AND r.relnamespace = 'public'::regnamespace AND NOT r.relispartition
       AND r.relname NOT LIKE '\\_%'
     GROUP BY i.indexrelid, r.oid, r.relname
    HAVING NOT bool_or(a.attname IN ('userId', 'id') OR EXISTS (
             SELECT 1 FROM pg_constraint c
              WHERE c.conrelid = r.oid AND c.contype = 'f' AND c.confrelid = '"User"'::regclass
                AND a.attnum = ANY (c.conkey)))`;
  expect(named("Unique without an account")).toEqual(rows.map(({ constraint }) => constraint).toSorted());
});

test("docs/scaling.md names every table whose rows belong to two accounts", async () => {
  const rows = await database().prisma.$queryRaw<{ table: string }[]>`
    SELECT r.relname AS table FROM pg_constraint c JOIN pg_class r ON r.oid = c.conrelid
     WHERE c.contype = 'f' AND c.confrelid = '"User"'::regclass
     GROUP BY r.relname HAVING count(*) > 1`;
  expect(named("Rows of two accounts")).toEqual(rows.map(({ table }) => table).toSorted());
});

/** What a section names in backticks that begins like a table. */
function named(heading: string): string[] {
  const [, section = ""] = document.split(`### ${heading}\n`);
  return [...section.split("\n#", 1)[0]!.matchAll(/`([A-Z]\w+(?:\([^)]*\))?)`/g)].map(([, name]) => name!).toSorted();
}
