import { setTimeout as sleep } from "node:timers/promises";
import { freePort } from "@/scripts/tools/ports";
import { Balancer } from "../fleet/balancer";
import { Answers } from "../fleet/client";
import { Crowd } from "../fleet/crowd";
import { Instance } from "../fleet/instance";
import { judgeActs, failOnProblems } from "../fleet/outcome";
import { startReceiver } from "../fleet/receiver";
import { withPreviousRelease } from "../previous-release";
import { rehearse, type Variables } from "../rehearsal";

const PEOPLE = 40;
const ACTS = 600;
/** Until the proxy has seen that both instances are healthy. */
const SEEN_MS = 3000;

/**
 * Runs the previous release, from this repository's history, alongside the current one on the current schema, as during
 * an upgrade: requests go to both in turn, and then only to the old one, as after a rollback. Nothing is lost,
 * duplicated or answered 500.
 */
export async function prove(): Promise<void> {
  await withPreviousRelease(({ version, folder }) => rehearse((variables) => playOnBoth(variables, version, folder)));
}

async function playOnBoth(variables: Variables, version: string, folder: string): Promise<void> {
  const [before, today] = await Promise.all([freePort(), freePort()]);
  const balancer = new Balancer([before, today].map((port) => `http://127.0.0.1:${port}`));
  const url = await balancer.listen();
  const environment = {
    ...variables,
    NEXTAUTH_URL: url,
    TRUSTED_PROXIES: "1",
    LOG_LEVEL: "warn",
    WEB_CONCURRENCY: "1",
  };
  Object.assign(process.env, environment);
  const old = new Instance(version, before, environment, folder);
  const current = new Instance("today's", today, environment);
  const receiver = await startReceiver();
  try {
    await Promise.all([old.restart(), current.restart()]);
    await sleep(SEEN_MS);
    const answers = new Answers();
    const crowd = await Crowd.gather(PEOPLE, { url }, receiver.url, answers);
    await crowd.act(() => crowd.acts >= ACTS);
    await current.stop();
    await crowd.act(() => crowd.acts >= 2 * ACTS);
    failOnProblems(await judgeActs(crowd, answers, receiver));
  } finally {
    receiver.stop();
    balancer.close();
    await Promise.all([old.stop(), current.stop()]);
  }
}
