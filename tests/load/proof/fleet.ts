import { setTimeout as sleep } from "node:timers/promises";
import { database } from "@/lib/infra/database/db";
import { step, UserError } from "@/scripts/tools/terminal";
import { newAccount } from "@/tests/support/api-accounts";
import { pgbouncer } from "@/tests/support/pgbouncer";
import { redisServer } from "@/tests/support/redis";
import { table } from "../bench/table";
import { Answers, Client } from "../fleet/client";
import { addressOf, Crowd, newMembers } from "../fleet/crowd";
import { Disturbance } from "../fleet/disturbance";
import { type Fleet, startFleet } from "../fleet/fleet";
import { GreedyCaller } from "../fleet/greedy-caller";
import { judgeActs, failOnProblems } from "../fleet/outcome";
import { type Receiver, startReceiver } from "../fleet/receiver";
import { buildIfStale } from "../test-build";

const PEOPLE = 100;
const ACTS = 2000;

/**
 * Kills and restarts each of three instances, their proxy, PgBouncer, PostgreSQL, Redis and an S3 server while a
 * hundred people act. Nothing acknowledged is lost or duplicated, and everything recovers.
 */
export async function prove(): Promise<void> {
  if (!pgbouncer || !redisServer) throw new UserError("This needs pgbouncer and redis-server: apt-get install both.");
  await buildIfStale();
  const fleet = await step("fleet", startFleet, ({ parts }) => parts.map(({ name }) => name).join(", "));
  Object.assign(process.env, fleet.variables, { DATABASE_URL: fleet.databaseUrl, PREPARED_STATEMENTS: "1" });
  const receiver = await startReceiver();
  try {
    failOnProblems(await play(fleet, receiver));
  } finally {
    receiver.stop();
    await database().pool.end();
    await fleet.stop();
  }
}

async function play(fleet: Fleet, receiver: Receiver): Promise<string[]> {
  const answers = new Answers();
  const crowd = await Crowd.gather(await newMembers(PEOPLE), fleet, receiver.url, answers);
  const [postId = ""] = crowd.people[0]!.done.posts;
  const greedy = new GreedyCaller(await strangersClient(fleet, answers), postId);
  const over = new AbortController();
  const calling = greedy.run(over.signal);
  const disturbing = disturbAll(fleet, crowd, postId);
  let isDisturbed = true;
  void disturbing.finally(() => (isDisturbed = false)).catch(() => undefined);
  await crowd.act(() => crowd.acts >= ACTS && !isDisturbed);
  over.abort();
  await calling;
  table(["killed", "well again after s", "acts meanwhile"], await disturbing);

  const problems = await judgeActs(crowd, answers, receiver);
  console.log(`  ${greedy.summary}\n`);
  return [
    ...problems,
    ...greedy.problems,
    ...fleet.instances.flatMap(({ name, surprises }) => (surprises > 0 ? [`${name} ended by itself`] : [])),
  ];
}

/** Kills each part in turn, evenly over the acts. */
async function disturbAll(fleet: Fleet, crowd: Crowd, postId: string): Promise<string[][]> {
  const disturbance = await Disturbance.prepare(fleet, postId);
  const lines: string[][] = [];
  try {
    for (const [n, part] of fleet.parts.entries()) {
      while (crowd.acts < (ACTS * (n + 1)) / (fleet.parts.length + 1)) await sleep(50);
      const before = crowd.acts;
      const recoveryMs = await disturbance.disturb(part);
      lines.push([part.name, (recoveryMs / 1000).toFixed(1), String(crowd.acts - before)]);
    }
  } finally {
    disturbance.end();
  }
  return lines;
}

async function strangersClient({ url }: Fleet, answers: Answers): Promise<Client> {
  const { key } = await newAccount();
  return new Client({ url, address: addressOf(PEOPLE), headers: { Authorization: `Bearer ${key}` }, answers });
}
