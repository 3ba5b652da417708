import fc from "fast-check";
import { describe, expect, test, vi } from "vitest";
import type { Call } from "@/lib/client/call";
import { CallError } from "@/lib/client/call-error";
import type { Act, ActStore, StoredAct } from "@/lib/client/outbox/acts";
import { createOutbox, KEY_LIFETIME_MS, MAX_WAITING, type News } from "@/lib/client/outbox/outbox";
import { TakenBack } from "@/lib/client/outbox/taken-back";
import { attempts, RANDOM } from "@/tests/support/random";

/** What a browser keeps when its tabs are gone. */
function memoryStore(): ActStore & { all: StoredAct[] } {
  let nextId = 1;
  const all: StoredAct[] = [];
  return {
    all,
    async add(act: Act, replaced?: number) {
      if (replaced !== undefined) await this.remove(replaced);
      all.push({ ...act, id: nextId++, sentAt: null, failure: null });
    },
    accounts: async () => [...new Set(all.map(({ account }) => account))],
    list: async (account) => all.filter((act) => act.account === account).map((act) => ({ ...act })),
    async update(id, change) {
      const act = all.find((one) => one.id === id);
      if (act) Object.assign(act, change);
      return act !== undefined;
    },
    async remove(id) {
      const index = all.findIndex((one) => one.id === id);
      if (index !== -1) all.splice(index, 1);
    },
  };
}

type Weather = "fine" | "away" | "answer lost" | CallError;

/** A server that does each act once by its key, behind a connection whose weather is asked before every request. */
function server(weather: () => Weather) {
  const done = new Map<string, string>();
  const requests: string[] = [];
  const call = (async (_route: string, { content }: { content: string }, { idempotencyKey = "" } = {}) => {
    const now = weather();
    requests.push(content);
    await Promise.resolve();
    if (now === "away") throw new CallError("network", "That didn’t reach us.");
    if (now instanceof CallError) throw now;
    if (!done.has(idempotencyKey)) done.set(idempotencyKey, content);
    if (now === "answer lost") throw new CallError("network", "That didn’t reach us.");
    return { id: idempotencyKey, content };
  }) as unknown as Call;
  return { call, requests, done: () => [...done.values()] };
}

interface World {
  acts?: ReturnType<typeof memoryStore>;
  weather?: () => Weather;
}

/** A tab. `pass` runs what it has put off. */
function tab({ acts = memoryStore(), weather = () => "fine" }: World = {}, backend = server(weather)) {
  const timers: (() => void)[] = [];
  const news: News[] = [];
  const clock = { now: 1_000_000 };
  const outbox = createOutbox({
    acts,
    call: backend.call,
    account: "user_ada",
    now: () => clock.now,
    after: (_ms, then) => void timers.push(then),
    exclusively: (work) => work(),
    announce: (one) => void news.push(one),
    onWaiting: () => undefined,
  });
  const say = (content: string) =>
    outbox.submit(
      "POST /api/posts/{id}/comments",
      { id: "post_1", content },
      { label: content, key: `key ${content}` },
    );
  return { outbox, say, acts, backend, news, clock, pass: () => timers.splice(0).forEach((then) => then()) };
}

const shown = ({ outbox }: Pick<ReturnType<typeof tab>, "outbox">) =>
  outbox.store.getState().acts.map(({ label, failure }) => [label, failure]);

describe("an act", () => {
  test("is sent at once, and forgotten", async () => {
    const { say, acts, outbox } = tab();
    expect(await say("one")).toMatchObject({ phase: "sent", output: { content: "one" } });
    expect([acts.all, shown({ outbox })]).toEqual([[], []]);
  });

  test("that the server refuses is told to its author, and forgotten", async () => {
    const { say, acts } = tab({ weather: () => new CallError("rejected", "Too long", { status: 400 }) });
    await expect(say("one")).rejects.toMatchObject({ kind: "rejected", message: "Too long" });
    expect(acts.all).toEqual([]);
  });

  test("without a connection waits, is shown, and is sent later with its key", async () => {
    let weather: Weather = "answer lost";
    const there = tab({ weather: () => weather });
    const submitted = await there.say("one");
    expect(submitted.phase).toBe("waiting");
    expect(shown(there)).toEqual([["one", null]]);
    weather = "fine";
    there.pass();
    expect(await (submitted as { sent: Promise<object> }).sent).toMatchObject({ id: "key one" });
    await there.outbox.flush();
    expect([there.backend.done(), there.backend.requests, shown(there)]).toEqual([["one"], ["one", "one"], []]);
  });

  test("of which the server does not know whether it was done waits, and is sent again with its key", async () => {
    const weathers: Weather[] = [new CallError("unknown", "This may have worked", { status: 503 })];
    const there = tab({ weather: () => weathers.shift() ?? "fine" });
    expect((await there.say("one")).phase).toBe("waiting");
    await there.outbox.flush();
    expect([there.backend.done(), there.backend.requests, shown(there)]).toEqual([["one"], ["one", "one"], []]);
  });

  test("is sent after those before it, and none of them is overtaken", async () => {
    let weather: Weather = "away";
    const there = tab({ weather: () => weather });
    await Promise.all(["one", "two", "three"].map(there.say));
    expect(there.backend.requests).toEqual(["one"]);
    weather = "fine";
    await there.outbox.flush();
    expect(there.backend.done()).toEqual(["one", "two", "three"]);
  });

  test("is taken back while it waits", async () => {
    let weather: Weather = "away";
    const there = tab({ weather: () => weather });
    const [one, two] = [await there.say("one"), await there.say("two")];
    await there.outbox.takeBack(there.outbox.store.getState().acts[0]!);
    expect(shown(there)).toEqual([["two", null]]);
    weather = "fine";
    await there.outbox.flush();
    expect(there.backend.done()).toEqual(["two"]);
    await expect((one as { sent: Promise<object> }).sent).rejects.toBeInstanceOf(TakenBack);
    expect(await (two as { sent: Promise<object> }).sent).toMatchObject({ content: "two" });
  });

  test("of a tab that is gone is shown with what the server says of it, and does not hold up others", async () => {
    const acts = memoryStore();
    await tab({ acts, weather: () => "away" }).say("one");
    const refusals: Weather[] = [new CallError("rejected", "The post is gone", { status: 404 })];
    const there = tab({ acts, weather: () => refusals.shift() ?? "fine" });
    await there.say("two");
    await there.outbox.flush();
    expect(there.backend.done()).toEqual(["two"]);
    expect(shown(there)).toEqual([["one", "The post is gone"]]);
    const [failed] = there.outbox.store.getState().acts;
    const closing = vi.spyOn(acts, "add").mockRejectedValueOnce(new Error("The tab is closed"));
    await expect(there.outbox.sendAgain(failed!)).rejects.toThrow("closed");
    expect(acts.all, "not lost if the tab is closed meanwhile").toHaveLength(1);
    closing.mockRestore();
    await there.outbox.sendAgain(failed!);
    expect([there.backend.done(), shown(there)]).toEqual([["two", "one"], []]);
  });

  test.each(["rate-limited", "signed-out", "account-changed", "server"] as const)(
    "that waited already waits while the server answers %s",
    async (kind) => {
      const acts = memoryStore();
      await tab({ acts, weather: () => "away" }).say("one");
      const refusals: Weather[] = [new CallError(kind, "Not now", { status: 503, retryAtMs: 2_000_000 })];
      const there = tab({ acts, weather: () => refusals.shift() ?? "fine" });
      await there.outbox.flush();
      expect(there.outbox.store.getState()).toMatchObject({
        acts: [{ label: "one", failure: null }],
        blocked: kind === "signed-out" || kind === "account-changed" ? "Not now" : null,
      });
      await there.outbox.flush();
      expect([there.backend.done(), shown(there)]).toEqual([["one"], []]);
    },
  );

  test("is not sent again by itself once the server may have forgotten its key", async () => {
    let weather: Weather = "answer lost";
    const there = tab({ weather: () => weather });
    await there.say("one");
    there.clock.now += KEY_LIFETIME_MS + 1;
    weather = "fine";
    await there.outbox.flush();
    expect(there.backend.requests).toEqual(["one"]);
    expect(shown(there)).toEqual([["one", expect.stringContaining("may have been sent")]]);
  });

  test("is sent at once where the browser cannot store it", async () => {
    const acts = { ...memoryStore(), add: () => Promise.reject(new DOMException("Full", "QuotaExceededError")) };
    const there = tab({ acts });
    expect(await there.say("one")).toMatchObject({ phase: "sent", output: { id: "key one" } });
    expect([there.backend.done(), there.backend.requests]).toEqual([["one"], ["one"]]);
  });

  test("beyond those that may wait is refused, and those wait on", async () => {
    const there = tab({ weather: () => "away" });
    for (let n = 0; n < MAX_WAITING; n += 1) await there.say(String(n));
    await expect(there.say("one more")).rejects.toMatchObject({ kind: "offline" });
    expect(there.acts.all).toHaveLength(MAX_WAITING);
  });

  test("of another account stays", async () => {
    const acts = memoryStore();
    await acts.add({ key: "k", account: "user_ben", route: "POST /api/posts", input: {}, label: "his", at: 0 });
    const there = tab({ acts });
    await there.say("one");
    expect([there.backend.done(), acts.all.map(({ label }) => label)]).toEqual([["one"], ["his"]]);
  });

  test("that another tab settled is settled here", async () => {
    const acts = memoryStore();
    const [here, there] = [tab({ acts, weather: () => "away" }), tab({ acts })];
    const submitted = await here.say("one");
    await there.outbox.flush();
    for (const one of there.news) await here.outbox.hear(one);
    expect(await (submitted as { sent: Promise<object> }).sent).toMatchObject({ content: "one" });
    expect([shown(here), shown(there)]).toEqual([[], []]);
  });
});

interface Life {
  isOver: boolean;
}

/** What a tab does that is killed in the middle of it: nothing more, although its request may arrive. */
const unless = async <T>(life: Life, work: () => Promise<T>): Promise<T> => {
  const never = new Promise<T>(() => undefined);
  if (life.isOver) return never;
  return work().then(
    (result) => (life.isOver ? never : result),
    (error: unknown) => (life.isOver ? never : Promise.reject(error as Error)),
  );
};
const mortal = (acts: ReturnType<typeof memoryStore>, life: Life): ReturnType<typeof memoryStore> => ({
  all: acts.all,
  add: (act) => unless(life, () => acts.add(act)),
  accounts: () => unless(life, () => acts.accounts()),
  list: (account) => unless(life, () => acts.list(account)),
  update: (id, change) => unless(life, () => acts.update(id, change)),
  remove: (id) => unless(life, () => acts.remove(id)),
});
const mortalCall = (call: (...request: never[]) => Promise<unknown>, life: Life) =>
  ((...request: never[]) => unless(life, () => call(...request))) as Call;

test("every act happens exactly once, in order, however the connection and the browser fail", async () => {
  const step = fc.oneof(
    { weight: 5, arbitrary: fc.constant("act" as const) },
    { weight: 3, arbitrary: fc.constantFrom("away", "answer lost", "fine") },
    { weight: 1, arbitrary: fc.constant("kill" as const) },
    { weight: 1, arbitrary: fc.constant("retry" as const) },
  );
  const property = fc.asyncProperty(fc.array(step, { minLength: 20, maxLength: 150 }), async (steps) => {
    const acts = memoryStore();
    let weather: Weather = "fine";
    const backend = server(() => weather);
    let life = { isOver: false };
    let here = tab({ acts: mortal(acts, life) }, { ...backend, call: mortalCall(backend.call, life) });
    const said: string[] = [];
    for (const [index, now] of steps.entries()) {
      if (now === "act") {
        said.push(String(index));
        // Not awaited: it may be killed, or overtaken by what its author does next.
        here.say(String(index)).catch(() => undefined);
        await Promise.resolve();
      } else if (now === "kill") {
        life.isOver = true;
        life = { isOver: false };
        here = tab({ acts: mortal(acts, life) }, { ...backend, call: mortalCall(backend.call, life) });
      } else if (now === "retry") here.pass();
      else weather = now;
    }
    weather = "fine";
    await here.outbox.flush();
    await here.outbox.flush();
    expect(backend.done()).toEqual(said);
    expect(acts.all).toEqual([]);
  });
  await fc.assert(property, { numRuns: attempts({ few: 60, many: 1_000 }), ...RANDOM });
});
