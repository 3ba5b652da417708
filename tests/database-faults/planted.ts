import pg from "pg";
import { Transaction } from "@/lib/infra/database/db";
import { BoundedPool } from "@/lib/infra/database/pool";
import { changed, withFault } from "@/tests/support/changed-statements";

/** A mistake that the product could have made, and how to make it while `work` runs. */
export interface Planted {
  mistake: string;
  plant: <T>(work: () => Promise<T>) => Promise<T>;
}

type Method = (...args: never[]) => unknown;

/** Another method of a class. */
function replaced<Class extends object, Name extends keyof Class>(
  mistake: string,
  owner: Class,
  name: Name,
  by: (former: Class[Name] & Method) => Class[Name] & Method,
): Planted {
  return {
    mistake,
    async plant(work) {
      const former = owner[name] as Class[Name] & Method;
      owner[name] = by(former);
      try {
        return await work();
      } finally {
        owner[name] = former;
      }
    },
  };
}

/** Other texts of statements. */
function rewritten(mistake: string, changes: Parameters<typeof changed>[1]): Planted {
  const { fault } = changed(mistake, changes);
  return { mistake, plant: (work) => withFault(fault, work) };
}

type Send = (another?: string) => Promise<object>;

/** Another way to send statements, which are given by their name or else their text. */
function sending(mistake: string, by: (statement: string, send: Send) => unknown): Planted {
  return replaced(
    mistake,
    pg.Client.prototype,
    "query",
    ((former: Method) =>
      function (this: pg.Client, ...args: [string | { name?: string }, ...never[]]) {
        const send: Send = (another) => Reflect.apply(former, this, another ? [another] : args) as Promise<object>;
        return by(typeof args[0] === "string" ? args[0] : (args[0].name ?? ""), send);
      }) as never,
  );
}

/** Commits before or after a statement, and goes on in a transaction of its own. */
const committing = (mistake: string, when: "before" | "after", name: string): Planted =>
  sending(mistake, (statement, send) => {
    if (statement !== name) return send();
    const result = when === "after" ? send() : undefined;
    for (const another of ["COMMIT", "BEGIN"]) send(another).catch(() => undefined);
    return result ?? send();
  });

/** An error after which the act begins again. */
const conflict = (cause: unknown) => Object.assign(new Error("Again", { cause }), { code: "40001" });

const { prototype: transaction } = Transaction;

export const PLANTED: readonly Planted[] = [
  replaced("a lost COMMIT is told as an error that changed nothing", transaction, "errorFor", () => (error) => error),
  replaced(
    "an act whose COMMIT was lost begins again",
    transaction,
    "errorFor",
    (former) =>
      function (this: Transaction, error: unknown) {
        const told = former.call(this, error as never);
        return told === error ? error : conflict(error);
      },
  ),
  replaced(
    "a lost COMMIT is taken for a success",
    transaction,
    "commit",
    (former) =>
      function (this: Transaction) {
        return (former.call(this) as Promise<void>).catch(() => undefined);
      },
  ),
  replaced(
    "COMMIT is not waited for",
    transaction,
    "commit",
    (former) =>
      async function (this: Transaction) {
        (former.call(this) as Promise<void>).catch(() => undefined);
      },
  ),
  replaced(
    "connections that were given other sessions stay in the pool",
    BoundedPool.prototype,
    "connect",
    () => pg.Pool.prototype.connect as never,
  ),
  replaced(
    "warnings of COMMIT outside a transaction are not heard",
    pg.Client.prototype,
    "on",
    ((former: Method) =>
      function (this: pg.Client, ...args: [string, ...never[]]) {
        return args[0] === "notice" ? this : Reflect.apply(former, this, args);
      }) as never,
  ),
  sending("a failed transaction is not rolled back", (statement, send) =>
    statement === "ROLLBACK" ? Promise.resolve({ command: "ROLLBACK" }) : send(),
  ),
  sending("a COMMIT whose answer was lost is sent again", (statement, send) =>
    statement === "COMMIT" ? send().catch(() => send()) : send(),
  ),
  sending("the end of the session at COMMIT is taken for its rejection", (statement, send) =>
    statement === "SELECT 1" ? Promise.resolve({}) : send(),
  ),
  committing("a key is claimed in a transaction of its own", "after", "idempotency.unlimitWait"),
  committing("an act is committed before its response is stored", "before", "idempotency.complete"),
  rewritten("a response is stored under another key", { "idempotency.complete": ["AND key =", "AND key <>"] }),
  rewritten("a key can be claimed again", {
    "idempotency.claim": [`"createdAt" <`, `"createdAt" <>`],
    "idempotency.find": ["AND key =", "AND key <>"],
  }),
];
