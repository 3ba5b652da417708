import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import net from "node:net";
import path from "node:path";
import { afterEach, expect, test } from "vitest";
import { freePort } from "@/scripts/tools/ports";
import { openListeningSocket } from "@/lib/server/listening-socket";

/** The first descriptor after a child's standard ones and its channel. */
const FIRST_INHERITED = 4;
let child: ChildProcess | undefined;
afterEach(() => void child?.kill("SIGKILL"));

/** How many turns of its event loop a busy server needs to accept `count` connections. */
async function turnsToAccept(count: number, port: number, descriptors: number[]): Promise<number> {
  const inherited = descriptors.map((_, n) => String(FIRST_INHERITED + n));
  child = fork(path.resolve("tests/lib/server/listeners-busy.ts"), [String(count), ...inherited], {
    execArgv: ["--import", "tsx"],
    stdio: ["ignore", "inherit", "inherit", "ipc", ...descriptors],
  });
  await once(child, "message");
  const sockets = Array.from({ length: count }, () => net.connect(port, "127.0.0.1"));
  const [turns] = (await once(child, "message")) as [number];
  sockets.forEach((socket) => socket.destroy());
  return turns;
}

test("a busy server accepts many connections per turn of its event loop", async () => {
  const port = await freePort();
  const { descriptors, close } = await openListeningSocket(port, "127.0.0.1");
  expect(await turnsToAccept(48, port, descriptors)).toBeLessThan(24);
  close();
});

test("fails to open a socket where another program listens", async () => {
  const other = net.createServer().listen(0, "127.0.0.1");
  await once(other, "listening");
  const { port } = other.address() as net.AddressInfo;
  await expect(openListeningSocket(port, "127.0.0.1")).rejects.toThrow("(EADDRINUSE)");
  other.close();
});
