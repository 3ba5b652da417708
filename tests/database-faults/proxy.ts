import net from "node:net";
import { once } from "node:events";

/** One statement on its way: all that a client sends up to Sync, or as a simple query. */
export interface Exchange {
  /** The text of its statement, such as COMMIT. */
  text: string;
  /** The name under which it is prepared; "" for others. */
  name: string;
  /** Whether its session has answered everything before, and is in no transaction. */
  isIdle: boolean;
}

/** What the proxy does to an exchange instead of passing it on and its answer back. */
export type Treatment =
  /** The server does it; the connection ends in place of the answer. */
  | "answer lost"
  /** The server gets neither it nor anything after it. */
  | "request lost"
  /** It is passed on, and the connection is reset at once. */
  | "reset"
  /** The answer is passed on up to somewhere, given as a share of its bytes. */
  | { cutAt: number }
  /** The answer arrives byte by byte. */
  | "dribbled"
  /** The answer waits for `release()`. */
  | "held"
  /** The server does it; in place of the answer, the connection is told that it is terminated. */
  | "terminated after"
  /** The same, and the server gets neither it nor anything after it. */
  | "terminated before"
  /** It is asked in a session that has forgotten all that it had prepared. Only where it is idle. */
  | "new session"
  /** It and all that follows is asked in the session of another connection, which gets this one's. */
  | "other session"
  /** The answer is passed on twice. */
  | "answered twice"
  /** From here on the server refuses writes, and says that it takes them. Only where it is idle. */
  | "read-only";

/** Chooses what is done to an exchange; undefined lets it pass. */
export type Choice = (exchange: Exchange) => Treatment | undefined;

/** A proxy that knows where messages of PostgreSQL begin and end: faults strike at a statement, not at a time. */
export interface PostgresProxy {
  url: string;
  choice: Choice | undefined;
  /** Lets held answers go. */
  release(): void;
  /** Resolves once an answer is held. */
  holding(): Promise<void>;
  /**
   * Makes the server take writes again, and resolves once it has answered everything, has ended what lost connections
   * left to it, and no more connections are open than the client has.
   */
  settle(clients?: () => number): Promise<void>;
  close(): Promise<void>;
}

type OnAnswer = (answer: Buffer) => void;

/** A connection to the server. */
class Session {
  readonly socket: net.Socket;
  readonly pending: OnAnswer[] = [];
  status = "I";
  isReadOnly = false;
  #received: Buffer = Buffer.alloc(0);
  /** Where the message begins that is not complete yet. */
  #complete = 0;

  constructor(
    server: URL,
    public link: Link,
    private readonly wire: Wire,
  ) {
    this.socket = net.connect(Number(server.port), server.hostname);
    this.socket.on("data", (data) => this.#receive(data)).on("error", () => this.socket.destroy());
    // What is not a whole answer is the server's last word.
    this.socket.on("close", () => this.link.isLost || this.link.client.end(this.#received));
  }

  get isIdle(): boolean {
    return this.pending.length === 0 && this.status === "I";
  }

  send(request: Buffer, onAnswer: OnAnswer): void {
    this.pending.push(onAnswer);
    this.socket.write(request);
  }

  /** Sends a statement of the proxy's own. */
  inject(text: string): void {
    const body = Buffer.from(`${text}\0`);
    const head = Buffer.from("Q\0\0\0\0");
    head.writeInt32BE(body.length + 4, 1);
    this.send(Buffer.concat([head, body]), () => undefined);
  }

  #receive(data: Buffer): void {
    this.#received = Buffer.concat([this.#received, data]);
    for (let end; (end = endOfMessage(this.#received, this.#complete)) !== undefined;) {
      const type = this.#received[this.#complete];
      this.#complete = end;
      // Before the first statement, the client answers to what it is asked for.
      if (type !== READY && this.pending.length > 0) continue;
      const answer = this.#received.subarray(0, end);
      this.#received = this.#received.subarray(end);
      this.#complete = 0;
      if (type !== READY) this.link.client.write(answer);
      else {
        this.status = String.fromCharCode(answer.at(-1)!);
        const onAnswer = this.pending.shift() ?? ((first) => this.link.start(first));
        onAnswer(answer);
        if (this.pending.length === 0) this.link.goOn();
        this.wire.onChange();
      }
    }
  }
}

/** A connection by a client. */
class Link {
  session: Session;
  isStarted = false;
  /** Whether the client has lost it. */
  isLost = false;
  /** Answers that wait to be let go. */
  held: Buffer[] | undefined;
  /** Requests that wait until all before them is answered. */
  waiting: (() => void)[] = [];
  readonly #statements = new Map<string, string>();
  #received: Buffer = Buffer.alloc(0);
  #request: Buffer[] = [];
  #name = "";
  #text = "";

  constructor(
    readonly client: net.Socket,
    server: URL,
    private readonly wire: Wire,
  ) {
    this.session = new Session(server, this, wire);
    client.on("data", (data) => this.#receive(data)).on("error", () => client.destroy());
    client.on("close", () => this.lose());
  }

  start(ready: Buffer): void {
    this.isStarted = true;
    this.client.write(ready);
  }

  goOn(): void {
    for (const send of this.waiting.splice(0)) send();
  }

  /** Leaves the server with what it got. */
  lose(): void {
    this.isLost = true;
    this.session.socket.end();
  }

  #receive(data: Buffer): void {
    if (!this.isStarted) return void this.session.socket.write(data);
    this.#received = Buffer.concat([this.#received, data]);
    for (let end; (end = endOfMessage(this.#received, 0)) !== undefined;) {
      const message = this.#received.subarray(0, end);
      this.#received = this.#received.subarray(end);
      if (!this.isLost) this.#take(message);
    }
  }

  #take(message: Buffer): void {
    this.#request.push(message);
    const type = String.fromCharCode(message[0]!);
    const [first = "", second = ""] = message.subarray(5).toString("latin1").split("\0", 2);
    if (type === "P") this.#statements.set((this.#name = first), (this.#text = second));
    if (type === "B") this.#text = this.#statements.get((this.#name = second)) ?? "";
    if (type === "Q") [this.#name, this.#text] = ["", first];
    if (type === "X") this.session.socket.end(message);
    if (type !== "S" && type !== "Q") return;
    const request = Buffer.concat(this.#request);
    this.#request = [];
    const { isIdle } = this.session;
    const exchange = { name: this.#name, text: this.#text, isIdle: isIdle && this.waiting.length === 0 };
    this.wire.take(this, request, exchange);
  }
}

class Wire {
  choice: Choice | undefined;
  isReadOnly = false;
  readonly links = new Set<Link>();
  readonly sessions = new Set<Session>();
  #onHeld = () => {};
  /** Called when a session has answered, or a connection is closed. */
  onChange = () => {};

  constructor(private readonly server: URL) {}

  connect(client: net.Socket): void {
    const link = new Link(client, this.server, this);
    const { session } = link;
    this.links.add(link);
    this.sessions.add(session);
    client.on("close", () => this.links.delete(link) && this.onChange());
    session.socket.on("close", () => this.sessions.delete(session) && this.onChange());
  }

  take(link: Link, request: Buffer, exchange: Exchange): void {
    const treatment = this.choice?.(exchange);
    const pass = () => this.#pass(link, request, { ...exchange, treatment });
    const mustWait = treatment === "other session" && link.session.pending.length > 0;
    if (mustWait || link.waiting.length > 0) link.waiting.push(pass);
    else pass();
  }

  #pass(link: Link, request: Buffer, { treatment, ...exchange }: Exchange & { treatment?: Treatment }): void {
    if (link.isLost) return;
    if (treatment === "request lost") return this.#end(link);
    if (treatment === "terminated before") return this.#end(link, TERMINATED);
    if (treatment === "other session") this.#exchange(link);
    if (treatment === "new session" && exchange.isIdle) link.session.inject("DISCARD ALL");
    if (treatment === "read-only" && exchange.isIdle) this.isReadOnly = true;
    const { session } = link;
    const isProbe = exchange.text === "SHOW transaction_read_only";
    if (session.isReadOnly !== this.isReadOnly && exchange.isIdle && !isProbe) {
      session.isReadOnly = this.isReadOnly;
      session.inject(`SET SESSION CHARACTERISTICS AS TRANSACTION READ ${this.isReadOnly ? "ONLY" : "WRITE"}`);
    }
    session.send(request, (answer) => this.#answer(link, answer, treatment));
    if (treatment !== "reset") return;
    link.client.resetAndDestroy();
    link.lose();
  }

  #answer(link: Link, answer: Buffer, treatment?: Treatment): void {
    if (link.isLost) return;
    if (treatment === "answer lost") this.#end(link);
    else if (treatment === "terminated after") this.#end(link, TERMINATED);
    else if (treatment === "dribbled") this.#dribble(link, answer);
    else if (treatment === "held") {
      link.held = [answer];
      this.#onHeld();
    } else if (link.held) link.held.push(answer);
    else if (typeof treatment === "object")
      this.#end(link, answer.subarray(0, Math.floor(treatment.cutAt * answer.length)));
    else {
      link.client.write(answer);
      if (treatment === "answered twice") link.client.write(answer);
    }
  }

  #end(link: Link, last: Buffer = Buffer.alloc(0)): void {
    link.client.end(last);
    link.lose();
  }

  /** Byte by byte, and all else behind it. */
  #dribble(link: Link, answer: Buffer): void {
    for (const byte of answer.subarray(0, DRIBBLED_BYTES)) link.client.write(Buffer.of(byte));
    link.client.write(answer.subarray(DRIBBLED_BYTES));
  }

  #exchange(link: Link): void {
    const { session } = link;
    const other = [...this.links].find((one) => one !== link && one.isStarted && !one.isLost && one.session.isIdle);
    if (!other) return;
    [link.session, other.session] = [other.session, session];
    [session.link, link.session.link] = [other, link];
  }

  release(): void {
    for (const link of this.links) {
      link.client.write(Buffer.concat(link.held ?? []));
      link.held = undefined;
    }
  }

  async holding(): Promise<void> {
    const isHolding = [...this.links].some(({ held }) => held);
    if (!isHolding) await new Promise<void>((resolve) => (this.#onHeld = resolve));
  }

  async settle(clients = () => Infinity): Promise<void> {
    this.isReadOnly = false;
    const isBusy = ({ link, pending }: Session) => link.isLost || pending.length > 0;
    while ([...this.sessions].some(isBusy) || this.links.size > clients())
      await new Promise<void>((resolve) => (this.onChange = resolve));
  }
}

const READY = "Z".charCodeAt(0);
const DRIBBLED_BYTES = 100;

/** Returns where the message ends that begins at `start`, if all of it has arrived. */
function endOfMessage(bytes: Buffer, start: number): number | undefined {
  if (bytes.length < start + 5) return undefined;
  const end = start + 1 + bytes.readUInt32BE(start + 1);
  return end <= bytes.length ? end : undefined;
}

const TERMINATED = errorMessage({
  S: "FATAL",
  V: "FATAL",
  C: "57P01",
  M: "terminating connection due to administrator command",
});

function errorMessage(fields: Record<string, string>): Buffer {
  const body = Buffer.from(
    `${Object.entries(fields)
      .map(([code, text]) => `${code}${text}\0`)
      .join("")}\0`,
  );
  const head = Buffer.from("E\0\0\0\0");
  head.writeInt32BE(body.length + 4, 1);
  return Buffer.concat([head, body]);
}

export async function startPostgresProxy(serverUrl: string): Promise<PostgresProxy> {
  const url = new URL(serverUrl);
  const wire = new Wire(new URL(serverUrl));
  const server = net.createServer((client) => wire.connect(client.setNoDelay()));
  await once(server.listen(0, "127.0.0.1"), "listening");
  url.hostname = "127.0.0.1";
  url.port = String((server.address() as net.AddressInfo).port);
  return Object.assign(wire, {
    url: url.href,
    async close() {
      server.close();
      for (const { client } of wire.links) client.destroy();
      await wire.settle();
    },
  });
}
