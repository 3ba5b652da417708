import fs from "node:fs";

const LOOK_EVERY_MS = 100;

/** Samples the memory of processes and their descendants many times a second. */
export class Watch {
  /** The peak of the largest process, in MB. */
  peakMb = 0;
  private readonly timer: NodeJS.Timeout;

  constructor(private readonly pids: number[]) {
    this.look();
    this.timer = setInterval(() => this.look(), LOOK_EVERY_MS);
  }

  stop(): number {
    this.look();
    clearInterval(this.timer);
    return this.peakMb;
  }

  private look(): void {
    const sizes = this.pids.map((pid) => family(pid).reduce((sum, member) => sum + residentMb(member), 0));
    this.peakMb = Math.max(this.peakMb, ...sizes);
  }
}

/** A process with its descendants. */
function family(pid: number): number[] {
  const parents = new Map(processes().map((one) => [one, parentOf(one)]));
  const found = [pid];
  for (const elder of found) for (const [child, parent] of parents) if (parent === elder) found.push(child);
  return found;
}

const processes = () =>
  fs
    .readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .map(Number);

/** Parses `PID (any name) S PARENT …`. */
const parentOf = (pid: number) => Number(/.*\) \S (\d+)/s.exec(read(`/proc/${pid}/stat`))?.[1]);

const residentMb = (pid: number) => Number(/^VmRSS:\s+(\d+) kB/m.exec(read(`/proc/${pid}/status`))?.[1] ?? 0) / 1024;

/** Empty for a process that has ended. */
function read(file: string): string {
  try {
    return fs.readFileSync(file, "utf8");
  } catch {
    return "";
  }
}
