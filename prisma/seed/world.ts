import { createHash } from "node:crypto";
import { type Actor, type Context, createContext, idFor, write } from "@/lib/domain/kernel/context";
import type { IdPrefix, Random } from "@/lib/domain/kernel/id";
import { PLATFORM } from "@/lib/domain/accounts/users/rules";
import type { Transaction } from "@/lib/infra/database/db";
import { joined, quoted } from "@/lib/infra/database/sql";
import type { Prisma } from "@/lib/infra/prisma/client";

const SECOND = 1000;
const HOUR = 3600 * SECOND;
const DAY = 24 * HOUR;

type Row<Table extends Prisma.ModelName> = Partial<Prisma.TypeMap["model"][Table]["payload"]["scalars"]>;

/** The demo's own clock and randomness: everything happens when the story says, and the same way every time. */
export class World {
  private moment: number;
  private readonly random: Random = seededRandom("pegboard");

  constructor(
    private readonly transaction: Transaction,
    private readonly now: Date,
  ) {
    this.moment = now.getTime();
  }

  /** Sets the clock to a time of day in UTC, `days` days before the story's end. */
  daysAgo(days: number, time: string): void {
    const midnight = Math.floor((this.now.getTime() - days * DAY) / DAY) * DAY;
    const [hours = 0, minutes = 0] = time.split(":").map(Number);
    this.moment = midnight + hours * HOUR + minutes * 60 * SECOND;
  }

  /** Sets the clock to `hours` hours before the story's end. */
  hoursAgo(hours: number): void {
    this.moment = this.now.getTime() - hours * HOUR;
  }

  /** Advances the clock by about `seconds`, never into the future. */
  pass(seconds: number): void {
    const spread = 0.5 + this.below(1000) / 1000;
    this.moment = Math.min(this.moment + Math.round(seconds * spread) * SECOND, this.now.getTime() - SECOND);
  }

  get time(): Date {
    return new Date(this.moment);
  }

  /** Returns the context of an actor at this moment, within the seed's one transaction. Runs no jobs after commit. */
  contextOf(actor: Actor): Context {
    const options = { now: this.time, random: this.random, afterCommit: () => {} };
    return {
      ...createContext({ actor, channel: "session", ...options }),
      transaction: this.transaction,
      isJoined: true,
    };
  }

  /** Inserts rows, all with the same columns. */
  async insert<Table extends Prisma.ModelName>(table: Table, ...rows: Row<Table>[]): Promise<void> {
    const columns = joined(Object.keys(rows[0] ?? {}).map(quoted), ", ");
    if (rows.length > 0)
      await write(this.contextOf(PLATFORM), `seed.${table}`)`
        INSERT INTO ${quoted(table)} (${columns}) SELECT ${columns}
          FROM jsonb_populate_recordset(NULL::${quoted(table)}, ${JSON.stringify(rows)}::jsonb)`;
  }

  id(prefix: IdPrefix): string {
    return idFor(createContext({ actor: null, channel: "session", now: this.time, random: this.random }), prefix);
  }

  below(limit: number): number {
    return Buffer.from(this.random(4)).readUInt32BE() % limit;
  }

  /** Picks `count` distinct items of a list. */
  some<T>(list: readonly T[], count: number): T[] {
    const rest = [...list];
    return Array.from({ length: Math.min(count, rest.length) }, () => rest.splice(this.below(rest.length), 1)).flat();
  }
}

/** Pseudorandom bytes that are the same for the same seed. */
function seededRandom(seed: string): Random {
  let drawn = 0;
  return (bytes) => {
    const blocks = Array.from({ length: Math.ceil(bytes / 32) }, () =>
      createHash("sha256").update(`${seed} ${drawn++}`).digest(),
    );
    return Buffer.concat(blocks).subarray(0, bytes);
  };
}
