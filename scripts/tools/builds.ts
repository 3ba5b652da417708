import { randomBytes } from "node:crypto";
import fs from "node:fs";
import path from "node:path";

const FOLDER = ".next-builds";
/**
 * A file in a finished build, with the hash of the sources it was built from. A killed build has none.
 */
const MARKER = "pegboard-sources";
const RENEW_MS = 30_000;
/** A lease that has not been renewed for this long belongs to a process that was killed. */
const EXPIRES_MS = 5 * 60_000;

export interface Build {
  /** Relative to the project, as Next expects. */
  directory: string;
  release(): void;
}

/**
 * The production builds of a project, side by side in `.next-builds/1`, `2` and so on, so that a running server keeps
 * the one it was started from while the next is built. A process that builds into a folder or serves from it holds a
 * lease: a file that it renews. Only builds in use and the newest are kept; the folders of others are reused.
 */
export class Builds {
  private readonly folder: string;

  constructor(private readonly project: string) {
    this.folder = path.join(project, FOLDER);
  }

  /** The folder of the build that finished last. */
  newest(): string | undefined {
    return this.finished().at(0)?.directory;
  }

  /** Leases a finished build of these sources, so that no process overwrites it. */
  open(fingerprint: string): Build | undefined {
    for (const { number, directory } of this.finished()) {
      const lease = this.lease(`${number}.serve-${randomBytes(6).toString("hex")}`);
      // A builder takes its own lease before it looks for others, so at least one of two processes sees the other.
      if (!this.isLeased(`${number}.build`) && readMarker(path.join(this.project, directory)) === fingerprint)
        return { directory, release: lease.release };
      lease.release();
    }
    return undefined;
  }

  /** Leases an unused folder to build into. Never that of the newest build, which remains in case the new one fails. */
  claim(): Build & { finish(fingerprint: string): void } {
    fs.mkdirSync(this.folder, { recursive: true });
    const newest = this.newest();
    for (let number = 1; ; number += 1) {
      const directory = this.directory(number);
      const lease = directory === newest ? undefined : this.exclusiveLease(`${number}.build`);
      if (!lease) continue;
      if (this.isServed(number)) {
        lease.release();
        continue;
      }
      fs.rmSync(path.join(this.project, directory, MARKER), { force: true });
      return {
        directory,
        release: lease.release,
        finish: (fingerprint) => fs.writeFileSync(path.join(this.project, directory, MARKER), fingerprint),
      };
    }
  }

  /** Newest first. */
  private finished(): { number: number; directory: string }[] {
    return this.entries()
      .filter((name) => /^\d+$/.test(name))
      .map((name) => ({ number: Number(name), directory: this.directory(Number(name)) }))
      .map((build) => ({
        ...build,
        at: fs.statSync(path.join(this.project, build.directory, MARKER), { throwIfNoEntry: false })?.mtimeMs,
      }))
      .filter(({ at }) => at !== undefined)
      .sort((a, b) => b.at! - a.at!);
  }

  private directory(number: number): string {
    return `${FOLDER}/${number}`;
  }

  private isServed(number: number): boolean {
    return this.entries().some((name) => name.startsWith(`${number}.serve-`) && this.isLeased(name));
  }

  private isLeased(name: string): boolean {
    const written = fs.statSync(path.join(this.folder, name), { throwIfNoEntry: false })?.mtimeMs;
    return written !== undefined && written > Date.now() - EXPIRES_MS;
  }

  private lease(name: string, flag = "w") {
    const file = path.join(this.folder, name);
    fs.writeFileSync(file, "", { flag });
    const renewing = setInterval(() => fs.utimes(file, new Date(), new Date(), () => undefined), RENEW_MS).unref();
    const release = () => {
      clearInterval(renewing);
      fs.rmSync(file, { force: true });
      process.off("exit", release);
    };
    process.once("exit", release);
    return { release };
  }

  /** Returns undefined if another process holds the lease. */
  private exclusiveLease(name: string) {
    const file = path.join(this.folder, name);
    if (fs.existsSync(file) && !this.isLeased(name)) {
      // Of two processes that find an expired lease, only one can rename it.
      const away = `${file}-${randomBytes(6).toString("hex")}`;
      try {
        fs.renameSync(file, away);
      } catch {
        return undefined;
      }
      fs.rmSync(away);
    }
    try {
      return this.lease(name, "wx");
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === "EEXIST") return undefined;
      throw error;
    }
  }

  private entries(): string[] {
    return fs.existsSync(this.folder) ? fs.readdirSync(this.folder) : [];
  }
}

function readMarker(directory: string): string | undefined {
  const marker = path.join(directory, MARKER);
  return fs.existsSync(marker) ? fs.readFileSync(marker, "utf8") : undefined;
}
