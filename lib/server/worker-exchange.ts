import type { LimitQuestion } from "@/lib/infra/limiter/supervisor-limiter";
import type { Publication, SupervisorCall, SupervisorResult, WorkerMessage } from "@/lib/infra/process/worker-messages";
import { LeasingLimiter } from "./leasing-limiter";
import { SharedPermits } from "./shared-permits";
import { SharedSchedulers, type ScheduleRequest } from "./shared-schedulers";
import type { WorkerProcess } from "./worker-process";
import { WorkerQuestions } from "./worker-questions";

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
        return this.limiter.ask(from, args as LimitQuestion);
      case "acquire":
        return this.permits.acquire(from, ...(args as [string, number]));
      case "schedule":
        return this.schedulers.take(from, args[0] as ScheduleRequest);
      case "collect":
        return this.questions.ask(this.others(from, String(args[0])), String(args[0]));
    }
  }
}
