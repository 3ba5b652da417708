import { setTimeout as sleep } from "node:timers/promises";
import { type Context, createContext } from "@/lib/domain/kernel/context";
import { DomainError } from "@/lib/domain/kernel/errors";
import { type LiveNotification, topicPositions } from "@/lib/domain/consequences/live/events";
import { decodePositions, kindOf, type Topic, type TopicKinds } from "@/lib/domain/consequences/live/topics";
import { openSessions } from "@/lib/domain/accounts/users/sessions";
import { log, onceAMinute } from "@/lib/infra/log/log";
import { outsideRequest } from "@/lib/infra/log/tracing";
import { OverloadedError } from "@/lib/infra/process/job-errors";
import { supervisor, workerShare } from "@/lib/infra/process/supervisor";
import { TopicDispatcher, FanOut } from "./fan-out";
import {
  ACCESS_CHECK_MS,
  CLOSE_MS,
  MAX_ENDED_PER_SECOND,
  MAX_STREAMS,
  MAX_STREAMS_PER_ACCOUNT,
  POLL_MS,
  RETRY_MS,
  SAFETY_POLL_MS,
  SESSION_CHECK_MS,
} from "./rules";
import { eventText, publicName, Stream, topicNamed } from "./stream";

const TICK_MS = 1000;

interface OpenStream {
  /** Public topic names. */
  topics: string[];
  lastEventId?: string;
  sessionId: string;
}

/**
 * Holds this process's event streams. One query a second polls for all of them, or one in `SAFETY_POLL_MS` while
 * notifications from all processes arrive.
 */
export class LiveHub {
  private readonly streams = new Set<Stream>();
  private readonly dispatcher: TopicDispatcher;
  private readonly fanOut: FanOut;
  private readonly permits = new StreamPermits();
  private readonly doneAt = new Map<string, number>();
  private timer?: NodeJS.Timeout;
  private closed = false;
  private readonly report = onceAMinute((error, suppressed) =>
    log.error("live stream check failed", { error, suppressed }),
  );

  constructor(
    kinds: TopicKinds,
    private readonly isNotified: () => boolean = () => false,
  ) {
    this.dispatcher = new TopicDispatcher(kinds);
    this.fanOut = new FanOut(this.dispatcher, (topic, streams) => this.checkAccess(streams, [topic]));
  }

  get size(): number {
    return this.streams.size;
  }

  /**
   * Opens a stream of the named topics that the actor may read.
   * @throws DomainError `forbidden` if there are none, `rate_limited` if the actor has too many streams
   */
  async open(ctx: Context, { topics: names, lastEventId, sessionId }: OpenStream): Promise<Stream> {
    this.rejectWhenClosed();
    const userId = ctx.actor.id;
    const wanted = names.map((name) => ({ topic: topicNamed(name, userId), userId }));
    const topics = (await this.dispatcher.readable(ctx, wanted)).map(({ topic }) => topic);
    if (topics.length === 0) throw new DomainError("forbidden", "You cannot read any of these topics.");
    await this.permits.acquire(userId);
    const stream = this.newStream(userId, sessionId, topics);
    try {
      this.rejectWhenClosed();
      await this.begin(ctx, stream, lastEventId);
      return stream;
    } catch (error) {
      stream.cancel();
      throw error;
    }
  }

  /** Handles a notification about published events, from this process or another. */
  notify({ topics, signal }: LiveNotification): void {
    if (topics) this.fanOut.notify(topics);
    if (signal) this.fanOut.send(signal);
  }

  /** Reads all topics, after notifications may have been lost. */
  notifyAll(): void {
    this.fanOut.notify();
  }

  /** Ends all streams and accepts no new ones. Cuts off readers that do not read to the end. */
  async close(): Promise<void> {
    this.closed = true;
    const streams = [...this.streams];
    for (const stream of streams) stream.end(RETRY_MS);
    const unfinished = () => streams.filter((stream) => !stream.isFinished);
    for (const end = performance.now() + CLOSE_MS; unfinished().length > 0 && performance.now() < end;) await sleep(20);
    for (const stream of unfinished()) stream.cutOff();
  }

  private rejectWhenClosed(): void {
    if (this.closed) throw new OverloadedError("too many live streams", RETRY_AFTER_SECONDS);
  }

  private newStream(userId: string, sessionId: string, topics: Topic[]): Stream {
    const stream: Stream = new Stream({
      userId,
      sessionId,
      topics,
      onDrain: () => void this.fanOut.catchUp(stream),
      onEnd: () => this.forget(stream),
    });
    this.streams.add(stream);
    this.fanOut.add(stream);
    this.timer ??= outsideRequest(() => setInterval(() => this.tick(), TICK_MS).unref());
    return stream;
  }

  private forget(stream: Stream): void {
    if (!this.streams.delete(stream)) return;
    this.permits.release(stream.userId);
    this.fanOut.remove(stream);
    if (this.streams.size > 0) return;
    clearInterval(this.timer);
    this.timer = undefined;
  }

  private async begin(ctx: Context, stream: Stream, lastEventId: string | undefined): Promise<void> {
    const { topics } = stream;
    const [newest] = await Promise.all([
      topicPositions(ctx, topics),
      // Catches access that ended between the first check and the stream's registration.
      this.checkAccess([stream]),
    ]);
    // Read after the positions: a change that they already include is not sent as an event, so it must be in here.
    const current = await this.dispatcher.current(ctx, topics);
    const last = lastEventId === undefined ? new Map<string, number>() : decodePositions(lastEventId);
    // -1 is before every event, so a reader with an unreadable position gets a `reset`.
    const position = (topic: Topic) => (last ? (last.get(publicName(topic)) ?? newest.get(topic) ?? 0) : -1);
    stream.begin(new Map(topics.map((topic) => [topic, position(topic)])), {
      account: ctx.actor.id,
      topics: topics.map(publicName),
      time: new Date().toISOString(),
    });
    for (const event of current) stream.offer(event, eventText(event));
    this.fanOut.begin(stream, newest);
  }

  private tick(): void {
    const now = performance.now();
    let ended = 0;
    for (const stream of this.streams) {
      stream.tick(now);
      if (stream.behind.size > 0 && !stream.isFull) void this.fanOut.catchUp(stream);
      if (stream.isTooOld && ended++ < MAX_ENDED_PER_SECOND) stream.end(0);
    }
    if (this.isDue("poll", this.isNotified() ? SAFETY_POLL_MS : POLL_MS)) this.fanOut.notify();
    if (this.isDue("sessions", SESSION_CHECK_MS)) void this.guard(() => this.checkSessions());
    if (this.isDue("access", ACCESS_CHECK_MS)) void this.guard(() => this.checkAccess([...this.streams]));
  }

  /** Whether work is due again. A tick may come slightly early. */
  private isDue(work: string, everyMs: number): boolean {
    const now = performance.now();
    if (now - (this.doneAt.get(work) ?? 0) < everyMs - TICK_MS / 2) return false;
    this.doneAt.set(work, now);
    return true;
  }

  private async checkSessions(): Promise<void> {
    const streams = [...this.streams];
    const open = await openSessions([...new Set(streams.map(({ sessionId }) => sessionId))], new Date());
    for (const stream of streams) if (!open.has(stream.sessionId)) stream.end(RETRY_MS);
  }

  /** Ends the streams, or the given ones, whose readers may no longer read all of their topics. */
  private async checkAccess(streams: Stream[], among?: Topic[]): Promise<void> {
    const subscriptions = streams.flatMap(({ userId, topics }) =>
      (among ?? topics).filter((topic) => kindOf(topic) !== "user").map((topic) => ({ topic, userId })),
    );
    if (subscriptions.length === 0) return;
    const allowed = await this.dispatcher.readable(createContext({ actor: null, channel: "session" }), subscriptions);
    const rights = new Set(allowed.map(({ topic, userId }) => `${topic} ${userId}`));
    const lost = ({ userId, topics }: Stream) =>
      (among ?? topics).some((topic) => kindOf(topic) !== "user" && !rights.has(`${topic} ${userId}`));
    for (const stream of streams) if (lost(stream)) stream.end(RETRY_MS);
  }

  private async guard(work: () => Promise<void>): Promise<void> {
    await work().catch(this.report);
  }
}

const RETRY_AFTER_SECONDS = 30;

/** Bounds the streams of a process, and those of each account across all workers of the machine. */
class StreamPermits {
  /** By account, in a process that serves alone. */
  private readonly held = new Map<string, number>();
  private total = 0;

  /**
   * Acquires a permit for one more stream of the account.
   * @throws DomainError `rate_limited` if the account has too many streams, OverloadedError if the process has too many
   */
  async acquire(userId: string): Promise<void> {
    if (this.total >= workerShare(MAX_STREAMS)) throw new OverloadedError("too many live streams", RETRY_AFTER_SECONDS);
    this.total += 1;
    if (await this.acquireOwn(userId)) return;
    this.total -= 1;
    throw new DomainError(
      "rate_limited",
      `You have ${MAX_STREAMS_PER_ACCOUNT} streams open already. Close one of them first.`,
      { retryAfterSeconds: RETRY_AFTER_SECONDS },
    );
  }

  release(userId: string): void {
    this.total -= 1;
    const workers = supervisor();
    if (workers) return workers.release(permitOf(userId));
    const left = (this.held.get(userId) ?? 0) - 1;
    if (left > 0) this.held.set(userId, left);
    else this.held.delete(userId);
  }

  private async acquireOwn(userId: string): Promise<boolean> {
    const workers = supervisor();
    if (workers) return workers.acquire(permitOf(userId), MAX_STREAMS_PER_ACCOUNT).catch(() => false);
    const held = this.held.get(userId) ?? 0;
    if (held >= MAX_STREAMS_PER_ACCOUNT) return false;
    this.held.set(userId, held + 1);
    return true;
  }
}

const permitOf = (userId: string) => `streams of ${userId}`;
