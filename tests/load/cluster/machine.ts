import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import fs from "node:fs";
import path from "node:path";
import { readPidFile } from "@/scripts/tools/postgres/cluster";
import type { ServerUser } from "@/scripts/tools/postgres/server-user";
import { signalProcess } from "@/lib/infra/process/processes";
import { PROJECT } from "@/lib/infra/process/project";
import { processesOf } from "@/tests/support/own-postgres";

/** The files that docs/operations/cluster.md installs. */
export const FILES = path.join(PROJECT, "docs/operations/cluster");

/** The size of a machine's own disk: far more than a proof writes. */
const DISK_MB = 768;
const LOG_SHOWN = 3000;

export type Part = "etcd" | "patroni" | "postgres";

interface MachineOptions {
  name: string;
  address: string;
  /** Its disk. */
  folder: string;
  user: ServerUser;
  /** The values of the placeholders in the files. */
  values: Record<string, string>;
}

/** A simulated machine of a cluster, with its own address and disk. */
export class Machine {
  readonly name: string;
  readonly address: string;
  private readonly children = new Map<Part, ChildProcess>();

  constructor(private readonly options: MachineOptions) {
    ({ name: this.name, address: this.address } = options);
  }

  /** Mounts a disk that can fill up, if this process may. Returns whether it did. */
  mountDisk(): boolean {
    const { folder, user } = this.options;
    fs.mkdirSync(folder, { mode: 0o711 });
    const isMounted =
      user !== undefined && spawnSync("mount", ["-t", "tmpfs", "-o", `size=${DISK_MB}m`, "tmpfs", folder]).status === 0;
    if (user) fs.chownSync(folder, user.uid, user.gid);
    return isMounted;
  }

  /** Fills its disk completely. */
  fillDisk(): void {
    spawnSync("dd", ["if=/dev/zero", `of=${this.ballast}`, "bs=1M"]);
  }

  freeDisk(): void {
    fs.rmSync(this.ballast, { force: true });
  }

  /** The end of the log of its Patroni, which includes PostgreSQL's. */
  get log(): string {
    return fs.readFileSync(this.logFile("patroni"), "utf8").slice(-LOG_SHOWN);
  }

  start(part: "etcd" | "patroni"): void {
    const { folder, user } = this.options;
    const log = fs.openSync(this.logFile(part), "a");
    const child = spawn(part, part === "patroni" ? [path.join(FILES, "patroni.yml")] : [], {
      ...user,
      env: { ...process.env, HOME: folder, LANG: "C.UTF-8", ...this.environmentOf(part) },
      stdio: ["ignore", log, log],
    });
    fs.closeSync(log);
    this.children.set(part, child);
  }

  /** Starts the parts that are not running. Patroni starts PostgreSQL. */
  startMissing(): void {
    for (const part of ["etcd", "patroni"] as const) {
      const child = this.children.get(part);
      if (!child || child.exitCode !== null || child.signalCode !== null) this.start(part);
    }
  }

  /** Sends a signal to some of its parts, to Patroni before PostgreSQL, which it would restart. */
  signal(signal: NodeJS.Signals, ...parts: Part[]): void {
    for (const pid of parts.flatMap((part) => this.pids(part))) signalProcess(pid, signal);
  }

  async stop(): Promise<void> {
    this.signal("SIGCONT", "patroni", "postgres", "etcd");
    // Otherwise each would wait for another that is stopping.
    this.signal("SIGKILL", "patroni", "postgres", "etcd");
    for (const child of this.children.values())
      if (child.exitCode === null && child.signalCode === null) await once(child, "exit");
    spawnSync("umount", [this.options.folder]);
  }

  private pids(part: Part): number[] {
    if (part !== "postgres") return [this.children.get(part)?.pid ?? []].flat();
    const postmaster = readPidFile(path.join(this.options.folder, "pegboard"))?.pid;
    return postmaster === undefined ? [] : processesOf(postmaster);
  }

  /** Outside its disk, which may be full. */
  private logFile(part: Part): string {
    return `${this.options.folder}.${part}.log`;
  }

  private get ballast(): string {
    return path.join(this.options.folder, "ballast");
  }

  private environmentOf(part: "etcd" | "patroni"): Record<string, string> {
    const { name, address, folder, values } = this.options;
    const known: Record<string, string> = { ...values, NODE: name, ADDRESS: address, DATA: folder };
    const lines = fs
      .readFileSync(path.join(FILES, `${part}.env`), "utf8")
      .trim()
      .split("\n");
    return Object.fromEntries(
      lines.map((line) => {
        const [variable = "", ...value] = line.split("=");
        return [variable, value.join("=").replace(/\$(\w+)/g, (_, wanted: string) => known[wanted] ?? "")];
      }),
    );
  }
}
