// Slow: it starts and kills worker processes.
import { spawn } from "node:child_process";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { Supervisor } from "@/lib/server/supervisor";
import { openListeningSocket } from "@/lib/server/listening-socket";
import { freePort } from "@/scripts/tools/ports";
import { eventually } from "@/tests/support/eventually";
import { connectToEach, keepSending, type WorkerConnection } from "@/tests/support/worker-connection";

const FIXTURE = path.resolve("tests/lib/server/supervised-worker.ts");
/** On a machine that runs other tests as well, processes start slowly. */
const SLOW = { timeoutMs: 90_000 };
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

let stop: () => Promise<void>;
const onFault = vi.fn();
beforeEach(() => {
  onFault.mockClear();
});
afterEach(async () => {
  await stop();
});

/** Prepares two workers that answer at a port, and a page process. */
async function supervise({ ending = "when asked" } = {}) {
  const port = await freePort();
  const socket = await openListeningSocket(port, "127.0.0.1", 2);
  const inherited = socket.descriptors.map((_, n) => String(4 + n));
  const supervisor = new Supervisor({
    workers: {
      count: 2,
      spawn: () =>
        spawn(process.execPath, ["--import", "tsx", FIXTURE, ending, ...inherited], {
          stdio: ["ignore", "inherit", "inherit", "ipc", ...socket.descriptors],
        }),
    },
    pageProcesses: {
      count: 1,
      spawn: () =>
        spawn(process.execPath, ["--import", "tsx", FIXTURE, "when asked"], {
          stdio: ["ignore", "inherit", "inherit", "ipc"],
        }),
    },
    drainMs: 20_000,
    onFault,
  });
  let stopped: Promise<void> | undefined;
  stop = () => (stopped ??= socket.rejectConnectionsUntil(supervisor.stop()));
  return { supervisor, url: `http://127.0.0.1:${port}` };
}

const ask = async ({ send }: WorkerConnection, path: string) => JSON.parse((await send(path)).text) as unknown;

async function jobsOwnerAmong(connections: WorkerConnection[]): Promise<number> {
  const have = await Promise.all(connections.map((connection) => ask(connection, "/has-jobs")));
  expect(have.toSorted()).toEqual([false, true]);
  return connections[have.indexOf(true)]!.pid;
}

describe("two workers", () => {
  let supervisor: Supervisor;
  let url: string;
  let pids: number[];
  beforeEach(async () => {
    ({ supervisor, url } = await supervise());
    await supervisor.start();
    await eventually(() => expect(supervisor.pids).toHaveLength(2), SLOW);
    ({ pids } = supervisor);
  });

  test("share their limits exactly, receive each other's messages, and answer each other", async () => {
    const connections = await connectToEach(url, pids);
    const calls = connections.flatMap((connection) => Array.from({ length: 30 }, () => ask(connection, "/spend")));
    expect((await Promise.all(calls)).filter((allowed) => allowed === true)).toHaveLength(25);
    const [sender, other] = connections as [WorkerConnection, WorkerConnection];
    await ask(sender, "/publish");
    await eventually(async () => expect(await ask(other, "/received")).toEqual([`from ${sender.pid}`]), SLOW);
    expect(await ask(sender, "/received")).toEqual([]);
    expect(new Set((await ask(sender, "/collect")) as number[])).toEqual(new Set([other.pid, ...supervisor.pagePids]));
  });

  test("forget a credential once its lookup failed in one of them, as they knew it from one", async () => {
    const [first, second] = (await connectToEach(url, pids)) as [WorkerConnection, WorkerConnection];
    await ask(first, "/remember-key");
    await eventually(async () => expect(await ask(second, "/owner-of-key")).not.toBeNull(), SLOW);
    await ask(second, "/forget-key");
    await eventually(async () => expect(await ask(first, "/owner-of-key")).toBeNull(), SLOW);
  });

  test("share permits, and get back those of a worker that has ended", async () => {
    const [first, second] = (await connectToEach(url, pids)) as [WorkerConnection, WorkerConnection];
    const acquire = async (connection: WorkerConnection) => (await ask(connection, "/acquire")) as boolean;
    expect([await acquire(first), await acquire(second), await acquire(second)]).toEqual([true, true, false]);
    await ask(second, "/release");
    expect([await acquire(second), await acquire(second)]).toEqual([true, false]);
    process.kill(first.pid, "SIGKILL");
    await eventually(async () => expect(await acquire(second)).toBe(true), SLOW);
  });

  test("are replaced when killed, lose no request of the other, and hand over the jobs", async () => {
    const connections = [...(await connectToEach(url, pids)), ...(await connectToEach(url, pids))];
    const killed = await jobsOwnerAmong(connections.slice(0, 2));
    const sending = keepSending(connections, "/pid");
    process.kill(killed, "SIGKILL");
    await eventually(() => {
      expect(supervisor.pids).toHaveLength(2);
      expect(supervisor.pids).not.toContain(killed);
    }, SLOW);
    expect((await sending.stop()).filter(({ pid }) => pid !== killed)).toEqual([]);
    expect(await jobsOwnerAmong(await connectToEach(url, supervisor.pids))).not.toBe(killed);
  });

  test("are replaced one by one on request, without a failed request", async () => {
    const connections = [...(await connectToEach(url, pids)), ...(await connectToEach(url, pids))];
    const sending = keepSending(connections, "/pid");
    await Promise.all([supervisor.restart(), supervisor.restart()]);
    expect(await sending.stop()).toEqual([]);
    expect(sending.tally.answered).toBeGreaterThan(connections.length);
    expect(supervisor.pids).toHaveLength(2);
    expect(supervisor.pids.filter((pid) => pids.includes(pid))).toEqual([]);
    await jobsOwnerAmong(await connectToEach(url, supervisor.pids));
  });
});

test("every connection made while the server stops is answered, eventually with 503, and none is reset", async () => {
  const { supervisor, url } = await supervise();
  await supervisor.start();
  const outcomes: string[] = [];
  const connect = (): Promise<string> =>
    fetch(`${url}/pid`, { method: "POST", body: "x", headers: { Connection: "close" } }).then(
      async (response) => (await response.text(), String(response.status)),
      (error: Error) => (error.cause as NodeJS.ErrnoException).code ?? String(error.cause),
    );
  const clients = Array.from({ length: 8 }, async () => {
    for (let outcome = "200"; outcome === "200";) outcomes.push((outcome = await connect()));
  });
  await eventually(() => expect(outcomes).toContain("200"), SLOW);
  await stop();
  await Promise.all(clients);
  expect(new Set(outcomes)).toEqual(new Set(["200", "503"]));
  expect(await connect()).toBe("ECONNREFUSED");
});

test("a first worker that cannot start is not restarted", async () => {
  const { supervisor } = await supervise({ ending: "before it listens" });
  await expect(supervisor.start()).rejects.toThrow("The server ended by itself (3)");
});

test("workers that keep ending are restarted indefinitely", async () => {
  const { supervisor } = await supervise({ ending: "after it listens" });
  await supervisor.start();
  await eventually(() => expect(onFault.mock.calls.length).toBeGreaterThan(3), SLOW);
  expect(onFault).toHaveBeenCalledWith("process ended by itself", { process: "worker", reason: "3" });
});
