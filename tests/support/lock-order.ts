import pg from "pg";
import { LOCK_ORDER } from "@/lib/domain/kernel/locks";

/** Not checked in a database that nobody else uses yet, where one transaction makes many acts. */
export const lockOrder = { isChecked: true };

/**
 * Fails a statement that first locks a row of a table after one of a table that comes later in `LOCK_ORDER`, within its
 * transaction: two such acts in the opposite order would deadlock.
 */
export function checkLockOrder(): void {
  const locked = new WeakMap<pg.Client, string[]>();
  const query = pg.Client.prototype.query;
  pg.Client.prototype.query = function (this: pg.Client, ...args: Parameters<typeof query>) {
    const [statement] = args as unknown as [string | { text?: string; name?: string }];
    const { text = "", name = "" } = typeof statement === "string" ? { text: statement } : statement;
    if (text === "BEGIN") locked.set(this, []);
    if (/^(COMMIT|ROLLBACK)$/.test(text)) locked.delete(this);
    const before = locked.get(this);
    // Acts send named statements; what has no name is a migration, or a test's own.
    for (const table of before && name && lockOrder.isChecked ? lockedBy(text) : []) {
      const later = before!.find((other) => LOCK_ORDER.indexOf(other) > LOCK_ORDER.indexOf(table));
      if (later !== undefined && !before!.includes(table))
        throw new Error(`${name} locks ${table} after ${later}: lock it before, as LOCK_ORDER says`);
      before!.push(table);
    }
    return query.apply(this, args);
  } as typeof query;
}

/** Returns the tables of `LOCK_ORDER` whose rows a statement locks, in the order of its text. */
export function lockedBy(text: string): string[] {
  const writes = [...text.matchAll(/\b(?:UPDATE|DELETE FROM) "(\w+)"/g)].map((match) => ({
    index: match.index,
    table: match[1]!,
  }));
  const reads = [...text.matchAll(/\bFOR (?:NO KEY )?UPDATE(?: OF (\w+))?/g)].map((match) => ({
    index: match.index,
    table: tableOf(text.slice(0, match.index), match[1]),
  }));
  return [...writes, ...reads]
    .toSorted((a, b) => a.index - b.index)
    .map(({ table }) => table ?? "")
    .filter((table) => LOCK_ORDER.includes(table));
}

/** The table with this alias or, without one, that of the query which the text ends in. */
function tableOf(text: string, alias: string | undefined): string | undefined {
  const sources = [...text.matchAll(/\b(?:FROM|JOIN) "(\w+)"(?: (?:AS )?(\w+))?/g)];
  if (alias !== undefined) return sources.findLast((source) => source[2] === alias)?.[1];
  return sources.findLast(({ index }) => depthOf(text.slice(index)) === 0)?.[1];
}

/** How many brackets a text opens more than it closes. */
const depthOf = (text: string) => text.split("(").length - text.split(")").length;
