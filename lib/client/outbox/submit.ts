import { call } from "@/lib/client/call";
import type { ActInput, ActOutput, DeferrableRoute } from "./acts";
import type { Outbox, Submitted } from "./outbox";

/** Loads the outbox, which is worth nothing until somebody does something. */
export const loadOutbox = (): Promise<Outbox | undefined> => (loading ??= load());
let loading: Promise<Outbox | undefined> | undefined;

async function load(): Promise<Outbox | undefined> {
  try {
    return await (await import("./in-browser")).openOutbox();
  } catch {
    loading = undefined;
    return undefined;
  }
}

/**
 * Sends what somebody did, exactly once, after all that waits already; without a connection, it waits in this browser.
 * Where a browser keeps nothing, it is sent at once or fails.
 * @throws CallError when the server refuses it
 */
export async function submit<R extends DeferrableRoute>(
  route: R,
  input: ActInput<R>,
  options: { label: string; key?: string },
): Promise<Submitted<ActOutput<R>>> {
  const outbox = await loadOutbox();
  if (outbox) return outbox.submit(route, input, options);
  const output = await call(route, input as never, { idempotencyKey: options.key ?? crypto.randomUUID() });
  return { phase: "sent", output };
}
