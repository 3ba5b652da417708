import { readdir } from "node:fs/promises";
import path from "node:path";
import type { Context } from "@/lib/domain/kernel/context";
import { type Part, PART_NAMES } from "@/lib/domain/deployment/incidents/rules";
import { type MediaUsage, readMediaUsage } from "@/lib/domain/writing/media/queries";
import { requireAdmin } from "@/lib/domain/accounts/guards/staff";
import { countPendingDeliveries, deliveryLagMs } from "@/lib/domain/consequences/webhooks/delivery/due";
import {
  type FailingEndpoint,
  listFailingEndpoints,
  listRecentDeliveries,
  type RecentDelivery,
} from "@/lib/domain/consequences/webhooks/health";
import { preparedRead } from "@/lib/infra/database/db";
import { env } from "@/lib/infra/environment/env";
import { release, type Release } from "@/lib/infra/process/release";
import { sql } from "@/lib/infra/database/sql";
import { storage } from "@/lib/infra/storage/storage";
import { supervisor } from "@/lib/infra/process/supervisor";
import { type MailBacklog, readMailBacklog } from "@/lib/domain/accounts/mail/queries";
import { type Drills, readDrills } from "@/lib/domain/deployment/drills/queries";
import { healthOfParts } from "./checks";
import type { HealthStatus } from "./health-check";

/** The deployment at a glance, for admins. Contains no secrets. */
export interface Overview {
  health: { part: Part; status: HealthStatus; detail?: string }[];
  deliveries: { pending: number; lagMs: number; recent: RecentDelivery[] };
  failingEndpoints: FailingEndpoint[];
  mail: MailBacklog & { kind: "smtp" | "terminal" | "none" };
  drills: Drills;
  storage: {
    databaseBytes: number;
    media: MediaUsage;
    /** Null if the store has no limit of its own. */
    freeBytes: number | null;
    tables: { name: string; bytes: number }[];
  };
  release: Release & { node: string; postgres: string; workers: number };
  migrations: { applied: number; last: string | null; pending: string[] };
}

/**
 * Reads the state of the deployment. Every statement is bounded, however large the tables are.
 * @throws DomainError `forbidden`
 */
export async function readOverview(ctx: Context): Promise<Overview> {
  requireAdmin(ctx);
  const [
    health,
    pending,
    lagMs,
    recent,
    failingEndpoints,
    mail,
    drills,
    media,
    freeBytes,
    database,
    tables,
    running,
    migrations,
  ] = await Promise.all([
    healthOfParts(),
    countPendingDeliveries(ctx),
    deliveryLagMs(ctx),
    listRecentDeliveries(ctx),
    listFailingEndpoints(ctx),
    readMailBacklog(ctx),
    readDrills(ctx),
    readMediaUsage(ctx),
    storage()
      .freeBytes()
      .catch(() => null),
    readDatabase(),
    largestTables(),
    release(),
    readMigrations(),
  ]);
  return {
    health: PART_NAMES.map((part) => ({ part, status: health[part].status, detail: health[part].detail })),
    deliveries: { pending, lagMs, recent },
    failingEndpoints,
    mail: { kind: env().mail.kind, ...mail },
    drills,
    storage: { databaseBytes: database.bytes, media, freeBytes, tables },
    release: {
      ...running,
      node: process.version,
      postgres: database.version,
      workers: supervisor()?.processes.workers ?? 1,
    },
    migrations,
  };
}

async function readDatabase(): Promise<{ bytes: number; version: string }> {
  const [row] = await preparedRead<{ bytes: number; version: string }>(
    "overview.database",
    sql`SELECT pg_database_size(current_database())::float8 AS bytes, current_setting('server_version') AS version`,
  );
  return row!;
}

/** Sizes include indexes, and all partitions. Reads only the catalogue, no table. */
function largestTables(): Promise<{ name: string; bytes: number }[]> {
  return preparedRead<{ name: string; bytes: number }>(
    "overview.tables",
    sql`SELECT root.relname::text AS name, sum(pg_total_relation_size(t.oid))::float8 AS bytes
       FROM pg_class t JOIN pg_class root ON root.oid = COALESCE(pg_partition_root(t.oid), t.oid)
      WHERE t.relkind = 'r' AND t.relnamespace = current_schema()::regnamespace
      GROUP BY 1 ORDER BY 2 DESC, 1 LIMIT 5`,
  );
}

/** Compares with the migrations in the release's folder. A host without that folder is migrated from elsewhere. */
async function readMigrations(): Promise<Overview["migrations"]> {
  const rows = await preparedRead<{ name: string }>(
    "overview.migrations",
    sql`SELECT migration_name::text AS name FROM _prisma_migrations WHERE finished_at IS NOT NULL AND rolled_back_at IS NULL
      ORDER BY migration_name`,
  );
  const applied = rows.map(({ name }) => name);
  const folder = await readdir(path.join(process.cwd(), "prisma/migrations")).catch(() => []);
  const pending = folder.filter((name) => /^\d/.test(name) && !applied.includes(name));
  return { applied: applied.length, last: applied.at(-1) ?? null, pending };
}
