import fs from "node:fs";
import pg from "pg";

/** Matches statements on the product's tables, whose names are always quoted. */
const ON_ROWS = /^\s*(SELECT|INSERT|UPDATE|DELETE|WITH)\b[^]*"/i;

/** Appends each distinct statement of this process to a file, for the record of a release (docs/upgrading.md). */
export function recordStatements(file: string): void {
  const seen = new Set<string>();
  const query = pg.Client.prototype.query;
  pg.Client.prototype.query = function (this: pg.Client, ...args: Parameters<typeof query>) {
    const [config] = args as unknown as [string | { text?: string }];
    const text = typeof config === "string" ? config : (config.text ?? "");
    const shape = shapeOf(text);
    if (ON_ROWS.test(text) && !seen.has(shape)) {
      seen.add(shape);
      fs.appendFileSync(file, `${JSON.stringify(text)}\n`);
    }
    return query.apply(this, args);
  } as typeof query;
}

/** The statement without the length of its lists of values, in which many statements only differ. */
export function shapeOf(text: string): string {
  return text
    .replace(/\s+/g, " ")
    .replace(/\$\d+/g, "$")
    .replace(/\$(,\s*\$)+/g, "$")
    .replace(/\(\$\)(,\s*\(\$\))+/g, "($)");
}
