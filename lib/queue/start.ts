import { announceTo, announceDue } from "@/lib/domain/consequences/announcer/announce";
import { type Dispatchers, setDispatchers } from "@/lib/domain/kernel/dispatch";
import { env } from "@/lib/infra/environment/env";
import { outsideRequest } from "@/lib/infra/log/tracing";
import { onShutdown } from "@/lib/infra/process/shutdown";
import { supervisor } from "@/lib/infra/process/supervisor";
import { createInngestDispatcher } from "./inngest-dispatcher";
import { MailWorker } from "./mail-worker";
import { PreviewWorker } from "./preview-worker";
import { PushWorker } from "./push-worker";
import { platformContext } from "./platform";
import { OVERDUE_MS } from "./poll";
import { repeat } from "./repeat";
import { DeliveryWorker } from "./worker";
import { log, onceAMinute } from "@/lib/infra/log/log";
import { startDrills } from "./drills";
import { startImports } from "./imports";
import { startRetention, startRegularUpkeep } from "./upkeep";

const OVERDUE_POLL_MS = 15_000;

/** What acts queue, and the worker that does it. */
interface QueuedWork {
  /** On it, other processes notify the one that runs the jobs of what they have queued. */
  channel: string;
  worker: { waitUntilIdle(): Promise<void> };
  notify(ids: string[]): void;
}

/**
 * Starts this process's background work, and returns the function that stops it. If Inngest is configured, it drives
 * deliveries and letters, and the workers take only what could not be sent to it or what it lost; otherwise they take
 * everything. Of several worker processes one runs the jobs, and the others notify it. An instance that only serves
 * runs none; the polls of other instances find what it could not send to Inngest.
 */
export function startQueue(): () => Promise<void> {
  const { inngest, vercel, role } = env();
  const worker = new DeliveryWorker(inngest ? { overdueMs: OVERDUE_MS, pollMs: OVERDUE_POLL_MS } : {});
  const mailWorker = new MailWorker(inngest ? { overdueMs: OVERDUE_MS } : {});
  const previewWorker = new PreviewWorker();
  const pushWorker = new PushWorker();
  const jobs = new Jobs(worker, mailWorker, previewWorker, pushWorker);
  const processes = supervisor();
  const isWithoutJobs = role === "web";
  const work = {
    deliveries: { channel: "pegboard.deliveries", worker, notify: (endpointIds) => worker.notify(endpointIds) },
    letters: { channel: "pegboard.letters", worker: mailWorker, notify: (letterIds) => mailWorker.notify(letterIds) },
    previews: { channel: "pegboard.previews", worker: previewWorker, notify: () => previewWorker.notify() },
    pushes: { channel: "pegboard.pushes", worker: pushWorker, notify: () => pushWorker.notify() },
  } satisfies Record<string, QueuedWork>;
  const dispatch = async ({ channel, worker, notify }: QueuedWork, ids: string[]) => {
    if (isWithoutJobs) return;
    if (processes && !jobs.areRunning) return processes.publish(channel, ids);
    outsideRequest(() => notify(ids));
    // A process that is suspended between requests stays awake only while a request waits for it.
    if (vercel) await worker.waitUntilIdle();
  };
  const deliveries: Dispatchers["deliveries"] = (queued) =>
    dispatch(
      work.deliveries,
      queued.map(({ endpointId }) => endpointId),
    );
  const letters: Dispatchers["letters"] = (letterIds) => dispatch(work.letters, letterIds);
  const incoming: Dispatchers["incoming"] = async (userIds) => {
    for (const userId of userIds) await announceTo(platformContext(), userId);
  };
  const loadSenders = () => import("./inngest-event");
  const sendDeliveries = () => loadSenders().then((senders) => senders.sendDeliveries);
  const sendLetters = () => loadSenders().then((senders) => senders.sendLetters);
  setDispatchers({
    deliveries: inngest ? createInngestDispatcher(inngest, sendDeliveries, deliveries) : deliveries,
    letters: inngest ? createInngestDispatcher(inngest, sendLetters, letters) : letters,
    previews: () => dispatch(work.previews, []),
    pushes: () => dispatch(work.pushes, []),
    ...(vercel && { incoming }),
  });
  if (vercel) return () => jobs.stop();
  if (isWithoutJobs) return async () => undefined;
  if (processes) {
    void processes.jobsAssigned.then(() => {
      jobs.start();
      for (const { channel, notify } of Object.values<QueuedWork>(work))
        processes.subscribe(channel, (ids) => notify(ids as string[]));
    });
  } else {
    jobs.start();
  }
  onShutdown(() => jobs.stop());
  return () => jobs.stop();
}

/**
 * The background work that one process of a machine runs: deliveries, letters, previews, pushes, announcing, imports,
 * upkeep, retention and drills.
 */
export class Jobs {
  private state: "waiting" | "running" | "stopped" = "waiting";
  private stopAnnouncing?: () => Promise<void>;
  private stopImports?: () => Promise<void>;
  private stopDrills?: () => Promise<void>;
  private readonly stops: (() => unknown)[] = [];

  constructor(
    private readonly worker: DeliveryWorker,
    private readonly mailWorker: MailWorker,
    private readonly previewWorker: PreviewWorker,
    private readonly pushWorker: PushWorker,
  ) {}

  get areRunning(): boolean {
    return this.state === "running";
  }

  start(): void {
    if (this.state !== "waiting") return;
    this.state = "running";
    this.worker.start();
    this.mailWorker.start();
    this.previewWorker.start();
    this.pushWorker.start();
    this.stopAnnouncing = startAnnouncing();
    this.stopImports = startImports();
    this.stopDrills = startDrills();
    this.stops.push(startRetention(), startRegularUpkeep());
    // Finds deliveries that were due before the start, and those that an earlier process left behind.
    void this.worker.poll();
  }

  /** Resolves when work in progress has finished. Stopped jobs cannot be started again. */
  async stop(): Promise<void> {
    this.state = "stopped";
    for (const stop of this.stops.splice(0)) stop();
    const workers = [this.worker, this.mailWorker, this.previewWorker, this.pushWorker];
    const others = [this.stopAnnouncing?.(), this.stopImports?.(), this.stopDrills?.()];
    await Promise.all([...others, ...workers.map((worker) => worker.stop())]);
  }
}

const POLL_MS = 1000;

const reportError = onceAMinute((error, suppressed) => log.error("announcing failed", { error, suppressed }));

/** Announces other people's acts to the accounts that they concern (`consequences/incoming`), within a second. */
const startAnnouncing = () =>
  repeat((isStopping) => announceDue(platformContext(), isStopping).catch(reportError), { everyMs: POLL_MS });
