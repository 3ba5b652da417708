import type { Refusal } from "./refusal";

export type Answer<T> = { ok: true; value: T } | { ok: false; refusal: Refusal };

/** What the call needs from the world, so that tests can be the world. */
export type Wire = { fetch: typeof fetch; now: () => number; isOnline: () => boolean };

export const BROWSER_WIRE: Wire = {
  fetch: (...request) => fetch(...request),
  now: () => Date.now(),
  isOnline: () => navigator.onLine,
};

/** Longer than the server may take for a bet that waits behind others. */
const PATIENCE_MS = 15_000;
const DEFAULT_RETRY_SECONDS = 60;

export async function askCoins<T>(
  wire: Wire,
  method: "GET" | "POST",
  path: string,
  body?: unknown,
): Promise<Answer<T>> {
  if (!wire.isOnline()) return { ok: false, refusal: { kind: "offline" } };
  try {
    const response = await wire.fetch(path, {
      method,
      signal: AbortSignal.timeout(PATIENCE_MS),
      ...(body !== undefined && { headers: { "Content-Type": "application/json" }, body: JSON.stringify(body) }),
    });
    if (response.ok) return { ok: true, value: (await response.json()) as T };
    return { ok: false, refusal: await refusalOf(response, wire.now()) };
  } catch {
    return { ok: false, refusal: { kind: "lost" } };
  }
}

async function refusalOf(response: Response, now: number): Promise<Refusal> {
  if (response.status === 401) return { kind: "signed-out" };
  if (response.status === 429) return { kind: "limited", until: now + secondsLeft(response) * 1000 };
  if (response.status >= 500) return { kind: "server" };
  return { kind: "refused", message: await messageOf(response) };
}

function secondsLeft(response: Response): number {
  const seconds = Number(response.headers.get("Retry-After") ?? NaN);
  return Number.isFinite(seconds) && seconds > 0 ? Math.ceil(seconds) : DEFAULT_RETRY_SECONDS;
}

async function messageOf(response: Response): Promise<string> {
  const body: unknown = await response.json().catch(() => null);
  if (typeof body === "object" && body !== null && "error" in body && typeof body.error === "string") return body.error;
  return "This did not work. Please try again.";
}
