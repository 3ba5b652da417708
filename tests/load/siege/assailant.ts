// The process that attacks, so that who measures has an event loop of their own. Its messages: what to attack; "ready";
// and what the attack met. Whatever it still has open then ends with it.
import os from "node:os";
import { ATTACKS } from "./attacks";
import { Target } from "./target";

export interface Order {
  name: string;
  host: string;
  port: number;
  seconds: number;
}

/** Attackers have machines of their own: what theirs costs is not taken from the server's share. */
const NICENESS = 5;
/** Those who wait for an answer when the time is up wait so much longer, and are then counted without it. */
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
