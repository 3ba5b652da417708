import { randomBytes } from "node:crypto";
import fs from "node:fs";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { database } from "@/lib/infra/database/db";
import { migrate } from "@/scripts/tools/migrate";
import { freePort } from "@/scripts/tools/ports";
import { dataDirectory } from "@/scripts/tools/state-directory";
import { step } from "@/scripts/tools/terminal";
import { ownEnvironment, testBuild } from "@/tests/support/test-server";
import { newAccount } from "@/tests/support/api-accounts";
import { table } from "../bench/table";
import { Cluster } from "../cluster/cluster";
import { type Fault, FAULTS } from "../cluster/faults";
import { SteadyReaders } from "../cluster/steady-readers";
import { SteadyWriter } from "../cluster/steady-writer";
import { Balancer } from "../fleet/balancer";
import { Answers, Client } from "../fleet/client";
import { addressOf, Crowd, newMembers } from "../fleet/crowd";
import { Instance } from "../fleet/instance";
import { judgeActs, failOnProblems } from "../fleet/outcome";
import { type Receiver, startReceiver } from "../fleet/receiver";
import { buildIfStale } from "../test-build";

const PEOPLE = 40;
const INSTANCES = 2;
/** Pause before each fault, so that effects of the previous one are over. */
const CALM_MS = 4000;
/**
 * The longest permitted time without a read, during any fault: replicas serve. On two busy cores, a page alone can take
 * a second.
 */
const READ_GAP_MS = { key: 1000, page: 2000 };
const READS = ["key", "page"].flatMap((by) => [`reads by ${by} failed`, "s without", "slowest s"]);
/** Pause after each fault, so that late effects count as its own. */
const AFTER_MS = 3000;

/**
 * Kills, freezes and moves the primary of a three-machine database (docs/operations/cluster.md), and stops other parts,
 * while two instances of the product serve forty people. Every acknowledged write exists exactly once, every balance
 * equals its ledger, every event arrives; the time without writes is measured. Reads continue throughout, by key and as
 * pages: none fails, none lacks its account's own writes, no list loses rows.
 */
export async function prove(): Promise<void> {
  await buildIfStale();
  const cluster = await step(
    "cluster",
    () => Cluster.start(),
    ({ machines, hasDisks }) => `${machines.length} machines${hasDisks ? "" : ", of one disk that cannot be filled"}`,
  );
  const receiver = await startReceiver();
  const cleanUps: (() => unknown)[] = [() => cluster.stop(), () => receiver.stop()];
  try {
    const { url, variables } = await startInstances(cluster, cleanUps);
    Object.assign(process.env, variables);
    cleanUps.push(() => database().pool.end());
    failOnProblems(await play(cluster, url, receiver));
  } finally {
    for (const cleanUp of cleanUps.reverse()) await cleanUp();
  }
}

async function startInstances(cluster: Cluster, cleanUps: (() => unknown)[]) {
  await migrate(cluster.url);
  const media = fs.mkdtempSync(path.join(dataDirectory(), "test-media-"));
  cleanUps.push(() => fs.rmSync(media, { recursive: true }));
  const ports = await Promise.all(Array.from({ length: INSTANCES }, freePort));
  const balancer = new Balancer(ports.map((port) => `http://127.0.0.1:${port}`));
  const url = await balancer.listen();
  cleanUps.push(() => balancer.close());
  const variables = {
    DATABASE_URL: cluster.url,
    DATABASE_REPLICA_URL: cluster.replicaUrls.join(" "),
    NEXTAUTH_URL: url,
    NEXTAUTH_SECRET: randomBytes(32).toString("hex"),
    STORAGE_DIR: media,
    TRUSTED_PROXIES: "1",
    WEB_CONCURRENCY: "1",
    WEBHOOK_ALLOW_PRIVATE_TARGETS: "1",
    LOG_LEVEL: "warn",
    // Of the account that writes ten times a second.
    RATE_LIMIT_V1_PRO: "100000/60",
    RATE_LIMIT_WRITE_POSTS: "100000/60",
    RATE_LIMIT_WRITE_HOURLY: "100000/3600",
    ...testBuild(),
  };
  const environment = { ...ownEnvironment(), ...variables };
  const instances = ports.map((port, n) => new Instance(`app ${n + 1}`, port, environment));
  cleanUps.push(() => Promise.all(instances.map((instance) => instance.stop())));
  await step(
    "instances",
    () => Promise.all(instances.map((instance) => instance.restart())),
    () => `${INSTANCES}, behind ${url}`,
  );
  return { url, variables };
}

async function play(cluster: Cluster, url: string, receiver: Receiver): Promise<string[]> {
  const answers = new Answers();
  const crowd = await Crowd.gather(await newMembers(PEOPLE), { url }, receiver.url, answers);
  const account = await newAccount("pro");
  const headers = { Authorization: `Bearer ${account.key}` };
  const writer = new SteadyWriter(account, new Client({ url, address: addressOf(PEOPLE), headers, answers }));
  const readers = await SteadyReaders.gather(writer, { url, answers, first: PEOPLE + 1 });
  const over = new AbortController();
  const writing = writer.run(over.signal);
  while (!writer.first) await sleep(50);
  const reading = readers.run(over.signal);
  const acting = crowd.act(() => over.signal.aborted);
  const problems: string[] = [];
  const lines: string[][] = [];
  try {
    for (const fault of FAULTS.filter(({ needsDisk }) => cluster.hasDisks || !needsDisk)) {
      const line = await disturb(cluster, fault, { writer, readers }, problems);
      console.log(`  ${line.join("  ")}`);
      lines.push(line);
    }
  } finally {
    over.abort();
    await Promise.all([writing, reading, acting]);
  }
  table(["fault", "s without writes", "goal", "whole again after s", "writes refused", ...READS], lines);
  console.log(`  ${writer.acknowledged} writes of one account acknowledged, ten a second at most`);
  return [
    ...problems,
    ...(await judgeActs(crowd, answers, receiver)),
    ...(await writer.problems()),
    ...readers.problems(),
  ];
}

/** Plays a fault, adds its problems to `problems`, and returns a line about it. */
async function disturb(
  cluster: Cluster,
  fault: Fault,
  { writer, readers }: { writer: SteadyWriter; readers: SteadyReaders },
  problems: string[],
): Promise<string[]> {
  await sleep(CALM_MS);
  const { name, goal } = fault;
  const from = performance.now();
  problems.push(...(await fault.play(cluster)));
  await cluster.whole();
  const wholeMs = performance.now() - from;
  await sleep(AFTER_MS);
  const to = performance.now();
  const gapMs = writer.longestGap(from, to);
  const failures = writer.failuresBetween(from, to);
  if (goal === 0 && failures !== "none") problems.push(`${name}: writes were refused: ${failures}`);
  if (goal && gapMs > goal * 1000)
    problems.push(`${name}: ${seconds(gapMs)} s without writes, where ${goal} are the goal`);
  const reads = (["key", "page"] as const).flatMap((by) => {
    const { reads, failures, slowestMs } = readers.between(by, from, to);
    const gapMs = readers.longestGap(by, from, to);
    if (failures.length > 0) problems.push(`${name}: reads failed: ${failures.slice(0, 10).join(", ")}`);
    if (gapMs > READ_GAP_MS[by]) problems.push(`${name}: ${seconds(gapMs)} s without reads by ${by}`);
    return [`${failures.length} of ${reads}`, seconds(gapMs), seconds(slowestMs)];
  });
  return [name, seconds(gapMs), goal === undefined ? "" : String(goal), seconds(wholeMs), failures, ...reads];
}

const seconds = (ms: number) => (ms / 1000).toFixed(1);
