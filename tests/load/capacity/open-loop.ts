import http from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { UserError } from "@/scripts/tools/terminal";
import { quantile } from "../hammer";
import type { Call } from "./calls";

/** More unanswered requests than this mean that the machine is overloaded, and the run's figures are meaningless. */
const MAX_UNANSWERED = 1000;
const MAX_CONNECTIONS = 64;

export interface Arrived {
  requests: number;
  seconds: number;
  requestBytes: number;
  responseBytes: number;
  /** Milliseconds from when a request was due to the end of its response. */
  p50: number;
  p99: number;
}

/**
 * Makes calls at times independent of the responses, like many independent people (a Poisson process), so that a slow
 * response delays no other request. Resolves when all are answered.
 * @throws UserError at an unsuccessful response, and if responses fall behind
 */
export async function arrive(perSecond: number, seconds: number, next: () => Call): Promise<Arrived> {
  const agent = new http.Agent({ keepAlive: true, maxSockets: MAX_CONNECTIONS });
  const latencies: number[] = [];
  const sum = { requestBytes: 0, responseBytes: 0 };
  const failures: unknown[] = [];
  const unanswered = new Set<Promise<void>>();
  const start = performance.now();
  for (let due = start; ;) {
    due -= (Math.log(1 - Math.random()) / perSecond) * 1000;
    if (due > start + seconds * 1000) break;
    while (performance.now() < due) await sleep(due - performance.now());
    if (failures.length > 0) break;
    if (unanswered.size > MAX_UNANSWERED)
      throw new UserError(`${perSecond.toFixed(0)} requests a second are too many.`);
    const dueAt = due;
    const exchange: Promise<void> = next()(agent)
      .then(({ requestBytes, responseBytes }) => {
        latencies.push(performance.now() - dueAt);
        sum.requestBytes += requestBytes;
        sum.responseBytes += responseBytes;
      })
      .catch((error: unknown) => void failures.push(error))
      .finally(() => unanswered.delete(exchange));
    unanswered.add(exchange);
  }
  await Promise.all(unanswered);
  agent.destroy();
  if (failures.length > 0) throw new UserError(`A request failed: ${String(failures[0])}`);
  latencies.sort((a, b) => a - b);
  return {
    requests: latencies.length,
    seconds: (performance.now() - start) / 1000,
    ...sum,
    p50: quantile(latencies, 0.5),
    p99: quantile(latencies, 0.99),
  };
}
