import { updateEndpoint } from "@/lib/domain/consequences/webhooks/commands";
import { claimDeliveries } from "@/lib/domain/consequences/webhooks/delivery/claim";
import type { ClaimedDelivery } from "@/lib/domain/consequences/webhooks/delivery/lease";
import { settleAttempt } from "@/lib/domain/consequences/webhooks/delivery/settle";
import { type Context, inTransaction, read } from "@/lib/domain/kernel/context";
import { DAY_MS } from "@/lib/domain/kernel/durations";
import { DomainError } from "@/lib/domain/kernel/errors";
import { claimCoins, placeBet, purchaseItem } from "@/lib/domain/play/coins/commands";
import { lockLedger, moveCoins } from "@/lib/domain/play/coins/ledger";
import { createPost } from "@/lib/domain/writing/posts/commands";
import { advanceTime, asOfNow, register } from "@/tests/lib/domain/consequences/webhooks/owner";
import { losingBin, winningBin } from "@/tests/support/next-drop";
import { newPerson } from "@/tests/support/people";
import type { State } from "./quint";

const GIFT = 50;
/** More than the model has of an endpoint at a time. */
const ALL_DUE = 100;

interface Person {
  ctx: Context;
  endpointId: string;
}

interface Replay {
  people: Record<string, Person>;
  /** What each worker has leased, and what others have leased since. */
  held: Map<string, ClaimedDelivery[]>;
  late: Map<string, ClaimedDelivery[]>;
  /** Names of workers, which other traces do not have. */
  workerOf(name: string): string;
}

/**
 * Does what a trace of the model does, and compares every state.
 * @returns the first difference, in words; null if there is none
 */
export async function replay(trace: readonly State[]): Promise<string | null> {
  let now: Replay | undefined;
  for (const [index, state] of trace.entries()) {
    try {
      if (now) await ACTIONS[state.action]!(now, state, trace[index - 1]!);
      now ??= await begin();
    } catch (error) {
      return `step ${index}, ${state.action}: ${String(error)}`;
    }
    const actual = await stateOf(now);
    const expected = expectedOf(state);
    if (JSON.stringify(actual) !== JSON.stringify(expected))
      return `step ${index}, ${state.action}:\n  the model says   ${JSON.stringify(expected)}\n  the product says ${JSON.stringify(actual)}`;
  }
  return null;
}

async function begin(): Promise<Replay> {
  const people: Record<string, Person> = {};
  for (const name of ["ada", "ben"]) {
    const ctx = await newPerson({ name, afterCommit: () => undefined });
    await inTransaction(ctx, async (tx) => {
      await lockLedger(tx);
      await moveCoins(tx, { type: "CLAIM", change: GIFT });
    });
    people[name] = { ctx, endpointId: (await register(ctx, "http://127.0.0.1:9/")).id };
  }
  const workerOf = (name: string) => `${name} of ${people.ada!.ctx.actor.id}`;
  return { people, held: new Map(), late: new Map(), workerOf };
}

type Action = (now: Replay, state: State, before: State) => Promise<unknown>;

const actor = ({ people }: Replay, { picks }: State) => asOfNow(people[picks.who]!.ctx);

const ACTIONS: Record<string, Action> = {
  async bet(now, state) {
    const me = actor(now, state);
    const { won, amount } = state.picks;
    const bin = await (won ? winningBin : losingBin)(me.actor.handle);
    await placeBet(me, { bin, amount });
  },
  async refusedBet(now, state) {
    await refused(placeBet(actor(now, state), { bin: 0, amount: state.picks.amount }));
  },
  claimCoins: (now, state) => claimCoins(actor(now, state)),
  buyPet: (now, state) => purchaseItem(actor(now, state), { item: "profile-pet" }),
  publish: (now, state) => createPost(actor(now, state), { content: "Hello", audience: "PUBLIC" }),
  disable: (now, state) => turn(now, state, false),
  enable: (now, state) => turn(now, state, true),
  async lease(now, { picks: { who, worker } }, before) {
    const { ctx, endpointId } = now.people[who]!;
    const request = { endpointId, limit: ALL_DUE };
    const { deliveries } = await claimDeliveries(asOfNow(ctx), now.workerOf(worker), [request]);
    const free = before.deliveries.filter(
      (d) => d.of === who && d.status === "due" && (d.leasedBy === "nobody" || d.ended),
    );
    const [claimed, due] = [deliveries.map(numberOf), free.map(({ number }) => number)];
    if (claimed.toSorted().join() !== due.join())
      throw new Error(`${due.join()} are due and free, and ${claimed.join()} were claimed`);
    for (const { id } of deliveries) takeFromFormerHolder(now, id);
    add(now.held, worker, deliveries);
  },
  async refusedLease(now, { picks: { who, worker } }) {
    const { ctx, endpointId } = now.people[who]!;
    const request = { endpointId, limit: ALL_DUE };
    const { deliveries } = await claimDeliveries(asOfNow(ctx), now.workerOf(worker), [request]);
    if (deliveries.length > 0) throw new Error("Two workers have one endpoint");
  },
  async settle(now, state, before) {
    const { worker, success } = state.picks;
    const first = before.deliveries.find(({ leasedBy }) => leasedBy === worker)!;
    const all = now.held.get(worker)!;
    const place = all.findIndex(
      (delivery) => delivery.endpointId === now.people[first.of]!.endpointId && numberOf(delivery) === first.number,
    );
    const [delivery] = all.splice(place, 1);
    await settle(now.people[first.of]!.ctx, delivery!, success);
  },
  async settleLate(now, { picks: { worker } }) {
    for (const delivery of now.late.get(worker)!) await settle(now.people.ada!.ctx, delivery, true);
    now.late.delete(worker);
  },
  async wait(now) {
    for (const { endpointId } of Object.values(now.people)) await advanceTime(endpointId, DAY_MS);
  },
};

const numberOf = ({ body }: ClaimedDelivery) => (JSON.parse(body) as { sequence: number }).sequence;

/** Its attempt may still end, too late. */
function takeFromFormerHolder({ held, late }: Replay, id: string): void {
  for (const [worker, deliveries] of held) {
    const taken = deliveries.filter((delivery) => delivery.id === id);
    if (taken.length === 0) continue;
    held.set(
      worker,
      deliveries.filter((delivery) => delivery.id !== id),
    );
    add(late, worker, taken);
  }
}

function add(all: Map<string, ClaimedDelivery[]>, worker: string, deliveries: ClaimedDelivery[]): void {
  all.set(worker, [...(all.get(worker) ?? []), ...deliveries]);
}

async function refused(act: Promise<unknown>): Promise<void> {
  const error = await act.then(
    () => undefined,
    (failure: unknown) => failure,
  );
  if (!(error instanceof DomainError)) throw new Error("It was not refused", { cause: error });
}

async function turn(now: Replay, state: State, enabled: boolean): Promise<void> {
  await updateEndpoint(actor(now, state), { id: now.people[state.picks.who]!.endpointId, enabled });
}

async function settle(ctx: Context, delivery: ClaimedDelivery, success: boolean): Promise<void> {
  const outcome = {
    responseStatus: success ? 204 : 500,
    responseBody: "",
    error: success ? null : "It answered 500",
    durationMs: 1,
  };
  const me = asOfNow(ctx);
  await settleAttempt(me, { delivery, outcome, retryAfterMs: 0, endedAt: me.now });
}

const expectedOf = ({ coins, hasPet, ledger, events, isOn, numbers, deliveries }: State) =>
  Object.keys(coins)
    .toSorted()
    .map((who) => ({
      coins: coins[who],
      hasPet: hasPet[who],
      ledger: ledger.filter((entry) => entry.who === who).map(({ change, balance }) => [change, balance]),
      events: events[who],
      isOn: isOn[who],
      numbers: numbers[who],
      deliveries: deliveries
        .filter((delivery) => delivery.of === who)
        .map(({ number, status, attempts, leasedBy, ended }) => [
          number,
          status,
          attempts,
          leasedBy !== "nobody" && !ended,
        ]),
    }));

async function stateOf({ people }: Replay) {
  const names = Object.keys(people).toSorted();
  return Promise.all(names.map((name) => stateOfPerson(people[name]!)));
}

type Row = Omit<ReturnType<typeof expectedOf>[number], "deliveries" | "ledger"> & {
  deliveries: unknown;
  ledger: unknown;
};

async function stateOfPerson({ ctx, endpointId }: Person) {
  const [row] = await read<Row>(ctx, "model.state")`
    SELECT p.coins::float8, p."hasProfilePet" AS "hasPet",
           (SELECT json_agg(json_build_array(l.amount, l.balance) ORDER BY l."createdAt") FROM "LedgerEntry" l WHERE l."userId" = u.id) AS ledger,
           u."eventPosition"::float8 AS events, e.enabled AS "isOn", e.sequence::float8 AS numbers,
           (SELECT coalesce(json_agg(json_build_array(d.sequence,
                     CASE WHEN d.status <> 'pending' THEN d.status::text WHEN d."nextAttemptAt" <= now() THEN 'due' ELSE 'waiting' END,
                     d.attempts, d."leaseToken" IS NOT NULL AND d."leaseEndsAt" >= now()) ORDER BY d.sequence), '[]')
              FROM "Delivery" d WHERE d."endpointId" = e.id) AS deliveries
      FROM "User" u JOIN "Profile" p ON p."userId" = u.id JOIN "WebhookEndpoint" e ON e.id = ${endpointId}
     WHERE u.id = ${ctx.actor.id}`;
  const { coins, hasPet, ledger, events, isOn, numbers, deliveries } = row!;
  return { coins, hasPet, ledger, events, isOn, numbers, deliveries };
}
