import { IncomingMessage } from "node:http";
import type { Socket } from "node:net";

/** An image that is too large is still read to its end, so that its connection can be reused. */
const MAX_DISCARDED_BYTES = 16 * 1024 * 1024;
const CHECK_INTERVAL_MS = 100;

/** At 64 KiB per chunk, 13 MB a second across all connections, using a few percent of a processor. */
const CHUNKS_PER_TURN = 2;
const TURN_MS = 10;

export type BodyArrival = "arrived" | "unfinished";

/**
 * A request whose body is guarded from its first byte: Node's parser passes each chunk to `push`, and null at the end,
 * whether or not the route reads. A "data" listener would start the flow before that.
 */
export class EntryRequest extends IncomingMessage {
  /** Called with each chunk of the body before anything keeps it. If it returns false, the body is cut off. */
  onChunk: ((chunk: Buffer) => boolean) | undefined;
  #onArrival: ((arrival: BodyArrival) => void) | undefined;
  #rest: "kept" | "discarded" | "ignored" = "kept";
  /** A finished request has lost its socket. */
  readonly #connection: Socket;

  constructor(socket: Socket) {
    super(socket);
    this.#connection = socket;
  }

  override push(chunk: unknown, encoding?: BufferEncoding): boolean {
    if (this.#rest === "ignored") return true;
    if (this.#rest === "discarded") return this.#discard();
    if (chunk !== null && this.onChunk?.(chunk as Buffer) === false) {
      this.cutOff();
      return true;
    }
    const wantsMore = super.push(chunk, encoding);
    if (chunk === null) this.#onArrival?.("arrived");
    else if (!wantsMore) this.#onArrival?.("unfinished");
    return wantsMore;
  }

  /** Resolves to "arrived" once the body is complete, and to "unfinished" if Node buffers no more of it unread. */
  arrival(): Promise<BodyArrival> {
    return new Promise((resolve) => (this.#onArrival = resolve));
  }

  /** Closes the connection. What the parser still has of the body is ignored as cheaply as possible. */
  cutOff(): void {
    this.#rest = "ignored";
    this.#connection.destroy();
  }

  /**
   * Discards what is left of the body once nobody reads it. Node stops reading such a connection, so the next request
   * on it would wait forever behind the rest. Beyond `maxBytes` the connection is closed.
   */
  discardRest(maxBytes = MAX_DISCARDED_BYTES): void {
    if (this.complete || this.#rest !== "kept") return;
    this.#rest = "discarded";
    const connection = this.#connection;
    const end = connection.bytesRead + maxBytes;
    // Node itself discards a body of which nothing was read, without `push`.
    const check = setInterval(() => {
      if (!this.complete && connection.bytesRead > end) this.cutOff();
      if (this.complete || connection.destroyed) clearInterval(check);
    }, CHECK_INTERVAL_MS);
    drain.readChunk(connection);
  }

  /** Takes nothing, so that Node pauses the connection until its next turn. */
  #discard(): false {
    drain.readChunk(this.#connection);
    return false;
  }
}

/**
 * Resumes connections whose bodies are discarded, one chunk of one connection at a time, in the order in which they
 * wait. At full speed, the gigabyte of a hundred rejected bodies would occupy the process for seconds.
 */
class Drain {
  private readonly waiting = new Set<Socket>();
  private timer: NodeJS.Timeout | undefined;

  readChunk(socket: Socket): void {
    this.waiting.add(socket);
    this.timer ??= setInterval(() => this.turn(), TURN_MS);
  }

  private turn(): void {
    let left = CHUNKS_PER_TURN;
    for (const socket of this.waiting) {
      if (left === 0) return;
      this.waiting.delete(socket);
      if (socket.destroyed) continue;
      left -= 1;
      socket.resume();
    }
    clearInterval(this.timer);
    this.timer = undefined;
  }
}

const drain = new Drain();
