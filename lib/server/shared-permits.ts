import type { WorkerProcess } from "./worker-process";

/** Counts the permits that workers hold of machine-wide bounds. The permits of an ended worker are released. */
export class SharedPermits {
  private readonly holders = new Map<string, Map<WorkerProcess, number>>();

  /** Acquires a permit of that name for a worker, unless `max` are held. */
  acquire(worker: WorkerProcess, name: string, max: number): boolean {
    const holders = this.holders.get(name) ?? new Map<WorkerProcess, number>();
    const held = [...holders.values()].reduce((sum, count) => sum + count, 0);
    if (held >= max) return false;
    this.holders.set(name, holders.set(worker, (holders.get(worker) ?? 0) + 1));
    return true;
  }

  release(worker: WorkerProcess, name: string): void {
    const holders = this.holders.get(name);
    const count = holders?.get(worker) ?? 0;
    if (count > 1) holders?.set(worker, count - 1);
    else this.remove(worker, name);
  }

  forget(worker: WorkerProcess): void {
    for (const name of this.holders.keys()) this.remove(worker, name);
  }

  private remove(worker: WorkerProcess, name: string): void {
    const holders = this.holders.get(name);
    holders?.delete(worker);
    if (holders?.size === 0) this.holders.delete(name);
  }
}
