import fc from "fast-check";
import { ACT_NAMES, type ActName } from "./acts";
import type { Exchange, PostgresProxy, Treatment } from "./proxy";

/** A fault that strikes once: at the n-th COMMIT, or at the n-th statement of any kind. */
export interface Fault {
  at: "COMMIT" | "statement";
  nth: number;
  treatment: Treatment;
}

/** Everything that decides a run. The second fault is counted from the first. */
export interface Plan {
  acts: readonly ActName[];
  faults: readonly Fault[];
}

const TREATMENTS: readonly Treatment[] = [
  "answer lost",
  "request lost",
  "reset",
  "dribbled",
  "held",
  "terminated after",
  "terminated before",
  "new session",
  "other session",
  "answered twice",
  "read-only",
];

const treatment: fc.Arbitrary<Treatment> = fc.oneof(
  { weight: TREATMENTS.length, arbitrary: fc.constantFrom(...TREATMENTS) },
  { weight: 1, arbitrary: fc.double({ min: 0, max: 0.99, noNaN: true }).map((cutAt) => ({ cutAt })) },
);

const fault: fc.Arbitrary<Fault> = fc.oneof(
  fc.record({ at: fc.constant("COMMIT" as const), nth: fc.integer({ min: 0, max: 2 }), treatment }),
  fc.record({ at: fc.constant("statement" as const), nth: fc.integer({ min: 0, max: 40 }), treatment }),
);

export const plans: fc.Arbitrary<Plan> = fc.record({
  acts: fc.uniqueArray(fc.constantFrom(...ACT_NAMES), { minLength: 1, maxLength: 3 }),
  faults: fc.array(fault, { minLength: 1, maxLength: 2 }),
});

/** Written in the background, whenever a timer says so. */
const BACKGROUND = new Set(["requestLog.write", "posts.views", "keys.recordUse"]);
/** These strike only where a session is idle. */
const FOR_IDLE = new Set<Treatment>(["new session", "read-only", "other session"]);

/** A session that changes within a transaction tears it apart, which no client can prevent; at COMMIT it can tell. */
const mayStrike = (treatment: Treatment, { isIdle, text }: Exchange) =>
  isIdle || !FOR_IDLE.has(treatment) || (treatment === "other session" && text === "COMMIT");

/** Arms the proxy. Returns what tells where each fault struck. */
export function arm(proxy: PostgresProxy, faults: readonly Fault[]): string[] {
  const struck: string[] = [];
  const left = [...faults];
  let count = 0;
  proxy.choice = (exchange: Exchange) => {
    const [fault] = left;
    if (!fault || BACKGROUND.has(exchange.name)) return undefined;
    if (fault.at === "COMMIT" && exchange.text !== "COMMIT") return undefined;
    if (count++ < fault.nth || !mayStrike(fault.treatment, exchange)) return undefined;
    left.shift();
    count = 0;
    struck.push(`${JSON.stringify(fault.treatment)} at ${exchange.name || exchange.text}`);
    return fault.treatment;
  };
  return struck;
}
