// The attacking process, separate so that the measuring process has its own event loop. It receives an order, sends
// "ready", and at the end sends the experience of the attack. Its open connections end with it.
import os from "node:os";
import { ATTACKS } from "./attacks";
import { Target } from "./target";

export interface Order {
  name: string;
  host: string;
  port: number;
  seconds: number;
}

/** Real attackers use their own machines, so this process yields the processor to the server. */
const NICENESS = 5;
/** Requests still open when the time is up get this much longer, and are then counted as unanswered. */
const GRACE_MS = 500;

process.once("disconnect", () => process.exit());
process.once("message", (order: Order) => void obey(order));

async function obey({ name, host, port, seconds }: Order): Promise<void> {
  const attack = ATTACKS.find((known) => known.name === name);
  if (!attack) throw new Error(`There is no attack ${name}`);
  os.setPriority(NICENESS);
  const target = new Target(host, port);
  const prepared = await attack.prepare?.(target);
  target.experience.outcomes = {};
  process.send?.("ready");
  const signal = AbortSignal.timeout(seconds * 1000);
  const timeout = new Promise((resolve) => setTimeout(resolve, seconds * 1000 + GRACE_MS));
  await Promise.race([attack.run(target, signal, prepared), timeout]);
  process.send?.(target.experience);
}
