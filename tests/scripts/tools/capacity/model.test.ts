import { describe, expect, test } from "vitest";
import { behaviour, type Behaviour, callsPerPersonDay, FIGURES, limits } from "@/scripts/tools/capacity/behaviour";
import {
  type Cost,
  type Measurements,
  OPERATION_NAMES,
  type OperationName,
} from "@/scripts/tools/capacity/measurements";
import { answer, demandOf, endings, peakRates, resources } from "@/scripts/tools/capacity/model";

const COST: Cost = {
  webMs: 2,
  primaryMs: 1,
  primaryMsBesideReplica: 0.5,
  replicaMs: 0.25,
  redisMs: 0.05,
  redisCommands: 2,
  broadcasts: 0.5,
  clientMs: 1,
  requestBytes: 500,
  responseBytes: 4000,
  roundTrips: 3,
  statements: 5,
  connectionMs: 2,
  writeTransactions: 1,
  walBytes: 3000,
  rows: { Post: 1, Event: 2 },
};

const MEASURED: Measurements = {
  machine: { processors: 2, model: "a processor", node: "20", postgres: "18", redis: "7" },
  yardstickMs: 10,
  operations: Object.fromEntries(OPERATION_NAMES.map((name) => [name, COST])) as Record<OperationName, Cost>,
  delivery: COST,
  idleInstance: { webMs: 1, primaryMs: 0.5, redisMs: 0.1 },
  stream: { webMs: 0.01, primaryMs: 0.001, bytes: 30_000 },
  streamedEvent: { webMs: 0.1, bytes: 300 },
  receivedBroadcastMs: 0.01,
  rowBytes: { Post: 500, Event: 300, User: 400 },
  hotRow: { likesOfOnePost: 200, messagesInOneRoom: 200, betsOfOneAccount: 200 },
  processMb: { worker: 200, page: 300, supervisor: 100 },
};
const OF = behaviour();
const LIMIT = limits();
const answered = (people: number, of: Behaviour = OF, limit = LIMIT) => answer(people, of, MEASURED, limit);

const PEOPLE = [1, 12, 999, 10_000, 123_456, 1_000_000, 10_000_000];

describe("the capacity model", () => {
  test("needs nothing for nobody", () => {
    const { stored, freezeHours: _, demand, ...numbers } = answered(0);
    expect(Object.values({ ...numbers, ...demand, rows: 0 }).filter((value) => value !== 0 && value !== false)).toEqual(
      [],
    );
    expect(stored.every(({ rows }) => rows === 0)).toBe(true);
    expect(Object.values(demand.rows).every((rows) => rows === 0)).toBe(true);
  });

  test("needs twice as much for twice as many calls", () => {
    for (const number of PEOPLE) {
      const { rows, ...once } = demandOf(peakRates(number, OF), MEASURED);
      const { rows: twiceRows, ...twice } = demandOf(peakRates(2 * number, OF), MEASURED);
      for (const [key, amount] of Object.entries({ ...once, ...rows }))
        expect({ ...twice, ...twiceRows }[key], key).toBeCloseTo(2 * amount, 6);
    }
  });

  test("never needs less for more people", () => {
    const sizes = ["webCores", "instances", "jobProcesses", "openConnections", "storedBytes", "primaries"] as const;
    for (const [index, number] of PEOPLE.slice(1).entries()) {
      const [fewer, more] = [answered(PEOPLE[index]!), answered(number)];
      for (const size of sizes) expect(more[size], size).toBeGreaterThanOrEqual(fewer[size]);
      for (const { use, what } of resources(OF, MEASURED, LIMIT))
        expect(use(number), what).toBeGreaterThanOrEqual(use(PEOPLE[index]!));
    }
  });

  test("never needs fewer cores if people do more of anything", () => {
    const before = answered(1_000_000);
    for (const [name, { value }] of FIGURES.filter(([name]) => !SLOWER.includes(name))) {
      const after = answered(1_000_000, behaviour({ [name]: value * 1.1 }));
      expect(after.demand.primaryCores, name).toBeGreaterThanOrEqual(before.demand.primaryCores - 1e-9);
      expect(after.demand.webCores, name).toBeGreaterThanOrEqual(before.demand.webCores - 1e-9);
    }
  });

  test("counts connections by Little's law: arrivals a second by the seconds that each is held", () => {
    const rates = peakRates(1_000_000, OF);
    const calls = OPERATION_NAMES.reduce((sum, name) => sum + rates.calls[name], 0) + rates.deliveries;
    expect(demandOf(rates, MEASURED, 1).busyConnections).toBeCloseTo((calls * (2 + 3 * 1)) / 1000, 6);
  });

  test("has no sufficient number of instances once broadcasts alone occupy each worker", () => {
    const { demand, instances } = answered(1_000_000_000);
    expect((demand.broadcasts * MEASURED.receivedBroadcastMs) / 1000).toBeGreaterThan(LIMIT.utilisation);
    expect(instances).toBe(Infinity);
  });

  test("stores only as many days of rows as retention keeps", () => {
    const { stored } = answered(1000);
    const [post, event] = ["Post", "Event"].map((name) => stored.find(({ table }) => table === name)!);
    expect(event!.rows / post!.rows).toBeCloseTo((2 * OF.eventDays) / 365, 6);
    expect(event!.bytes).toBeCloseTo(event!.rows * 300, 3);
  });

  test("adds replicas only once the primary needs more cores than a limit", () => {
    const few = answered(1, OF, { ...LIMIT, replicaFromCores: 1e9 });
    expect(few.replicas).toBe(0);
    const many = answered(10_000_000, OF, { ...LIMIT, replicaFromCores: 1 });
    expect(many.replicas).toBeGreaterThan(0);
    expect(many.primaryCores).toBeLessThan(answered(10_000_000, OF, { ...LIMIT, replicaFromCores: 1e9 }).primaryCores);
  });
});

describe("what ends first", () => {
  const ends = endings(OF, MEASURED, LIMIT);

  test("is listed in the order of the people that it supports", () => {
    expect(ends.map((ending) => ending.people)).toEqual(ends.map((ending) => ending.people).toSorted((a, b) => a - b));
  });

  test("is exhausted by that many people, and by no fewer", () => {
    for (const { use, end, people: most, what } of ends) {
      expect(use(most * 0.999), what).toBeLessThan(end);
      expect(use(most * 1.001), what).toBeGreaterThan(end);
    }
  });
});

describe("the behaviour of people", () => {
  test("includes every measured operation", () => {
    const calls = callsPerPersonDay(OF);
    expect(OPERATION_NAMES.filter((name) => !(calls[name] > 0))).toEqual([]);
  });

  test("states the source of each figure", () => {
    expect(FIGURES.filter(([, { what, from }]) => what === "" || from === "")).toEqual([]);
  });
});

/** With more of these, less is asked at a time. */
const SLOWER: string[] = ["pulseSeconds", "streamSeconds"] satisfies (keyof Behaviour)[];
