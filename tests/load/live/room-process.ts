import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import path from "node:path";
import { freePort } from "@/scripts/tools/ports";

/** A process that runs room-server.ts on this process's database. */
export class RoomServer {
  private child?: ChildProcess;

  private constructor(
    readonly port: number,
    private readonly redisUrl?: string,
  ) {}

  static async start(redisUrl?: string): Promise<RoomServer> {
    const server = new RoomServer(await freePort(), redisUrl);
    await server.begin();
    return server;
  }

  get url(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  async begin(): Promise<void> {
    this.child = spawn(process.execPath, ["--import", "tsx", path.resolve("tests/load/live/room-server.ts")], {
      env: { ...process.env, PORT: String(this.port), REDIS_URL: this.redisUrl ?? "", DATABASE_POOL_MAX: "5" },
      stdio: ["ignore", "inherit", "inherit", "ipc"],
    });
    await once(this.child, "message");
  }

  async kill(): Promise<void> {
    if (!this.child || this.child.exitCode !== null) return;
    const exit = once(this.child, "exit");
    this.child.kill("SIGKILL");
    await exit;
  }
}
