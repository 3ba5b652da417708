import http from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { quantile } from "../hammer";
import { memberAddress } from "./addresses";
import { endow, type Member, newMembers } from "./member";

/**
 * The number of people who use the site normally. Each makes three kinds of request once a second, each on a new
 * connection.
 */
export const VICTIMS = 6;
const PERIOD_MS = 1000;
/** The timeout of their requests. One that takes longer counts as this, and as unanswered. */
const TIMEOUT_MS = 10_000;
const COINS = 100_000;

interface Sample {
  what: string;
  /** 0 without a response. */
  status: number;
  ms: number;
}

/** The quality of service for others during an attack. */
export interface Service {
  samples: number;
  p50: number;
  p99: number;
  max: number;
  /** The number of each unsuccessful response: "503 to a bet". */
  failures: Map<string, number>;
}

export async function newVictims(): Promise<Member[]> {
  const victims = await newMembers(VICTIMS);
  await Promise.all(victims.map((victim) => endow(victim, COINS)));
  return victims;
}

const HABITS: {
  what: string;
  method: string;
  path: string;
  headers: (member: Member) => Record<string, string>;
  body?: string;
}[] = [
  { what: "the feed", method: "GET", path: "/api/v1/feed", headers: ({ key }) => ({ Authorization: `Bearer ${key}` }) },
  {
    what: "a bet",
    method: "POST",
    path: "/api/coins/bet",
    headers: ({ cookie }) => ({ Cookie: cookie, "Content-Type": "application/json" }),
    body: JSON.stringify({ bin: 2, amount: 1 }),
  },
  {
    what: "the front page",
    method: "GET",
    path: "/",
    headers: ({ cookie }) => ({ Cookie: cookie, "Accept-Encoding": "gzip, br" }),
  },
];

/**
 * Everybody makes each request once a second until the signal, evenly spread, without waiting for earlier responses.
 */
export async function liveOn(
  victims: Member[],
  { host, port }: { host: string; port: number },
  signal: AbortSignal,
): Promise<Service> {
  const samples: Promise<Sample>[] = [];
  const start = performance.now();
  for (let n = 0; !signal.aborted; n += 1) {
    const who = n % victims.length;
    const round = Math.floor(n / victims.length);
    samples.push(
      act(victims[who]!, HABITS[round % HABITS.length]!, { host, port, localAddress: memberAddress(who, round) }),
    );
    await sleep(Math.max(0, start + ((n + 1) * PERIOD_MS) / (victims.length * HABITS.length) - performance.now()));
  }
  return serviceOf(await Promise.all(samples));
}

function act(
  member: Member,
  { what, method, path, headers, body }: (typeof HABITS)[number],
  where: http.RequestOptions,
): Promise<Sample> {
  const sent = performance.now();
  return new Promise((resolve) => {
    const end = (status: number) => resolve({ what, status, ms: performance.now() - sent });
    const request = http.request(
      { ...where, method, path, agent: false, headers: headers(member), signal: AbortSignal.timeout(TIMEOUT_MS) },
      (response) => {
        response
          .resume()
          .on("end", () => end(response.statusCode ?? 0))
          .on("error", () => end(0));
      },
    );
    request.on("error", () => end(0));
    request.end(body);
  });
}

function serviceOf(samples: Sample[]): Service {
  const times = samples.map(({ ms }) => ms).sort((a, b) => a - b);
  const failures = new Map<string, number>();
  for (const { what, status } of samples) {
    if (status >= 200 && status < 300) continue;
    const failure = `${status === 0 ? "no answer" : status} to ${what}`;
    failures.set(failure, (failures.get(failure) ?? 0) + 1);
  }
  return {
    samples: samples.length,
    p50: quantile(times, 0.5),
    p99: quantile(times, 0.99),
    max: times.at(-1) ?? NaN,
    failures,
  };
}
