import { AsyncLocalStorage } from "node:async_hooks";
import { setImmediate as nextTurn, setTimeout as after } from "node:timers/promises";
import pg from "pg";
import type { Fault } from "@/tests/support/changed-statements";

/** A statement that waits to be sent, or for its answer. */
interface Held {
  label: string;
  isSent: boolean;
  /** Whether it was sent, and waited for a lock when it was last looked at. */
  isWaiting: boolean;
  send(): void;
  /** Answers with an error instead of sending. */
  refuse(error: Error): void;
}

/** One who acts: its statements are sent when it is its turn, one after another on each of its connections. */
interface Actor {
  name: string;
  connections: Map<pg.Client, Held[]>;
  isDone: boolean;
  isKilled: boolean;
}

/** The first statement of a connection. */
interface Head {
  actor: Actor;
  client: pg.Client;
  held: Held;
}

/** What an actor does. It rejects only if the product failed. */
export interface Part {
  name: string;
  run(): Promise<unknown>;
}

export interface Order {
  /**
   * Which of those who can go on is next, one number for each statement; the last one goes on where they end. Without
   * numbers, all act one after another.
   */
  turns: readonly number[];
  /** At these statements, the process of the actor whose turn it is dies instead. */
  kills: ReadonlySet<number>;
}

export interface Line {
  actor: string;
  did: string;
}

/** More statements than any run has: one that gets here repeats itself for ever. */
const MAX_STATEMENTS = 5000;
/** Turns of the event loop in which an actor goes on after an answer. One that takes more is waited for. */
const TURNS_TO_GO_ON = 3;
/** The time in which a statement is usually answered, before PostgreSQL is asked whether it waits for a lock. */
const USUAL_MS = 4;
const DEADLOCK_DETECTED = "40P01";

class Killed extends Error {
  override name = "Killed";
}

/** Who acts in this asynchronous context. */
const acting = new AsyncLocalStorage<{ schedule: Schedule; actor: Actor }>();
const clientQuery = Symbol.for("pegboard.unscheduled-query");
type Query = typeof pg.Client.prototype.query;
type Patched = pg.Client & { [clientQuery]?: Query };

/** Lets schedules hold the statements of their actors. Others are sent as always. */
function holdStatements(): void {
  const prototype = pg.Client.prototype as Patched;
  if (prototype[clientQuery]) return;
  const query = prototype.query;
  prototype[clientQuery] = query;
  prototype.query = function (this: pg.Client, ...args: Parameters<Query>) {
    const current = acting.getStore();
    if (!current) return Reflect.apply(query, this, args);
    return current.schedule.hold(current.actor, this, args, (sent) => Reflect.apply(query, this, sent));
  } as Query;
}

type Callback = (error: Error | null, ...rest: unknown[]) => void;
interface Statement {
  text?: string;
  name?: string;
  callback?: Callback;
}

/**
 * Runs actors at the same time on one database, so that a list of numbers decides whose statement is next: the same
 * numbers give the same interleaving. A statement that waits for a lock is left waiting, and the others go on. Of
 * several that wait for one row, PostgreSQL decides who gets it first; of the rest, only the numbers.
 */
export class Schedule {
  readonly story: Line[] = [];
  /** What PostgreSQL had to break up. */
  readonly deadlocks: string[] = [];
  readonly #actors: Actor[] = [];
  /** Who used a connection last: it may have gone back to the pool, and to somebody else. */
  readonly #user = new Map<pg.Client, Actor>();
  #granted = 0;
  #onAnswer: () => void = () => undefined;
  #last: Actor | undefined;

  /** @param monitor a connection that no actor uses */
  constructor(
    private readonly monitor: pg.Client,
    private readonly order: Order,
    private readonly fault?: Fault,
  ) {
    holdStatements();
  }

  /** Runs the parts until all are done. @throws what a part threw, unless its process was killed */
  async run(parts: readonly Part[]): Promise<void> {
    const ends = parts.map(({ name, run }) => {
      const actor: Actor = { name, connections: new Map(), isDone: false, isKilled: false };
      this.#actors.push(actor);
      return acting
        .run({ schedule: this, actor }, run)
        .catch((error: unknown) => {
          if (!actor.isKilled) throw error;
        })
        .finally(() => (actor.isDone = true));
    });
    const all = Promise.allSettled(ends);
    while (await this.#settle()) await this.#grant(this.#next());
    const failure = (await all).find(({ status }) => status === "rejected");
    if (failure) throw (failure as PromiseRejectedResult).reason;
  }

  hasDied(actor: string): boolean {
    return this.#actors.some(({ name, isKilled }) => isKilled && name === actor);
  }

  /** Adds to the story. */
  tell(line: Line): void {
    this.story.push(line);
  }

  /** Called in place of `pg`'s own `query`. */
  hold(actor: Actor, client: pg.Client, args: unknown[], send: (args: unknown[]) => unknown): unknown {
    const given = args[0] as string | Statement;
    const statement = typeof given === "string" ? { text: given } : given;
    const changed = this.fault?.(statement);
    const label = statement.name ?? statement.text ?? "";
    const queue = actor.connections.get(client) ?? [];
    actor.connections.set(client, queue);
    this.#user.set(client, actor);
    const push = (held: Omit<Held, "label" | "isSent" | "isWaiting">) => {
      if (actor.isKilled) return void setImmediate(() => held.refuse(new Killed()));
      queue.push({ ...held, label, isSent: false, isWaiting: false });
    };
    const done = (error: unknown) => {
      queue.shift();
      this.#onAnswer();
      if ((error as { code?: string } | null)?.code === DEADLOCK_DETECTED)
        this.deadlocks.push(`${actor.name} at ${label}`);
      if (error) this.tell({ actor: actor.name, did: `  failed: ${(error as Error).message}` });
    };
    if (typeof given !== "string" && typeof changed === "object") Object.assign(given, changed);
    const early = changed === "commits before" ? ["COMMIT", "BEGIN"] : [];
    const last = args.at(-1);
    if (typeof given !== "string" && given.callback) {
      const { callback } = given;
      given.callback = (error, ...rest) => {
        done(error);
        callback(error, ...rest);
      };
      return push({
        send() {
          for (const text of early) void (send([text]) as Promise<unknown>).catch(() => undefined);
          send(args);
        },
        refuse: (error) => callback(error),
      });
    }
    if (typeof last === "function") {
      const callback = last as Callback;
      const answered: Callback = (error, ...rest) => {
        done(error);
        callback(error, ...rest);
      };
      return push({ send: () => void send([...args.slice(0, -1), answered]), refuse: (error) => callback(error) });
    }
    return new Promise((resolve, reject) =>
      push({
        refuse: reject,
        send: () =>
          void (send(args) as Promise<unknown>).then(
            (result) => {
              done(null);
              resolve(result);
            },
            (error: unknown) => {
              done(error);
              reject(error);
            },
          ),
      }),
    );
  }

  /** Waits until every actor is done, or waits for its turn or a lock. Returns whether any has a statement to send. */
  async #settle(): Promise<boolean> {
    for (;;) {
      const answer = new Promise<"answered">((resolve) => (this.#onAnswer = () => resolve("answered")));
      // Whoever was answered goes on until its next statement.
      for (let turn = 0; turn < TURNS_TO_GO_ON; turn++) await nextTurn();
      const sent = this.#heads().filter(({ held }) => held.isSent);
      if (this.#actors.some(isThinking)) await Promise.race([answer, after(1)]);
      else if (sent.length === 0) return this.#ready().length > 0;
      // Those that waited for a lock are asked again before each turn: any answer may have given them theirs.
      else if (sent.some(({ held }) => !held.isWaiting) && (await Promise.race([answer, after(USUAL_MS)]))) continue;
      else if (await this.#allWait(sent)) {
        if (this.#ready().length > 0) return true;
        // All wait for one another: PostgreSQL ends one of them.
        await answer;
      }
    }
  }

  /** Whether all of these statements wait for a lock. */
  async #allWait(sent: Head[]): Promise<boolean> {
    const { rows } = await this.monitor.query<{ pid: number }>(
      "SELECT DISTINCT pid FROM pg_locks WHERE NOT granted AND pid = ANY ($1::int[])",
      [sent.map(({ client }) => pidOf(client))],
    );
    for (const { client, held } of sent) held.isWaiting = rows.some(({ pid }) => pid === pidOf(client));
    return sent.every(({ held }) => held.isWaiting);
  }

  /** The statement of each connection that is next or was sent, beginning with those of who went on last. */
  #heads(): Head[] {
    const start = Math.max(0, this.#actors.indexOf(this.#last!));
    return [...this.#actors.slice(start), ...this.#actors.slice(0, start)].flatMap((actor) =>
      [...actor.connections].flatMap(([client, [held]]) => (held ? [{ actor, client, held }] : [])),
    );
  }

  #ready(): Head[] {
    return this.#heads().filter(({ held }) => !held.isSent);
  }

  #next(): Head {
    const ready = this.#ready();
    return ready[(this.order.turns[this.#granted] ?? 0) % ready.length]!;
  }

  async #grant({ actor, held }: Head): Promise<void> {
    if (++this.#granted > MAX_STATEMENTS) throw new Error(`No end after ${MAX_STATEMENTS} statements`);
    this.#last = actor;
    if (this.order.kills.has(this.#granted)) return this.#kill(actor);
    this.tell({ actor: actor.name, did: held.label });
    held.isSent = true;
    held.send();
  }

  /** Ends the actor as the end of its process does: its connections close, and nothing that it meant to send is. */
  async #kill(actor: Actor): Promise<void> {
    this.tell({ actor: actor.name, did: "dies" });
    actor.isKilled = true;
    // As the server would once it notices that the connection is closed, but by a certain moment.
    for (const client of actor.connections.keys())
      if (this.#user.get(client) === actor)
        await this.monitor.query("SELECT pg_terminate_backend($1, 5000)", [pidOf(client)]);
    for (const queue of actor.connections.values())
      for (const held of queue.splice(0).filter(({ isSent }) => !isSent)) held.refuse(new Killed());
  }
}

const pidOf = (client: pg.Client) => (client as pg.Client & { processID: number }).processID;

/** Whether an actor is neither done nor at a statement. */
const isThinking = ({ isDone, connections }: Actor) =>
  !isDone && ![...connections.values()].some((queue) => queue.length > 0);

/** The story in words. */
export function tell(story: readonly Line[]): string {
  return story.map(({ actor, did }, index) => `${String(index + 1).padStart(4)}. ${actor}: ${did}`).join("\n");
}
