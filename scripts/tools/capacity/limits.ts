/** The assumed machines, their utilisation and their limits. Each is a flag of `npm run capacity`. */
export const LIMITS = {
  utilisation: { value: 0.6, what: "of a processor's time that is planned with; the rest is for bursts and failures" },
  instanceCores: { value: 4, what: "cores of an instance, each with a worker" },
  networkMs: { value: 0.5, what: "milliseconds of a round trip between machines" },
  poolMax: { value: 20, what: "connections of an instance (DATABASE_POOL_MAX)" },
  openConnections: { value: 160, what: "connections that PostgreSQL holds before PgBouncer stands in front of it" },
  replicaFromCores: { value: 16, what: "cores of the primary from which on replicas answer reads" },
  databaseCores: { value: 96, what: "cores of the largest machine for a primary or replica" },
  busyConnections: { value: 400, what: "connections that PostgreSQL serves at once behind PgBouncer" },
  walMbPerSecond: { value: 250, what: "MB of WAL a second that a volume and the way to replicas carry" },
  replayCores: { value: 1, what: "cores of a replica that replay: it is one process" },
  redisCores: { value: 1, what: "cores of Redis: it is one thread" },
  workerCores: { value: 1, what: "cores of a worker: it is one thread" },
  vacuumMbPerSecond: { value: 400, what: "MB a second that vacuum reads by PostgreSQL's default cost limit" },
  freezeTransactions: {
    value: 200_000_000,
    what: "writes after which vacuum reads every table (autovacuum_freeze_max_age)",
  },
  diskTb: { value: 64, what: "TB of the largest volume" },
} satisfies Record<string, { value: number; what: string }>;

export type LimitName = keyof typeof LIMITS;
export type Limits = Record<LimitName, number>;

export function limits(changes: Partial<Limits> = {}): Limits {
  const declared = Object.entries(LIMITS).map(([name, { value }]) => [name, value]);
  return { ...(Object.fromEntries(declared) as Limits), ...changes };
}
