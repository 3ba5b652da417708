import { DAILY_XP_RETENTION_DAYS, IDEMPOTENCY_RETENTION_MS } from "@/lib/domain/deployment/retention/rules";
import { DAY_MS } from "@/lib/domain/kernel/durations";
import { EVENT_RETENTION_MS } from "@/lib/domain/consequences/live/rules";
import { UNDONE_RETENTION_MS } from "@/lib/domain/consequences/incoming/rules";
import { MAX_STREAMS } from "@/lib/live/rules";
import { QUESTS, XP } from "@/lib/domain/play/progression/rules";
import { SESSION_DAYS } from "@/lib/domain/accounts/users/rules";
import { type Behaviour, callsPerPersonDay, deliveriesPerPersonDay, type Limits } from "./behaviour";
import { type Cost, type Measurements, OPERATION_NAMES, type OperationName, OPERATIONS } from "./measurements";

const DAY_SECONDS = 86_400;
const HOUR_SECONDS = 3600;
const YEAR_DAYS = 365;
const MB = 1e6;

/** What happens per second. */
export interface Rates {
  calls: Record<OperationName, number>;
  deliveries: number;
  streamedEvents: number;
  streams: number;
}

export function peakRates(people: number, of: Behaviour): Rates {
  const perDay = people * ((of.peakHourShare * of.peakFactor) / HOUR_SECONDS);
  const calls = callsPerPersonDay(of);
  const visitsPerSecond = perDay * of.activeShare * of.visitsPerDay;
  return {
    calls: mapped(calls, (each) => each * perDay),
    deliveries: deliveriesPerPersonDay(of) * perDay,
    streamedEvents: calls.message * perDay * of.messageListeners,
    streams: visitsPerSecond * of.minutesPerVisit * 60,
  };
}

type Demand = ReturnType<typeof demandOf>;

/** Linear in all rates. Processor time is in cores, which are seconds per second. */
export function demandOf(rates: Rates, measured: Measurements, networkMs = 0) {
  const calls = OPERATION_NAMES.map((name) => ({
    perSecond: rates.calls[name],
    cost: measured.operations[name],
    writes: OPERATIONS[name].writes,
  }));
  const all = [...calls, { perSecond: rates.deliveries, cost: measured.delivery, writes: true }];
  const sum = (of: (cost: Cost) => number, among = all) =>
    among.reduce((total, { perSecond, cost }) => total + perSecond * of(cost), 0);
  const { stream, streamedEvent } = measured;
  const held = (rates.streams * stream.primaryMs) / 1000;
  const rows: Record<string, number> = {};
  for (const { perSecond, cost } of all)
    for (const [name, count] of Object.entries(cost.rows)) rows[name] = (rows[name] ?? 0) + perSecond * count;
  const [reads, writes] = [false, true].map((isWrite) => all.filter((each) => each.writes === isWrite));
  const heldMs = rates.streams * stream.webMs + rates.streamedEvents * streamedEvent.webMs;
  return {
    requests: sum(() => 1, calls),
    webCores: (sum(({ webMs }) => webMs, calls) + heldMs) / 1000,
    deliveryCores: (rates.deliveries * measured.delivery.webMs) / 1000,
    /** In a deployment without replicas. */
    primaryCores: sum(({ primaryMs }) => primaryMs) / 1000 + held,
    /** In a deployment that reads from replicas. */
    primaryCoresBesideReplicas: sum(({ primaryMsBesideReplica }) => primaryMsBesideReplica) / 1000 + held,
    /** Of all replicas together, to serve reads. */
    replicaReadCores: sum(({ replicaMs }) => replicaMs, reads) / 1000,
    /** Of each replica, to replay writes. */
    replayCores: sum(({ replicaMs }) => replicaMs, writes) / 1000,
    redisCores: sum(({ redisMs }) => redisMs) / 1000,
    redisCommands: sum(({ redisCommands }) => redisCommands),
    broadcasts: sum(({ broadcasts }) => broadcasts),
    /** Connections held at any moment, by Little's law. */
    busyConnections: sum(({ connectionMs, roundTrips }) => connectionMs + roundTrips * networkMs) / 1000,
    writeTransactions: sum(({ writeTransactions }) => writeTransactions),
    walMb: sum(({ walBytes }) => walBytes) / MB,
    responseMb: (sum(({ responseBytes }) => responseBytes) + rates.streamedEvents * streamedEvent.bytes) / MB,
    /** Rows per second, by table. */
    rows,
  };
}

export interface Stored {
  table: string;
  /** After a year. */
  rows: number;
  bytes: number;
  /** Undefined for rows that are kept. */
  retentionDays?: number;
}

/** A table in which only the first of many acts writes a row. */
interface FewRows {
  /** Rows per account. */
  each: number;
  /** For rows per account and active day: the share of accounts that are active on a day. */
  daily?: (of: Behaviour) => number;
}

const HOURS_A_DAY = DAY_SECONDS / HOUR_SECONDS;
/** Tables in which an account has few rows, however often it acts. */
export const FEW_ROWS_EACH: Record<string, FewRows> = {
  Presence: { each: 1 },
  LiveTopic: { each: 1 },
  Profile: { each: 1 },
  PlinkoSeed: { each: 1 },
  SignInDevice: { each: 1 },
  SignInNetwork: { each: 1 },
  QuestProgress: { each: Object.keys(QUESTS).length, daily: ({ activeShare }) => activeShare },
  DailyXp: { each: Object.keys(XP).length, daily: ({ activeShare }) => activeShare },
  ApiRequestCount: { each: HOURS_A_DAY, daily: ({ programShare }) => programShare },
};

/** How many rows a table keeps of those written by acts over some days. */
function keptRows(table: string, written: number, days: number, people: number, of: Behaviour): number {
  const few = FEW_ROWS_EACH[table];
  if (!few) return written;
  return Math.min(written, people * few.each * (few.daily ? few.daily(of) * days : 1));
}

/** What is stored after a year, largest first. Rows with a retention count only for their retention. */
function storedAfterYear(people: number, of: Behaviour, measured: Measurements): Stored[] {
  const retention = retentionDays(of);
  const perDay = (cost: Cost, calls: number) =>
    Object.entries(cost.rows).map(([table, rows]): [string, number] => [table, rows * calls * people]);
  const calls = callsPerPersonDay(of);
  const daily = new Map<string, number>();
  for (const [table, rows] of [
    ...OPERATION_NAMES.flatMap((name) => perDay(measured.operations[name], calls[name])),
    ...perDay(measured.delivery, deliveriesPerPersonDay(of)),
  ])
    daily.set(table, (daily.get(table) ?? 0) + rows);
  const stored = [...daily].map(([table, rowsPerDay]) => {
    const days = Math.min(YEAR_DAYS, retention[table] ?? YEAR_DAYS);
    const rows = keptRows(table, rowsPerDay * days, days, people, of);
    return { table, rows, bytes: rows * (measured.rowBytes[table] ?? 0), retentionDays: retention[table] };
  });
  const accounts = { table: "User", rows: people, bytes: people * (measured.rowBytes.User ?? 0) };
  return [...stored.filter(({ table }) => table !== "User"), accounts].toSorted((a, b) => b.bytes - a.bytes);
}

function retentionDays(of: Behaviour): Partial<Record<string, number>> {
  return {
    Event: of.eventDays,
    Delivery: of.eventDays,
    IncomingAct: UNDONE_RETENTION_MS / DAY_MS,
    ApiRequest: of.requestDays,
    ApiRequestCount: of.requestDays + 1,
    IdempotencyKey: IDEMPOTENCY_RETENTION_MS / DAY_MS,
    DailyXp: DAILY_XP_RETENTION_DAYS,
    LiveEvent: EVENT_RETENTION_MS / DAY_MS,
    Session: SESSION_DAYS,
  };
}

export type Answer = ReturnType<typeof answer>;

/** The capacity that this many registered people need. */
export function answer(people: number, of: Behaviour, measured: Measurements, limit: Limits) {
  const rates = peakRates(people, of);
  const demand = demandOf(rates, measured, limit.networkMs);
  const { utilisation } = limit;

  // Each worker has one core, of which idle work and irrelevant broadcasts take a part.
  const available = utilisation - measured.idleInstance.webMs / 1000;
  const left = available - receivingCores(demand, measured);
  const workers = demand.webCores === 0 ? 0 : left > 0 ? demand.webCores / left : Infinity;
  const instances = Math.max(Math.ceil(workers / limit.instanceCores), Math.ceil(rates.streams / MAX_STREAMS));
  const jobProcesses = Math.ceil(demand.deliveryCores / utilisation);
  const openConnections = (instances + jobProcesses) * limit.poolMax;

  const idleDatabase = (instances * limit.instanceCores * measured.idleInstance.primaryMs) / 1000;
  const alone = Number.isFinite(idleDatabase) ? demand.primaryCores + idleDatabase : demand.primaryCores;
  const isReplicated = alone / utilisation > limit.replicaFromCores;
  const primaryCores =
    (isReplicated ? alone - demand.primaryCores + demand.primaryCoresBesideReplicas : alone) / utilisation;
  const replicaRoom = limit.databaseCores * utilisation - demand.replayCores;
  const replicas = isReplicated ? Math.ceil(demand.replicaReadCores / Math.max(1, replicaRoom)) : 0;
  const stored = storedAfterYear(people, of, measured);
  const storedBytes = stored.reduce((sum, { bytes }) => sum + bytes, 0);
  const mean = 1 / (of.peakHourShare * of.peakFactor * (DAY_SECONDS / HOUR_SECONDS));
  const { worker, page, supervisor } = measured.processMb;
  return {
    people,
    demand,
    streams: rates.streams,
    /** Per second. */
    deliveries: rates.deliveries,
    /** The cores of all instances, without receiving other workers' broadcasts. */
    webCores: demand.webCores / available,
    /** Infinite if broadcasts alone would use up each worker. */
    instances,
    /** Processes with `PEGBOARD_ROLE=jobs`, each with one core at most. */
    jobProcesses,
    openConnections,
    needsPgbouncer: openConnections > limit.openConnections,
    primaryCores,
    replicas,
    replicaCores: replicas === 0 ? 0 : (demand.replicaReadCores / replicas + demand.replayCores) / utilisation,
    instanceBytes:
      instances === 0
        ? 0
        : (limit.instanceCores * worker + page + supervisor) * MB + (rates.streams / instances) * measured.stream.bytes,
    /** After a year. */
    stored,
    storedBytes,
    /** Hours until vacuum has to read every table. */
    freezeHours: limit.freezeTransactions / (demand.writeTransactions * mean) / HOUR_SECONDS,
    /** The number of primaries that the writes would have to be divided among. */
    primaries: Math.ceil(
      Math.max(
        ...resources(of, measured, limit)
          .filter(({ ofPrimary }) => ofPrimary)
          .map(({ use, end }) => use(people) / end),
      ),
    ),
  };
}

/** The cores that each worker needs to receive other workers' broadcasts. */
function receivingCores({ broadcasts }: Demand, { receivedBroadcastMs }: Measurements): number {
  return (broadcasts * receivedBroadcastMs) / 1000;
}

export interface Resource {
  what: string;
  unit: string;
  /** Its limit. */
  end: number;
  /** How much of it this many registered people use at their peak. Monotonic. */
  use: (people: number) => number;
  /** Whether dividing the data among several primaries raises the limit. */
  ofPrimary?: true;
}

/** The limited resources that cannot be increased by starting another instance. */
export function resources(of: Behaviour, measured: Measurements, limit: Limits): Resource[] {
  const demand = (people: number) => demandOf(peakRates(people, of), measured, limit.networkMs);
  const { utilisation } = limit;
  const bytes = (people: number) => storedAfterYear(people, of, measured).reduce((sum, each) => sum + each.bytes, 0);
  const meanOfPeak = HOUR_SECONDS / (DAY_SECONDS * of.peakHourShare * of.peakFactor);
  return [
    {
      what: "the primary's cores, without replicas",
      unit: "cores",
      end: limit.databaseCores * utilisation,
      use: (people) => demand(people).primaryCores,
    },
    {
      what: "the primary's cores, with replicas that read",
      unit: "cores",
      end: limit.databaseCores * utilisation,
      use: (people) => demand(people).primaryCoresBesideReplicas,
      ofPrimary: true,
    },
    {
      what: "replay on each replica, one process",
      unit: "cores",
      end: limit.replayCores * utilisation,
      use: (people) => demand(people).replayCores,
      ofPrimary: true,
    },
    {
      what: "WAL to the disk and to replicas",
      unit: "MB/s",
      end: limit.walMbPerSecond,
      use: (people) => demand(people).walMb,
      ofPrimary: true,
    },
    {
      what: "connections held at once",
      unit: "connections",
      end: limit.busyConnections,
      use: (people) => demand(people).busyConnections,
      ofPrimary: true,
    },
    {
      what: "vacuum against the wraparound of transaction ids",
      unit: "MB/s",
      end: limit.vacuumMbPerSecond,
      use: (people) =>
        (bytes(people) / MB) * ((demand(people).writeTransactions * meanOfPeak) / limit.freezeTransactions),
      ofPrimary: true,
    },
    {
      what: "the primary's disk after a year",
      unit: "TB",
      end: limit.diskTb,
      use: (people) => bytes(people) / 1e12,
      ofPrimary: true,
    },
    {
      what: "Redis, one thread",
      unit: "cores",
      end: limit.redisCores * utilisation,
      use: (people) => demand(people).redisCores,
    },
    {
      what: "live notifications, which every worker receives",
      unit: "cores of each worker",
      end: limit.workerCores * utilisation,
      use: (people) => receivingCores(demand(people), measured),
    },
    {
      what: "likes of the hottest post, which change one row",
      unit: "likes/s",
      end: measured.hotRow.likesOfOnePost,
      use: (people) => peakRates(people, of).calls.like * of.hottestPostShare,
    },
  ];
}

/** An upper bound for the search. */
const MOST_PEOPLE = 1e13;
const HALVINGS = 100;

export interface Ending extends Resource {
  /** The maximum number of registered people whose peak it can carry. */
  people: number;
}

/** The limit of each resource, the first to be reached first. */
export function endings(of: Behaviour, measured: Measurements, limit: Limits): Ending[] {
  return resources(of, measured, limit)
    .map((resource) => ({ ...resource, people: mostPeople(resource) }))
    .toSorted((a, b) => a.people - b.people);
}

function mostPeople({ use, end }: Resource): number {
  let [enough, tooMany] = [0, MOST_PEOPLE];
  for (let halving = 0; halving < HALVINGS; halving += 1) {
    const middle = (enough + tooMany) / 2;
    if (use(middle) > end) tooMany = middle;
    else enough = middle;
  }
  return enough;
}

function mapped<Key extends string>(of: Record<Key, number>, change: (value: number) => number): Record<Key, number> {
  const entries = (Object.entries(of) as [Key, number][]).map(([key, value]) => [key, change(value)]);
  return Object.fromEntries(entries) as Record<Key, number>;
}
