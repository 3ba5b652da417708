import { FairScheduler } from "@/lib/infra/process/scheduler";
import type { WorkerProcess } from "./worker-process";

/** The machine-wide schedulers that all workers share. The slots of an ended worker are freed. */
export class SharedSchedulers {
  private readonly byName = new Map<string, FairScheduler>();
  private readonly tickets = new Map<WorkerProcess, Map<string, FairScheduler>>();

  /** Resolves when it is the turn of a worker's ticket to take one of `places`. */
  take(worker: WorkerProcess, { name, places, ticket, owner }: ScheduleRequest): Promise<true> {
    const scheduler = this.byName.get(name) ?? new FairScheduler(places);
    this.byName.set(name, scheduler);
    const tickets = this.tickets.get(worker) ?? new Map<string, FairScheduler>();
    this.tickets.set(worker, tickets.set(ticket, scheduler));
    return new Promise((resolve) => scheduler.take(`${worker.pid} ${ticket}`, owner, () => resolve(true)));
  }

  end(worker: WorkerProcess, ticket: string, costMs: number): void {
    const tickets = this.tickets.get(worker);
    tickets?.get(ticket)?.end(`${worker.pid} ${ticket}`, costMs);
    tickets?.delete(ticket);
  }

  forget(worker: WorkerProcess): void {
    for (const ticket of this.tickets.get(worker)?.keys() ?? []) this.end(worker, ticket, 0);
    this.tickets.delete(worker);
  }
}

export interface ScheduleRequest {
  name: string;
  places: number;
  ticket: string;
  owner: string;
}
