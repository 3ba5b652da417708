import { createHash } from "node:crypto";
import { pipeline } from "node:stream/promises";
import type pg from "pg";
import copy from "pg-copy-streams";
import type { LedgerDigest } from "./manifest";

/**
 * What the digests cover, in an order that no collation changes. Backups keep the digests, so a column of a later
 * release stays out: it would make every earlier backup differ.
 */
const COVERED = {
  Profile: { coins: `coins`, rows: `SELECT "userId", coins FROM "Profile" ORDER BY "userId" COLLATE "C"` },
  LedgerEntry: {
    coins: `amount`,
    rows: `SELECT id, "userId", type, amount, balance, "createdAt" FROM "LedgerEntry" ORDER BY id COLLATE "C"`,
  },
};

/**
 * Digests every balance and every entry of the ledger, in the transaction of a connection that has `COPY_SETTINGS`. The
 * rows are streamed, so that memory is bounded.
 */
export async function digestLedger(client: pg.Client): Promise<LedgerDigest> {
  return { Profile: await digest(client, "Profile"), LedgerEntry: await digest(client, "LedgerEntry") };
}

async function digest(client: pg.Client, table: keyof typeof COVERED): Promise<LedgerDigest["Profile"]> {
  const { coins, rows } = COVERED[table];
  const sum = await client.query<{ coins: string }>(`SELECT COALESCE(sum(${coins}), 0)::text AS coins FROM "${table}"`);
  const hash = createHash("sha256");
  await pipeline(client.query(copy.to(`COPY (${rows}) TO STDOUT`)), hash);
  return { coins: sum.rows[0]!.coins, sha256: hash.digest("hex") };
}
