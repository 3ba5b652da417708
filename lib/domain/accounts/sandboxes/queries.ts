import { processWide } from "@/lib/infra/process/process-wide";
import type { Context } from "@/lib/domain/kernel/context";
import { DomainError, notFound } from "@/lib/domain/kernel/errors";
import { HOUR_MS } from "@/lib/domain/kernel/durations";
import { preparedRead, preparedWrite } from "@/lib/infra/database/db";
import { sql } from "@/lib/infra/database/sql";
import { currentRelease } from "@/lib/infra/sandbox/databases";
import { currentSandbox, outsideSandbox } from "@/lib/infra/sandbox/scope";
import { decrypt } from "@/lib/infra/secrets";
import type { Sandbox } from "@/lib/infra/prisma/client";
import { runRead, type OpenSandbox } from "./run-in-sandbox";
import { makeDatabase } from "./making";
import { LARGEST_DATABASE_BYTES } from "./rules";
import type { SandboxReset, SandboxView } from "./schema";

type Row = Omit<Sandbox, "generation" | "madeAt" | "createdAt">;

interface FoundRow extends Row {
  /** Whether its owner is suspended. */
  suspended: boolean;
}

/** Returns that of the test key, or of the live key's account. @throws `not_found` if the account has none */
export async function ownSandbox(ctx: Context): Promise<Row> {
  const id = currentSandbox()?.id;
  const sandbox = id === undefined ? await findSandboxOf(ctx.actor.id) : await findSandbox(id);
  if (!sandbox) throw new DomainError("not_found", "You have no sandbox yet. Make one: POST /api/v1/sandbox.");
  return sandbox;
}

const COLUMNS = sql`s.id, s."userId", s.secret, s.seed, s."startsAt", s."databaseName", s.migrations, s."lastUsedAt",
  u."suspendedAt" IS NOT NULL AS suspended`;

export async function findSandbox(id: string): Promise<FoundRow | undefined> {
  const statement = sql`SELECT ${COLUMNS} FROM "Sandbox" s JOIN "User" u ON u.id = s."userId" WHERE s.id = ${id}`;
  const [row] = await outsideSandbox(() => preparedRead<FoundRow>("sandboxes.byId", statement));
  return row;
}

async function findSandboxOf(userId: string): Promise<FoundRow | undefined> {
  const statement = sql`SELECT ${COLUMNS} FROM "Sandbox" s JOIN "User" u ON u.id = s."userId" WHERE u.id = ${userId}`;
  const [row] = await outsideSandbox(() => preparedRead<FoundRow>("sandboxes.ofAccount", statement));
  return row;
}

/** Records once an hour that a sandbox is in use, and makes the next request recreate one that has grown too large. */
export async function noteUse({ id, databaseName, lastUsedAt }: Row): Promise<void> {
  const now = new Date();
  if (now.getTime() - lastUsedAt.getTime() < HOUR_MS) return;
  await preparedWrite(
    "sandboxes.noteUse",
    sql`UPDATE "Sandbox" SET "lastUsedAt" = ${now},
               "databaseName" = CASE WHEN pg_database_size("databaseName"::name) <= ${LARGEST_DATABASE_BYTES}::bigint
                                     THEN "databaseName" END
         WHERE id = ${id} AND "databaseName" = ${databaseName}`,
  );
}

/** Opens a sandbox. Recreates one of another release's schema, or never finished, with the same seed and start. */
export async function opened(row: Row): Promise<OpenSandbox> {
  const { migrations } = await currentRelease();
  const open = openOf(row, migrations);
  if (open) return open;
  const { id, seed, startsAt } = row;
  return recreations.get(id) ?? recreate(row, { seed, startsAt });
}

function openOf({ id, userId: ownerId, databaseName, seed, ...row }: Row, migrations: number): OpenSandbox | undefined {
  if (databaseName === null || row.migrations !== migrations) return undefined;
  return { id, ownerId, databaseName, secret: decrypt(row.secret), seed };
}

/** Concurrent requests after a release recreate it once. */
const recreations = processWide("sandbox-recreations", () => new Map<string, Promise<OpenSandbox>>())();

function recreate(row: Row, reset: SandboxReset): Promise<OpenSandbox> {
  const making = (async () => {
    try {
      return (await makeDatabase(row, reset, { isReset: false })).sandbox;
    } catch (error) {
      // Another process may have recreated it first.
      const found = await findSandbox(row.id);
      const open = found && openOf(found, (await currentRelease()).migrations);
      if (!open) throw error;
      return open;
    }
  })().finally(() => recreations.delete(row.id));
  recreations.set(row.id, making);
  return making;
}

/** Returns the caller's sandbox. @throws `not_found` */
export async function getSandbox(ctx: Context): Promise<SandboxView> {
  const sandbox = await ownSandbox(ctx);
  return viewOf(sandbox, await opened(sandbox));
}

export async function findOwnSandbox(ctx: Context): Promise<SandboxView | null> {
  const found = await findSandboxOf(ctx.actor.id);
  if (!found) return null;
  try {
    return await viewOf(found, await opened(found));
  } catch (error) {
    const now = await findSandboxOf(ctx.actor.id);
    if (now?.databaseName === found.databaseName) throw error;
    // It was reset or deleted while it was read.
    return now ? viewOf(now, await opened(now)) : null;
  }
}

interface ViewRow extends Pick<SandboxView, "acts" | "people" | "pendingDeliveries"> {
  now: Date;
  nextDueAt: Date | null;
}

export function viewOf({ id, startsAt }: Pick<Row, "id" | "startsAt">, open: OpenSandbox): Promise<SandboxView> {
  return runRead(open, async () => {
    const [row] = await preparedRead<ViewRow>(
      "sandboxes.view",
      sql`SELECT now, acts,
        (SELECT json_agg(json_build_object('id', id, 'handle', handle, 'name', name) ORDER BY id)
           FROM "User" WHERE role <> 'SYSTEM') AS people,
        (SELECT count(*)::int FROM "Delivery" WHERE status = 'pending') AS "pendingDeliveries",
        LEAST((SELECT min("nextAttemptAt") FROM "Delivery" WHERE status = 'pending'),
              (SELECT min("dueAt") FROM "IncomingAct")) AS "nextDueAt"
      FROM sandbox.clock`,
    );
    if (!row) throw notFound();
    const { now, nextDueAt } = row;
    return {
      ...row,
      id,
      seed: open.seed,
      startsAt: startsAt.toISOString(),
      now: now.toISOString(),
      nextDueAt: nextDueAt?.toISOString() ?? null,
    };
  });
}
