import { randomBytes } from "node:crypto";
import fs from "node:fs";
import path from "node:path";

const FOLDER = ".next-builds";
/** Not the numbered folders of earlier releases, from which a server may still run. */
const NAME = /^[0-9a-f]{20}(-|$)/;
const RENEW_MS = 30_000;
/** Whoever uses a folder renews its time; after this long without, they have ended or were killed. */
const UNUSED_MS = 5 * 60_000;

/**
 * The production builds of a project, side by side in `.next-builds`, so that a running server keeps the one it was
 * started from while the next is built. A folder is built under a name of its own and then renamed to the hash of the
 * sources, so one with such a name is complete and never changes. After a build, those that nobody uses are removed.
 */
export class Builds {
  constructor(private readonly project: string) {}

  /** The folder of a build of these sources, relative to the project, as Next expects. */
  directory(hash: string): string {
    return path.join(FOLDER, hash);
  }

  /** Returns the build of these sources, if there is one. It is not removed while this process runs. */
  use(hash: string): string | undefined {
    const directory = this.directory(hash);
    return this.keep(directory) && directory;
  }

  /** Builds into a folder by `build`. If another process has built the same sources meanwhile, its build stays. */
  async make(hash: string, build: (directory: string) => Promise<void>): Promise<void> {
    const beside = path.join(FOLDER, `${hash}-${randomBytes(6).toString("hex")}`);
    fs.mkdirSync(path.join(this.project, beside), { recursive: true });
    const stopKeeping = this.keep(beside);
    try {
      await build(beside);
      this.rename(beside, this.directory(hash));
    } catch (error) {
      if (!this.use(hash)) throw error;
    } finally {
      stopKeeping?.();
      fs.rmSync(path.join(this.project, beside), { recursive: true, force: true });
    }
    this.removeUnused(hash);
  }

  /** The build that finished last. */
  newest(): string | undefined {
    const finishedAt = (name: string) =>
      fs.statSync(path.join(this.project, FOLDER, name, "BUILD_ID"), { throwIfNoEntry: false })?.mtimeMs ?? 0;
    const finished = this.names().filter((name) => !name.includes("-"));
    const [newest] = finished.sort((a, b) => finishedAt(b) - finishedAt(a));
    return newest && this.directory(newest);
  }

  private removeUnused(except: string): void {
    for (const name of this.names()) {
      const directory = this.directory(name);
      if (name === except || this.isUsed(directory)) continue;
      // A process that is about to use it either renewed its time before, or does not find it under its name any more.
      const away = `${directory}-${randomBytes(6).toString("hex")}`;
      try {
        this.rename(directory, away);
        if (this.isUsed(away)) this.rename(away, directory);
        else fs.rmSync(path.join(this.project, away), { recursive: true, force: true });
      } catch {
        // Left to the next build: another process may be removing it.
      }
    }
  }

  /** Also true of a folder that another process has removed. */
  private isUsed(directory: string): boolean {
    const stats = fs.statSync(path.join(this.project, directory), { throwIfNoEntry: false });
    return stats === undefined || stats.mtimeMs > Date.now() - UNUSED_MS;
  }

  /** Renews the time of a folder until the process ends, or until the returned function is called. */
  private keep(directory: string): (() => void) | undefined {
    const folder = path.join(this.project, directory);
    const renew = () => fs.utimesSync(folder, new Date(), new Date());
    try {
      renew();
    } catch {
      return undefined;
    }
    const renewing = setInterval(() => fs.utimes(folder, new Date(), new Date(), () => undefined), RENEW_MS).unref();
    return () => clearInterval(renewing);
  }

  private rename(from: string, to: string): void {
    fs.renameSync(path.join(this.project, from), path.join(this.project, to));
  }

  private names(): string[] {
    const folder = path.join(this.project, FOLDER);
    return fs.existsSync(folder) ? fs.readdirSync(folder).filter((name) => NAME.test(name)) : [];
  }
}
