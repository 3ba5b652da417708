import type { WorkerProcess } from "./worker-process";

/** Our choice: a worker that is too busy to answer within this time is left out. */
const TIMEOUT_MS = 1000;

interface Question {
  /** The workers that have not answered yet. */
  open: Set<WorkerProcess>;
  answers: unknown[];
  settle(): void;
}

/** Asks several workers the same question, and collects the answers. */
export class WorkerQuestions {
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
