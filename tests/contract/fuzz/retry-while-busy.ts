import { setTimeout as sleep } from "node:timers/promises";

const ATTEMPTS = 6;

/**
 * Retries a request while the server is overloaded, because other tests upload large pictures meanwhile. A request that
 * causes its own 503 gets it every time.
 */
export async function retryWhileBusy<Answer extends { status: number; headers: Headers }>(
  send: () => Promise<Answer>,
): Promise<Answer> {
  for (let attempt = 1; ; attempt += 1) {
    const answer = await send();
    const seconds = Number(answer.headers.get("retry-after"));
    if (answer.status !== 503 || !(seconds > 0) || attempt === ATTEMPTS) return answer;
    await sleep(seconds * 1000);
  }
}
