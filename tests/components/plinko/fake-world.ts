import type { Clock } from "@/components/plinko/game";
import type { Transport } from "@/lib/client/call";

type FakeAnswer = "lost" | { status: number; body?: unknown; headers?: Record<string, string> };

/** Responds to each `METHOD path` from its queue, and records the requests. */
export function fakeTransport(
  answers: Record<string, FakeAnswer[]>,
  { now, online }: { now: () => number; online: boolean },
) {
  const requests: [string, unknown][] = [];
  /** The idempotency keys of writes. */
  const keys: (string | null)[] = [];
  const fetch: Transport["fetch"] = async (path, init) => {
    const name = `${init?.method ?? "GET"} ${String(path)}`;
    requests.push([name, typeof init?.body === "string" ? JSON.parse(init.body) : undefined]);
    if (init?.method === "POST") keys.push(new Headers(init.headers).get("Idempotency-Key"));
    const answer = answers[name]?.shift();
    if (answer === undefined) throw new Error(`No response prepared for ${name}`);
    if (answer === "lost") throw new TypeError("Failed to fetch");
    return Response.json(answer.body ?? {}, { status: answer.status, headers: answer.headers ?? {} });
  };
  return { fetch, now, isOnline: () => online, requests, keys };
}

/** A clock that only moves when it is advanced. */
export function fakeClock() {
  let now = 0;
  const timers = new Map<object, { due: number; then: () => void }>();
  const clock: Clock = {
    now: () => now,
    date: () => now,
    after(ms, then) {
      const timer = {};
      timers.set(timer, { due: now + ms, then });
      return () => timers.delete(timer);
    },
  };
  function pass(ms: number) {
    now += ms;
    for (const [timer, { due, then }] of [...timers]) {
      if (due > now || !timers.delete(timer)) continue;
      then();
    }
  }
  return { ...clock, pass };
}
