import { ChargedTurns } from "@/lib/infra/turns";
import type { WorkerProcess } from "./worker-process";

/** The turns of all workers at what the machine has a number of. The places of an ended worker are given back. */
export class SharedTurns {
  private readonly byName = new Map<string, ChargedTurns>();
  private readonly tickets = new Map<WorkerProcess, Map<string, ChargedTurns>>();

  /** Resolves when it is the turn of a worker's ticket for one of `places`. */
  take(worker: WorkerProcess, { name, places, ticket, owner }: TurnRequest): Promise<true> {
    const turns = this.byName.get(name) ?? new ChargedTurns(places);
    this.byName.set(name, turns);
    const tickets = this.tickets.get(worker) ?? new Map<string, ChargedTurns>();
    this.tickets.set(worker, tickets.set(ticket, turns));
    return new Promise((resolve) => turns.take(`${worker.pid} ${ticket}`, owner, () => resolve(true)));
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

export interface TurnRequest {
  name: string;
  places: number;
  ticket: string;
  owner: string;
}
