import type pg from "pg";

interface Column {
  type: string;
  isRequired: boolean;
  /** The database has a value for it if the writer has none. */
  isFilled: boolean;
}

/** What a release's statements depend on. */
export interface Schema {
  columns: Record<string, Column>;
  /** Labels by type. */
  enums: Record<string, string[]>;
  /** What rows must satisfy beyond their types, as SQL by name. */
  rules: Record<string, string>;
}

export async function readSchema(client: pg.Client): Promise<Schema> {
  const columns = await client.query<{ name: string } & Column>(`
    SELECT c.relname || '.' || a.attname AS name, format_type(a.atttypid, a.atttypmod) AS type,
           a.attnotnull AS "isRequired", (a.atthasdef OR a.attidentity <> '') AS "isFilled"
      FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
     WHERE c.relkind IN ('r', 'p') AND NOT c.relispartition AND c.relnamespace = current_schema()::regnamespace AND c.relname <> '_prisma_migrations'
     ORDER BY 1`);
  const enums = await client.query<{ name: string; labels: string[] }>(`
    SELECT typname AS name, array_agg(enumlabel::text ORDER BY enumsortorder) AS labels
      FROM pg_enum JOIN pg_type t ON t.oid = enumtypid GROUP BY 1 ORDER BY 1`);
  const rules = await client.query<{ name: string; rule: string }>(`
    SELECT name, rule FROM (
      SELECT conrelid::regclass || ' ' || conname AS name, pg_get_constraintdef(oid) AS rule, connamespace AS schema
        FROM pg_constraint WHERE contype IN ('c', 'f', 'x') AND conrelid <> 0 AND conparentid = 0
      UNION ALL
      SELECT indrelid::regclass || ' ' || relname, regexp_replace(pg_get_indexdef(indexrelid), '^.* USING ', ''), relnamespace
        FROM pg_index JOIN pg_class c ON c.oid = indexrelid WHERE indisunique AND NOT c.relispartition) r
     WHERE schema = current_schema()::regnamespace AND name NOT LIKE '\\_prisma%' ORDER BY 1`);
  return {
    columns: Object.fromEntries(columns.rows.map(({ name, ...column }) => [name, column])),
    enums: Object.fromEntries(enums.rows.map(({ name, labels }) => [name, labels])),
    rules: Object.fromEntries(rules.rows.map(({ name, rule }) => [name, rule])),
  };
}

/** What a server of the release before would stumble over. */
export function breakingChanges(before: Schema, now: Schema): string[] {
  return [...removed(before, now), ...demanded(before, now)];
}

function* removed(before: Schema, now: Schema): Generator<string> {
  for (const [name, { type, isRequired }] of Object.entries(before.columns)) {
    const column = now.columns[name];
    if (!column) yield `${name} is gone`;
    else if (column.type !== type) yield `${name} was ${type} and is ${column.type}`;
    else if (isRequired && !column.isRequired) yield `${name} may be null now, which readers do not expect`;
  }
  for (const [name, labels] of Object.entries(before.enums))
    for (const label of labels) if (!now.enums[name]?.includes(label)) yield `${name} has no ${label} any more`;
}

/** What is asked of rows that the release before writes without knowing of it. */
function* demanded(before: Schema, now: Schema): Generator<string> {
  const tables = new Set(Object.keys(before.columns).map((name) => name.split(".")[0]));
  for (const [name, { isRequired, isFilled }] of Object.entries(now.columns)) {
    const isNew = before.columns[name] === undefined && tables.has(name.split(".")[0]);
    if (isRequired && !isFilled && isNew) yield `${name} is new, required, and has no default`;
    if (isRequired && before.columns[name]?.isRequired === false) yield `${name} became required`;
    if (before.columns[name]?.isFilled && !isFilled) yield `${name} lost its default`;
  }
  for (const [name, rule] of Object.entries(now.rules)) {
    const isOfOldTable = tables.has(name.split(" ")[0]?.replaceAll('"', ""));
    if (isOfOldTable && before.rules[name] !== rule) yield `${name} is new: ${rule}`;
  }
}
