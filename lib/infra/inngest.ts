import { Inngest } from "inngest";
import type { Env } from "@/lib/infra/environment/env";
import { log, onceAMinute } from "@/lib/infra/log/log";

export type InngestSettings = NonNullable<Env["inngest"]>;

/** Bounds a call to a server that hangs: the SDK retries, then gives up. */
const CALL_TIMEOUT_MS = 1000;

/** Creates the client of this deployment's Inngest: its cloud, its dev server or a self-hosted server. */
export function openInngest({
  dev,
  eventKey,
  signingKey,
  baseUrl,
}: Omit<InngestSettings, "acceptsUnsignedSync">): Inngest {
  return new Inngest({
    id: "pegboard",
    isDev: dev,
    eventKey,
    signingKey,
    baseUrl,
    aiMetadata: false,
    logger: { debug: quietly, info: quietly, warn: aloud, error: aloud },
    fetch: (input: RequestInfo | URL, init?: RequestInit) =>
      fetch(input, { ...init, signal: AbortSignal.timeout(CALL_TIMEOUT_MS) }),
  });
}

/** Logs what the SDK reports: messages and objects, in any order. */
function report(say: typeof log.warn, parts: unknown[], more: Record<string, unknown> = {}): void {
  const words = parts.filter((part) => typeof part === "string");
  const fields: unknown[] = parts.filter((part) => typeof part === "object");
  say(`Inngest: ${words.join(" ")}`, Object.assign({}, ...fields, more) as Record<string, unknown>);
}

const quietly = (...parts: unknown[]) => report(log.debug, parts);
// Rate-limited, because anybody can send unsigned requests that make the SDK complain.
const sayNow = onceAMinute((parts, suppressed) => report(log.warn, parts as unknown[], { suppressed }));
const aloud = (...parts: unknown[]) => sayNow(parts);
