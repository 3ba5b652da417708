import type { LimitCall } from "@/lib/infra/limiter/supervisor-limiter";
import { FairScheduler } from "@/lib/infra/process/scheduler";
import type { Publication, SupervisorCall, SupervisorResult, WorkerMessage } from "@/lib/infra/process/supervisor";
import { LeasingLimiter } from "./leasing-limiter";
import type { WorkerProcess } from "./process-group";

/** What the workers of a machine share through their supervisor: counters, permits, schedulers and messages. */
export class WorkerExchange {
  private readonly limiter = new LeasingLimiter();
  private readonly permits = new SharedPermits();
  private readonly schedulers = new SharedSchedulers();
  private readonly questions = new WorkerQuestions();
  private readonly subscribers = new Map<string, Set<WorkerProcess>>();

  receive(from: WorkerProcess, message: WorkerMessage): void {
    switch (message.type) {
      case "listening":
        return;
      case "calls":
        return this.answer(from, message.calls);
      case "returned":
        return this.limiter.return(message.leases);
      case "release":
        return this.permits.release(from, message.permit);
      case "finish":
        return this.schedulers.end(from, message.ticket, message.costMs);
      case "subscribe": {
        const subscribers = this.subscribers.get(message.channel) ?? new Set();
        this.subscribers.set(message.channel, subscribers.add(from));
        return;
      }
      case "publish":
        return this.pass(from, message.publications);
      case "answer":
        return this.questions.receive(from, message.id, message.value);
    }
  }

  /** Releases what an ended worker held. */
  forget(worker: WorkerProcess): void {
    this.limiter.forget(worker);
    this.permits.forget(worker);
    this.schedulers.forget(worker);
    this.questions.forget(worker);
    for (const subscribers of this.subscribers.values()) subscribers.delete(worker);
  }

  private pass(from: WorkerProcess, all: readonly Publication[]): void {
    const publications = new Map<WorkerProcess, Publication[]>();
    for (const publication of all)
      for (const worker of this.others(from, publication.channel)) {
        const own = publications.get(worker) ?? [];
        own.push(publication);
        publications.set(worker, own);
      }
    for (const [worker, own] of publications) worker.hint({ type: "published", publications: own });
  }

  private others(from: WorkerProcess, channel: string): WorkerProcess[] {
    return [...(this.subscribers.get(channel) ?? [])].filter((worker) => worker !== from);
  }

  /** Answers all calls that can be answered at once in one message, and each of the others in its own. */
  private answer(from: WorkerProcess, calls: readonly SupervisorCall[]): void {
    const results: SupervisorResult[] = [];
    for (const { id, method, args } of calls) {
      const value = this.perform(from, method, args);
      if (value instanceof Promise)
        value.then(
          (settled: unknown) => from.send({ type: "results", results: [{ id, value: settled }] }),
          (error: unknown) => from.send({ type: "results", results: [{ id, error: String(error) }] }),
        );
      else results.push({ id, value });
    }
    if (results.length > 0) from.send({ type: "results", results });
  }

  private perform(from: WorkerProcess, method: SupervisorCall["method"], args: unknown[]): unknown {
    switch (method) {
      case "limit":
        return this.limiter.apply(from, args as LimitCall);
      case "acquire":
        return this.permits.acquire(from, ...(args as [string, number]));
      case "schedule":
        return this.schedulers.take(from, args[0] as ScheduleRequest);
      case "collect":
        return this.questions.ask(this.others(from, String(args[0])), String(args[0]));
    }
  }
}

/** Counts the permits that workers hold of machine-wide bounds. The permits of an ended worker are released. */
class SharedPermits {
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

/** The machine-wide schedulers that all workers share. The slots of an ended worker are freed. */
class SharedSchedulers {
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

interface ScheduleRequest {
  name: string;
  places: number;
  ticket: string;
  owner: string;
}

/** A worker that is too busy to answer within this time is left out. Metrics wait for the answers. */
const TIMEOUT_MS = 1000;

interface Question {
  /** The workers that have not answered yet. */
  open: Set<WorkerProcess>;
  answers: unknown[];
  settle(): void;
}

class WorkerQuestions {
  private readonly questions = new Map<number, Question>();
  private lastId = 0;

  /** Resolves to the answers, without those of workers that end first or take too long. */
  ask(workers: readonly WorkerProcess[], channel: string): Promise<unknown[]> {
    if (workers.length === 0) return Promise.resolve([]);
    const id = (this.lastId += 1);
    return new Promise((resolve) => {
      const answers: unknown[] = [];
      const settle = () => {
        clearTimeout(timer);
        this.questions.delete(id);
        resolve(answers);
      };
      const timer = setTimeout(settle, TIMEOUT_MS);
      this.questions.set(id, { open: new Set(workers), answers, settle });
      for (const worker of workers) worker.hint({ type: "question", id, channel });
    });
  }

  receive(from: WorkerProcess, id: number, value: unknown): void {
    const question = this.questions.get(id);
    if (!question?.open.delete(from)) return;
    question.answers.push(value);
    if (question.open.size === 0) question.settle();
  }

  forget(worker: WorkerProcess): void {
    for (const { open, settle } of this.questions.values()) if (open.delete(worker) && open.size === 0) settle();
  }
}
