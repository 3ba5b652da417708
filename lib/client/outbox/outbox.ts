import { createStore } from "zustand/vanilla";
import type { Call } from "@/lib/client/call";
import { CallError, isSessionLost } from "@/lib/client/call-error";
import type { ActInput, ActOutput, ActStore, DeferrableRoute, StoredAct } from "./acts";
import { TakenBack } from "./taken-back";

interface Setup {
  acts: ActStore;
  call: Call;
  account: string;
  /** Milliseconds since 1970. */
  now: () => number;
  after: (ms: number, then: () => void) => void;
  /** Runs one piece of work of this account at a time, among all tabs and workers of the browser. */
  exclusively: <T>(work: () => Promise<T>) => Promise<T>;
  /** Tells the other tabs. */
  announce: (news: News) => void;
  /** Called when acts have begun to wait. */
  onWaiting: () => void;
}

/** What tabs tell one another: that acts wait, or what became of one. */
export type News = { waiting: true } | Settled;
type Settled = { key: string } & ({ output: unknown } | { failure: Failure } | { takenBack: true });
interface Failure {
  kind: CallError["kind"];
  message: string;
  fields: Record<string, string>;
  retryAtMs?: number;
  status?: number;
}

/** An act was sent; or it waits, and `sent` settles once it was, which may be after days. */
export type Submitted<Output> = { phase: "sent"; output: Output } | { phase: "waiting"; sent: Promise<Output> };

/**
 * After this, the server has forgotten the key of an act that it may have received: its author decides whether it is
 * sent again. Below the server's own limit by an hour.
 */
export const KEY_LIFETIME_MS = 23 * 3_600_000;

/** Acts that may wait, far more than a journey has: each is listed, and read again with every other. */
export const MAX_WAITING = 200;

const TOO_MANY = `${MAX_WAITING} things wait to be sent already. Take some back, or wait until you’re connected.`;

const FIRST_RETRY_MS = 2_000;
const LAST_RETRY_MS = 60_000;

interface Caller {
  wait: () => void;
  settle: (settled: Settled) => void;
}

/**
 * Sends what an account does, one act after the other, each exactly once. An act is stored before it is sent, and
 * removed once the server has answered, so that neither a lost connection nor the end of the browser loses or repeats
 * it. While it is unanswered, those after it wait.
 */
export function createOutbox({ acts, call, account, now, after, exclusively, announce, onWaiting }: Setup) {
  /** What its author can see and take back: acts that wait or failed. `blocked` says what only they can change. */
  const store = createStore<{ acts: readonly StoredAct[]; blocked: string | null }>(() => ({
    acts: [],
    blocked: null,
  }));
  /** Who in this tab waits for an act, by its key. */
  const callers = new Map<string, Caller>();
  let retryMs = FIRST_RETRY_MS;
  let flushing: Promise<void> | undefined;
  let isWanted = false;

  async function show(blocked = store.getState().blocked): Promise<void> {
    store.setState({ acts: await acts.list(account), blocked });
  }

  /**
   * Sends an act at once where the browser stores nothing, as with a full disk.
   * @throws CallError as `call` does, when the server refuses the act; then it is forgotten. `offline` if too many wait
   */
  async function submit<R extends DeferrableRoute>(
    route: R,
    input: ActInput<R>,
    { label, key = crypto.randomUUID() }: { label: string; key?: string },
  ): Promise<Submitted<ActOutput<R>>> {
    if (store.getState().acts.length >= MAX_WAITING) throw new CallError("offline", TOO_MANY);
    try {
      await acts.add({ key, account, route, input, label, at: now() });
    } catch {
      // TypeScript cannot tell that route and input belong together.
      const output = await call(route, input as never, { idempotencyKey: key });
      return { phase: "sent", output };
    }
    const submitted = new Promise<Submitted<ActOutput<R>>>((resolve, reject) => {
      const sent = deferred<ActOutput<R>>();
      callers.set(key, {
        wait: () => resolve({ phase: "waiting", sent: sent.promise }),
        settle(settled) {
          if ("output" in settled) {
            const output = settled.output as ActOutput<R>;
            sent.resolve(output);
            return resolve({ phase: "sent", output });
          }
          const error = "failure" in settled ? errorOf(settled.failure) : new TakenBack();
          sent.reject(error);
          reject(error);
        },
      });
    });
    if (store.getState().acts.length > 0) await show();
    void flush();
    return submitted;
  }

  /** Sends what waits, in order, unless that is under way already: then once more after it. */
  function flush(): Promise<void> {
    isWanted = true;
    return (flushing ??= run().finally(() => (flushing = undefined)));
  }

  async function run(): Promise<void> {
    while (isWanted) {
      isWanted = false;
      await exclusively(sendAll);
    }
  }

  async function sendAll(): Promise<void> {
    for (;;) {
      const act = (await acts.list(account)).find(({ failure }) => failure === null);
      if (!act) return show(null);
      const failure = await send(act);
      if (failure) return pause(failure);
      retryMs = FIRST_RETRY_MS;
    }
  }

  /** Resolves to the reason for which this act, and those after it, wait. */
  async function send(act: StoredAct): Promise<CallError | undefined> {
    if (act.sentAt !== null && now() - act.sentAt > KEY_LIFETIME_MS) {
      await acts.update(act.id, { failure: "It may have been sent a day ago, and nobody knows any more." });
      return undefined;
    }
    if (!(await acts.update(act.id, { sentAt: act.sentAt ?? now() }))) return undefined;
    try {
      // TypeScript cannot tell that route and input belong together.
      const output = await call(act.route, act.input as never, { idempotencyKey: act.key });
      await acts.remove(act.id);
      settle({ key: act.key, output });
      return undefined;
    } catch (error) {
      if (!(error instanceof CallError)) throw error;
      const caller = callers.get(act.key);
      if (waits(error, caller === undefined)) return error;
      const { kind, message, fields, retryAtMs, status } = error;
      // Its author is told by whoever called; if that page is gone, by the list.
      if (caller) await acts.remove(act.id);
      else await acts.update(act.id, { failure: message });
      settle({ key: act.key, failure: { kind, message, fields, retryAtMs, status } });
      return undefined;
    }
  }

  async function pause(reason: CallError): Promise<void> {
    const needsSignIn = isSessionLost(reason);
    await show(needsSignIn ? reason.message : null);
    const wait = reason.retryAtMs === undefined ? retryMs : reason.retryAtMs - now();
    retryMs = Math.min(retryMs * 2, LAST_RETRY_MS);
    if (!needsSignIn) after(Math.max(wait, 0), () => void flush());
    onWaiting();
    callers.forEach((caller) => caller.wait());
    announce({ waiting: true });
  }

  function settle(settled: Settled): void {
    tell(settled);
    announce(settled);
  }

  /** Tells whoever in this tab waits for the act. Resolves to whether somebody does. */
  function tell(settled: Settled): boolean {
    const caller = callers.get(settled.key);
    callers.delete(settled.key);
    caller?.settle(settled);
    return caller !== undefined;
  }

  async function forget(key: string): Promise<void> {
    for (const act of await acts.list(account)) if (act.key === key) await acts.remove(act.id);
  }

  return {
    store,
    submit,
    flush,
    /** Called with what another tab or the worker announced. */
    async hear(news: News): Promise<void> {
      if ("waiting" in news) callers.forEach((caller) => caller.wait());
      else if (tell(news) && "failure" in news) await forget(news.key);
      await show();
    },
    /** Takes an act back. One that was sent without an answer may have been done. */
    takeBack: (act: StoredAct) =>
      exclusively(async () => {
        await acts.remove(act.id);
        settle({ key: act.key, takenBack: true });
        await show();
      }),
    /** Sends an act that failed once more, as a new one. */
    async sendAgain(act: StoredAct): Promise<void> {
      await exclusively(async () => {
        const { id, sentAt: _, failure: __, ...again } = act;
        await acts.add({ ...again, key: crypto.randomUUID(), at: now() }, id);
      });
      await flush();
    },
    /** Forgets everything that waits. */
    async clear(): Promise<void> {
      await exclusively(async () => {
        for (const { id } of await acts.list(account)) await acts.remove(id);
      });
      await show(null);
    },
  };
}

/** A promise with what settles it. Its rejection needs no handler. */
function deferred<T>() {
  let [resolve, reject] = [(_value: T) => {}, (_error: Error) => {}];
  const promise = new Promise<T>((...settle) => ([resolve, reject] = settle));
  promise.catch(() => undefined);
  return { promise, resolve: (value: T) => resolve(value), reject: (error: Error) => reject(error) };
}

export type Outbox = ReturnType<typeof createOutbox>;

/**
 * Whether an act waits after such a failure. What fails while its author looks on is told at once; what waited already
 * waits for our side as well.
 */
function waits({ kind, status }: CallError, isOld: boolean): boolean {
  if (kind === "offline" || kind === "network" || kind === "unknown") return true;
  if (kind === "server") return isOld && status !== 500;
  return isOld && (kind === "rate-limited" || kind === "signed-out" || kind === "account-changed");
}

function errorOf({ kind, message, ...details }: Failure): CallError {
  return new CallError(kind, message, details);
}
