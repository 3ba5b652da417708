import { spawn } from "node:child_process";
import http from "node:http";
import path from "node:path";
import { text } from "node:stream/consumers";
import { afterEach, describe, expect, test, vi } from "vitest";
import { RestartBackoff } from "@/lib/server/restart-backoff";
import { Supervisor } from "@/lib/server/supervisor";
import { openListeningSocket } from "@/scripts/tools/listening-socket";
import { freePort } from "@/scripts/tools/ports";

const FIXTURE = path.resolve("tests/lib/server/supervised-worker.ts");
/** Where other tests take the machine, processes start slowly. */
const SLOW = { timeout: 60_000 };

const stops: (() => Promise<void>)[] = [];
afterEach(async () => {
  vi.restoreAllMocks();
  for (const stop of stops.splice(0)) await stop();
});

/** Two workers that answer at a port. */
async function supervise({ ending = "when asked", maxEnds = 100 } = {}) {
  const port = await freePort();
  const socket = await openListeningSocket(port, "127.0.0.1", 2);
  const inherited = socket.descriptors.map((_, n) => String(4 + n));
  const supervisor = new Supervisor({
    workers: 2,
    drainMs: 20_000,
    backoff: new RestartBackoff(maxEnds),
    spawn: () =>
      spawn(process.execPath, ["--import", "tsx", FIXTURE, ending, ...inherited], {
        stdio: ["ignore", "inherit", "inherit", "ipc", ...socket.descriptors],
      }),
  });
  stops.push(async () => {
    socket.close();
    await supervisor.stop();
  });
  return { supervisor, url: `http://127.0.0.1:${port}` };
}

async function superviseTwo() {
  const supervised = await supervise();
  vi.spyOn(console, "error").mockImplementation(() => undefined);
  await supervised.supervisor.start();
  await vi.waitFor(() => expect(supervised.supervisor.pids).toHaveLength(2), SLOW);
  return supervised;
}

type Ask = (path: string) => Promise<unknown>;

/** A connection to one of the workers: the others do not accept it, for they are stopped meanwhile. */
async function connect(url: string, pid: number, pids: number[]): Promise<Ask> {
  const agent = new http.Agent({ keepAlive: true, maxSockets: 1 });
  const others = pids.filter((other) => other !== pid);
  const ask = async (path: string) => JSON.parse(await get(agent, url + path)) as unknown;
  others.forEach((other) => process.kill(other, "SIGSTOP"));
  const answeredBy = await ask("/pid");
  others.forEach((other) => process.kill(other, "SIGCONT"));
  expect(answeredBy).toBe(pid);
  return ask;
}

function get(agent: http.Agent, url: string): Promise<string> {
  return new Promise((resolve, reject) => {
    http.get(url, { agent }, (response) => void text(response).then(resolve, reject)).on("error", reject);
  });
}

/** Asks again and again over so many connections, until it is told to stop. Returns the errors by connection. */
function keepAsking(asks: Ask[]) {
  let isOver = false;
  let answered = 0;
  const errors = asks.map(async (ask) => {
    const failures: unknown[] = [];
    while (!isOver)
      await ask("/pid").then(
        () => (answered += 1),
        (error) => failures.push(error),
      );
    return failures;
  });
  return {
    answered: () => answered,
    stop: () => ((isOver = true), Promise.all(errors)),
  };
}

describe("workers", () => {
  test("share their limits exactly", SLOW, async () => {
    const { supervisor, url } = await superviseTwo();
    const { pids } = supervisor;
    const asks = await sequentially(pids, (pid) => connect(url, pid, pids));
    const calls = asks.flatMap((ask) => Array.from({ length: 30 }, () => ask("/spend")));
    expect((await Promise.all(calls)).filter((allowed) => allowed === true)).toHaveLength(25);
  });

  test("hear from each other", SLOW, async () => {
    const { supervisor, url } = await superviseTwo();
    const { pids } = supervisor;
    const [ada, grace] = await sequentially(pids, (pid) => connect(url, pid, pids));
    await ada!("/publish");
    await vi.waitFor(async () => expect(await grace!("/received")).toEqual([`from ${pids[0]}`]), SLOW);
    expect(await ada!("/received")).toEqual([]);
  });

  test("that are killed are replaced, lose no request of another, and pass on the jobs", SLOW, async () => {
    const { supervisor, url } = await superviseTwo();
    const { pids } = supervisor;
    const owned = [...pids, ...pids, ...pids];
    const asks = await sequentially(owned, (pid) => connect(url, pid, pids));
    const jobs = await Promise.all(asks.slice(0, 2).map((ask) => ask("/has-jobs")));
    expect(jobs.toSorted()).toEqual([false, true]);
    const killed = pids[jobs.indexOf(true)]!;
    const asking = keepAsking(asks);
    process.kill(killed, "SIGKILL");
    await vi.waitFor(() => {
      expect(supervisor.pids).toHaveLength(2);
      expect(supervisor.pids).not.toContain(killed);
    }, SLOW);
    const failures = await asking.stop();
    expect(failures.map((errors, n) => errors.length > 0 && owned[n] !== killed)).not.toContain(true);
    const now = supervisor.pids;
    const after = await sequentially(now, (pid) => connect(url, pid, now));
    await vi.waitFor(async () => {
      expect((await Promise.all(after.map((ask) => ask("/has-jobs")))).toSorted()).toEqual([false, true]);
    }, SLOW);
  });

  test("are replaced one by one on request, without a failed request", SLOW, async () => {
    const { supervisor, url } = await superviseTwo();
    const { pids } = supervisor;
    const asks = await sequentially([...pids, ...pids, ...pids], (pid) => connect(url, pid, pids));
    const asking = keepAsking(asks);
    await Promise.all([supervisor.restart(), supervisor.restart()]);
    const before = asking.answered();
    await vi.waitFor(() => expect(asking.answered()).toBeGreaterThan(before + 20), SLOW);
    expect((await asking.stop()).flat()).toEqual([]);
    expect(supervisor.pids).toHaveLength(2);
    expect(supervisor.pids.filter((pid) => pids.includes(pid))).toEqual([]);
  });
});

test("a first worker that cannot start is not started again", SLOW, async () => {
  const { supervisor } = await supervise({ ending: "before it listens" });
  await expect(supervisor.start()).rejects.toThrow("The server ended by itself (3)");
});

test("workers that keep ending are not started for ever", SLOW, async () => {
  const said = vi.spyOn(console, "error").mockImplementation(() => undefined);
  const { supervisor } = await supervise({ ending: "after it listens", maxEnds: 3 });
  await supervisor.start();
  await expect(supervisor.ended).rejects.toThrow("The workers keep ending by themselves (3)");
  expect(said).toHaveBeenCalledWith("A worker ended by itself (3) and is replaced.");
});

async function sequentially<T, R>(items: T[], each: (item: T) => Promise<R>): Promise<R[]> {
  const results: R[] = [];
  for (const item of items) results.push(await each(item));
  return results;
}
