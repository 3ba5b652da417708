import { setTimeout as sleep } from "node:timers/promises";
import type { Source } from "@/lib/infra/environment/env";
import { UserError } from "@/scripts/tools/terminal";
import { newAccount } from "@/tests/support/api-accounts";
import { startReceiver } from "@/tests/support/receiver";
import { table } from "../bench/table";
import { Member } from "../crash/member";
import { KillableServer } from "../crash/killable-server";
import { quantile } from "../hammer";
import { FAULTY_INNGESTS } from "../references/faulty-inngest";
import { rehearse } from "../rehearsal";

const WARM_UP = 20;
const POSTS = 150;
/** How much longer a post may take than without Inngest. */
const BOUND_MS = 50;
/** A delivery that Inngest accepted and lost is overdue after a minute, and found by the next poll. */
const TIMEOUT_MS = 120_000;

interface Measured {
  name: string;
  p50: number;
  p99: number;
  arrived: number;
  /** Milliseconds from the last response to the last arrival. */
  lastAfter: number;
}

/** Failures of Inngest neither slow down posts nor prevent deliveries. */
export async function prove(): Promise<void> {
  await rehearse(async (variables) => {
    const measured = [await measure("not used", variables)];
    for (const [manner, open] of Object.entries(FAULTY_INNGESTS)) {
      const inngest = await open();
      measured.push(
        await measure(manner, {
          ...variables,
          INNGEST_EVENT_KEY: "key",
          INNGEST_SIGNING_KEY: `signkey-test-${"0a".repeat(16)}`,
          INNGEST_BASE_URL: inngest.url,
        }),
      );
      inngest.stop();
    }
    // Measured before and after, since other load on the machine may change.
    measured.push(await measure("not used, again", variables));
    table(
      ["Inngest", "POST /posts p50 ms", "p99 ms", "delivered", "the last one after s"],
      measured.map(({ name, p50, p99, arrived, lastAfter }) => [
        name,
        p50.toFixed(1),
        p99.toFixed(1),
        `${arrived} of ${WARM_UP + POSTS}`,
        (lastAfter / 1000).toFixed(1),
      ]),
    );
    const problems = measured.flatMap((one) =>
      problemsOf(one, Math.max(measured[0]?.p50 ?? 0, measured.at(-1)?.p50 ?? 0)),
    );
    if (problems.length > 0) throw new UserError(problems.join("\n"));
  });
}

async function measure(name: string, variables: Source): Promise<Measured> {
  const server = new KillableServer(variables);
  await server.start();
  const receiver = await startReceiver();
  const member = new Member(server.url, (await newAccount()).key);
  await member.subscribe(receiver.url);
  const latencies: number[] = [];
  for (let n = -WARM_UP; n < POSTS; n += 1) {
    const from = performance.now();
    await member.post(`${name}, post ${n}`);
    if (n >= 0) latencies.push(performance.now() - from);
  }
  latencies.sort((a, b) => a - b);
  const answeredAt = Date.now();
  const arrived = () => new Set(receiver.arrivals.map(({ headers }) => headers["webhook-id"])).size;
  while (arrived() < WARM_UP + POSTS && Date.now() < answeredAt + TIMEOUT_MS) await sleep(20);
  await server.kill();
  const lastAfter = Math.max(0, ...receiver.arrivals.map(({ at }) => at - answeredAt));
  return { name, p50: quantile(latencies, 0.5), p99: quantile(latencies, 0.99), arrived: arrived(), lastAfter };
}

function problemsOf({ name, p50, arrived }: Measured, without: number): string[] {
  return [
    ...(p50 - without > BOUND_MS
      ? [`When Inngest ${name}, a post takes ${(p50 - without).toFixed(0)} ms longer.`]
      : []),
    ...(arrived < WARM_UP + POSTS ? [`When Inngest ${name}, only ${arrived} deliveries arrive.`] : []),
  ];
}
