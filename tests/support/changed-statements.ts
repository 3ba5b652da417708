import pg from "pg";

interface Statement {
  name?: string;
  text?: string;
}

/** What a mistake makes of a statement: another text, or a commit before it. */
export type Fault = (statement: Statement) => { name: string; text: string } | "commits before" | undefined;

/** A mistake that the product could have made. */
export interface Planted {
  mistake: string;
  fault: Fault;
}

/** The statements of these names without a part of their text, or with another for it. */
export function changed(mistake: string, changes: Record<string, [part: string | RegExp, by: string]>): Planted {
  return {
    mistake,
    fault({ name = "", text = "" }) {
      const change = changes[name];
      if (!change || name.includes(" changed")) return undefined;
      const without = text.replace(...change);
      if (without === text)
        throw new Error(`${name} has no ${String(change[0])} any more: plant "${mistake}" elsewhere`);
      // A name always has the same text, and some statements are written in two ways under names that only differ then.
      return { name: `${name} changed ${without.length}`, text: without };
    },
  };
}

/** Makes this process send changed statements while `work` runs. */
export async function withFault<T>(fault: Fault, work: () => Promise<T>): Promise<T> {
  const { query } = pg.Client.prototype;
  pg.Client.prototype.query = function (this: pg.Client, ...args: Parameters<typeof query>) {
    const [statement] = args as unknown as [Statement | string];
    const change = typeof statement === "string" ? undefined : fault(statement);
    if (typeof change === "object") Object.assign(statement, change);
    return Reflect.apply(query, this, args);
  } as typeof query;
  try {
    return await work();
  } finally {
    pg.Client.prototype.query = query;
  }
}
