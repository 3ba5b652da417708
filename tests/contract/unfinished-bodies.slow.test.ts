// Slow: it sends 1.6 GB to its own server.
import fs from "node:fs";
import net from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";
import { startOwnServer } from "@/tests/support/own-server";
import { sockets } from "./raw-request";

/** The memory that Node needs for a thousand connections and their routes. Buffering these bodies would take 1.6 GB. */
const MOST_GROWTH_MB = 350;

test(
  "announced and unfinished bodies, 150 of 9 MB and 1,000 more, do not increase the server's memory",
  { timeout: 120_000 },
  async () => {
    const server = await startOwnServer();
    const kinds = [
      "POST /api/../login",
      "POST /api/v1/p%6fsts",
      "POST /api/v1/posts/%C3%A9/comments",
      "POST /login",
      "GET /",
      "POST /api/auth/signin",
      "POST /api/v1/images",
    ];
    const leaveUnfinished = (count: number, bytes: number) => {
      const body = Buffer.alloc(bytes, " ");
      for (let n = 0; n < count; n += 1) {
        const socket = net
          .connect(server.port, "127.0.0.1")
          .on("error", () => undefined)
          .resume();
        sockets.push(socket);
        const type = n % kinds.length === kinds.length - 1 ? "multipart/form-data; boundary=x" : "application/json";
        socket.write(
          [
            `${kinds[n % kinds.length]} HTTP/1.1`,
            "Host: x",
            `Content-Type: ${type}`,
            "Content-Length: 10000000",
            "",
            "",
          ].join("\r\n"),
        );
        socket.write(body);
      }
    };
    try {
      await fetch(`${server.url}/login`);
      const before = residentMegabytes(server.workerPid);
      for (const [count, bytes] of [
        [150, 9_000_000],
        [1000, 250_000],
      ] as const) {
        leaveUnfinished(count, bytes);
        await sleep(5000);
        expect(residentMegabytes(server.workerPid) - before).toBeLessThan(MOST_GROWTH_MB);
      }
      expect((await fetch(`${server.url}/login`)).status).toBe(200);
    } finally {
      await server.stop("SIGKILL");
    }
  },
);

function residentMegabytes(pid: number): number {
  return Number(/VmRSS:\s+(\d+) kB/.exec(fs.readFileSync(`/proc/${pid}/status`, "utf8"))![1]) / 1024;
}
