import {
  encodePositions,
  kindOf,
  type OutgoingEvent,
  type Topic,
  userTopic,
} from "@/lib/domain/consequences/live/topics";
import { COMMENT_EVERY_MS, MAX_BUFFERED_CHARS, RETRY_MS, STALL_MS, STREAM_LIFETIME_MS } from "./rules";

interface StreamOptions {
  userId: string;
  sessionId: string;
  topics: Topic[];
  /** Called when a full stream has room again. */
  onDrain(stream: Stream): void;
  onEnd(stream: Stream): void;
}

/** One reader's stream of text. When its bounded buffer is full, topics fall `behind` until read from the database. */
export class Stream {
  readonly behind: Set<Topic>;
  /** Topics of which an event was dropped while the stream was behind. */
  readonly missed = new Set<Topic>();
  /** Closes the connection at once, even if its reader does not read. Set by the response. */
  cutOff: () => void = () => undefined;
  /** The `seq` of the reader's last event of each topic; undefined until the stream has begun. */
  private positions?: Map<Topic, number>;
  /** Whether the reader has received everything, including the end. */
  isFinished = false;
  private readonly openedAt = performance.now();
  private writtenAt = this.openedAt;
  private takenAt = this.openedAt;
  private buffered: string[] = [];
  private bufferedChars = 0;
  private waiting?: (text: string | undefined) => void;
  private ended = false;

  /** Creates a stream that is behind in every topic until it has begun. */
  constructor(private readonly options: StreamOptions) {
    this.behind = new Set(options.topics);
  }

  get userId(): string {
    return this.options.userId;
  }

  get sessionId(): string {
    return this.options.sessionId;
  }

  get topics(): Topic[] {
    return this.options.topics;
  }

  get isOpen(): boolean {
    return !this.ended;
  }

  get hasBegun(): boolean {
    return this.positions !== undefined;
  }

  get isFull(): boolean {
    return this.bufferedChars >= MAX_BUFFERED_CHARS;
  }

  get isTooOld(): boolean {
    return performance.now() - this.openedAt >= STREAM_LIFETIME_MS;
  }

  positionIn(topic: Topic): number {
    return this.positions?.get(topic) ?? 0;
  }

  /** Resolves to the next text to send; undefined after the end. */
  next(): Promise<string | undefined> {
    this.takenAt = performance.now();
    if (this.buffered.length > 0) {
      const text = this.buffered.join("");
      this.buffered = [];
      this.bufferedChars = 0;
      if (this.behind.size > 0) setImmediate(() => this.isOpen && this.options.onDrain(this));
      return Promise.resolve(text);
    }
    if (this.ended) {
      this.isFinished = true;
      return Promise.resolve(undefined);
    }
    return new Promise((resolve) => (this.waiting = resolve));
  }

  /**
   * Appends the next event of a topic. Skips an event that was sent already; after an event that does not fit, or is
   * not the next one, the stream is behind. Without `text` the event is hidden from this reader, and only the position
   * advances.
   */
  offer({ topic, seq }: Pick<OutgoingEvent, "topic" | "seq">, text: string | undefined): void {
    if (seq === undefined) {
      if (text !== undefined && this.hasBegun && !this.isFull) this.write(`id: ${this.id}\n${text}`);
    } else if (this.behind.has(topic)) {
      this.missed.add(topic);
    } else if (seq === this.positionIn(topic) + 1 && !this.isFull) {
      this.advance(topic, seq, text);
    } else if (seq > this.positionIn(topic)) {
      this.behind.add(topic);
      if (this.buffered.length === 0) this.options.onDrain(this);
    }
  }

  /** Advances a topic's position, and sends `text` with the new `id`. */
  advance(topic: Topic, seq: number, text: string | undefined): void {
    this.positions?.set(topic, seq);
    if (text !== undefined) this.write(`id: ${this.id}\n${text}`);
  }

  /** Starts the stream at the reader's positions with a greeting. */
  begin(positions: Map<Topic, number>, data: object): void {
    this.positions = positions;
    this.write(`retry: ${RETRY_MS}\nid: ${this.id}\nevent: hello\ndata: ${JSON.stringify(data)}\n\n`);
  }

  /** Called once a second: sends keep-alive comments, and aborts if the reader does not read. */
  tick(now: number): void {
    if (this.buffered.length > 0 && now - this.takenAt > STALL_MS) this.abort();
    else if (this.buffered.length === 0 && now - this.writtenAt >= COMMENT_EVERY_MS) this.write(":\n\n");
  }

  /** Ends the stream after its buffer; the browser reconnects after `retryMs`. */
  end(retryMs: number): void {
    if (this.ended) return;
    this.write(`retry: ${retryMs}\n\n`);
    this.close();
  }

  /** Ends the stream and closes its connection at once. */
  abort(): void {
    this.close();
    this.cutOff();
  }

  /** Called when the reader has disconnected. */
  cancel(): void {
    this.isFinished = true;
    this.buffered = [];
    this.close();
  }

  private get id(): string {
    return encodePositions(Array.from(this.positions ?? [], ([topic, seq]) => [publicName(topic), seq]));
  }

  private write(text: string): void {
    if (this.ended) return;
    this.writtenAt = performance.now();
    const { waiting } = this;
    this.waiting = undefined;
    if (waiting) return waiting(text);
    if (this.buffered.length === 0) this.takenAt = this.writtenAt;
    this.buffered.push(text);
    this.bufferedChars += text.length;
  }

  private close(): void {
    if (this.ended) return;
    this.ended = true;
    if (this.waiting) {
      this.isFinished = true;
      this.waiting(undefined);
    }
    this.options.onEnd(this);
  }
}

export function publicName(topic: Topic): string {
  return kindOf(topic) === "user" ? "me" : topic;
}

/** Returns the topic that a public name refers to for this reader. */
export function topicNamed(name: string, userId: string): Topic {
  return name === "me" ? userTopic(userId) : (name as Topic);
}

/** Formats an event as all readers of its topic receive it, except for the `id`, which is prepended per reader. */
export function eventText({ topic, seq, event, data }: OutgoingEvent): string {
  return `event: ${event}\ndata: ${JSON.stringify({ ...data, topic: publicName(topic), seq })}\n\n`;
}
