import { createCipheriv, createHash, createHmac } from "node:crypto";
import { preparedRead, preparedWrite } from "@/lib/infra/database/db";
import { databaseCodes } from "@/lib/infra/database/errors";
import { literal, sql } from "@/lib/infra/database/sql";
import { conflict, unavailable } from "@/lib/domain/kernel/errors";
import { type Random, randomBase62, randomBytes } from "@/lib/domain/kernel/id";
import { TooManyOpen, withDatabase } from "@/lib/infra/sandbox/connections";
import { NO_SUCH_DATABASE } from "@/lib/infra/sandbox/databases";
import { currentSandbox, inSandbox, outsideSandbox, type SandboxScope } from "@/lib/infra/sandbox/scope";
import { ACTS_BETWEEN_MEASUREMENTS, MAX_DATABASE_BYTES } from "./rules";

/** A sandbox with everything from which its acts derive. */
export type OpenSandbox = Pick<SandboxScope, "id" | "ownerId" | "databaseName" | "secret" | "seed">;

/**
 * Runs `work` with a scope before any act, when the clock's time does not matter. Work that waits for anybody else,
 * such as the receiver of a delivery, keeps other sandboxes from being opened: do it outside.
 */
export async function withOpen<T>(sandbox: OpenSandbox, work: (scope: SandboxScope) => Promise<T>): Promise<T> {
  const { id, ownerId, databaseName, secret, seed } = sandbox;
  try {
    const around = currentSandbox();
    return await withDatabase(
      databaseName,
      (database, use) =>
        work({ id, ownerId, databaseName, secret, seed, database, use, now: new Date(0), random: randomBytes }),
      around?.databaseName === databaseName ? around.use : undefined,
    );
  } catch (error) {
    if (databaseCodes(error).includes(NO_SUCH_DATABASE)) {
      await forget(sandbox);
      throw unavailable("This sandbox was lost and is being recreated. Try again.", 1);
    }
    if (!(error instanceof TooManyOpen)) throw error;
    throw unavailable("Many sandboxes are in use at this moment. Try again in a few seconds.", 2);
  }
}

/** Makes the next request recreate the sandbox: its database is gone, as after restoring a backup. */
async function forget({ id, databaseName }: OpenSandbox): Promise<void> {
  await outsideSandbox(() =>
    preparedWrite(
      "sandboxes.forget",
      sql`UPDATE "Sandbox" SET "databaseName" = NULL WHERE id = ${id} AND "databaseName" = ${databaseName}`,
    ),
  );
}

/**
 * Advances the clock by a millisecond, so that no two acts are at the same time. Each act has its own randomness.
 * @throws DomainError `conflict` if the sandbox is full
 */
export function runWrite<T>(sandbox: OpenSandbox, work: (scope: SandboxScope) => Promise<T>): Promise<T> {
  return withOpen(sandbox, async (open) => {
    const scope = await nextAct(open);
    return inSandbox(scope, () => work(scope));
  });
}

/** Runs a read in a sandbox, without advancing its clock. */
export function runRead<T>(sandbox: OpenSandbox, work: (scope: SandboxScope) => Promise<T>): Promise<T> {
  return withOpen(sandbox, async (open) => {
    const { now } = await readClock(open);
    const scope = { ...open, now };
    return inSandbox(scope, () => work(scope));
  });
}

/** Runs a part of an earlier act, at its time. */
export function runAt<T>(sandbox: OpenSandbox, now: Date, work: (scope: SandboxScope) => Promise<T>): Promise<T> {
  return withOpen(sandbox, async (open) => {
    const scope = { ...open, now };
    return inSandbox(scope, () => work(scope));
  });
}

/** Returns the scope of the next act, at `now` or a millisecond after the last, whichever is later. */
export async function nextAct(open: SandboxScope, now = new Date(0)): Promise<SandboxScope> {
  const [row] = await inSandbox(open, () =>
    preparedRead<Clock & { isFull: boolean }>(
      "sandboxes.nextAct",
      sql`UPDATE sandbox.clock
             SET now = GREATEST(now + interval '1 millisecond', ${now}), acts = acts + 1,
                 full_up = CASE WHEN acts % ${literal(ACTS_BETWEEN_MEASUREMENTS)} = 0
                   THEN pg_database_size(current_database()) > ${literal(MAX_DATABASE_BYTES)} ELSE full_up END
          RETURNING now, acts, full_up AS "isFull"`,
    ),
  );
  const clock = row!;
  if (clock.isFull) throw conflict("This sandbox is full. Reset it: POST /api/v1/sandbox.");
  return { ...open, now: clock.now, random: randomOf(open, clock.acts) };
}

interface Clock {
  now: Date;
  acts: number;
}

export async function readClock(open: SandboxScope): Promise<Clock> {
  const statement = sql`SELECT now, acts FROM sandbox.clock`;
  const [clock] = await inSandbox(open, () => preparedRead<Clock>("sandboxes.clock", statement));
  return clock!;
}

export async function setClock(open: SandboxScope, now: Date): Promise<void> {
  const statement = sql`UPDATE sandbox.clock SET now = ${now}, acts = 0`;
  await inSandbox(open, () => preparedWrite("sandboxes.setClock", statement));
}

/** As long as in the prefix of a test key (lib/domain/accounts/keys/rules.ts). */
const ID_LENGTH = 10;

export const newSandboxId = (random: Random): string => randomBase62(random, ID_LENGTH);

/**
 * Returns the random bytes of an act. The same acts after the same reset get the same ones, which nobody else can
 * predict.
 */
export function randomOf({ secret, seed }: { secret: string; seed: string }, act: number | string): Random {
  // Keys do not depend on the seed.
  const purpose = act === "keys" ? "keys" : `acts ${seed}`;
  const key = createHmac("sha256", secret).update(purpose).digest();
  const start = createHash("sha256").update(String(act)).digest().subarray(0, 16);
  const stream = createCipheriv("aes-256-ctr", key, start);
  return (bytes) => new Uint8Array(stream.update(Buffer.alloc(bytes)));
}
