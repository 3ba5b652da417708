import type pg from "pg";
import { figure } from "@/scripts/tools/terminal";
import { digestLedger } from "./ledger";
import type { LedgerDigest, Manifest } from "./manifest";
import { COPY_SETTINGS } from "./snapshot";

/**
 * Compares restored rows with what the backup recorded of its database at its moment: how many rows each table had, and
 * the digests of the ledger. Returns a line for each difference.
 */
export async function findDifferences(client: pg.Client, manifest: Manifest): Promise<string[]> {
  await client.query(`BEGIN READ ONLY; ${COPY_SETTINGS}`);
  const differences = [...(await differentCounts(client, manifest)), ...(await differentLedger(client, manifest))];
  await client.query("COMMIT");
  return differences;
}

async function differentCounts(client: pg.Client, { tables, media }: Manifest): Promise<string[]> {
  const counts = tables.map(
    ({ name }) => `SELECT ${client.escapeLiteral(name)} AS name, count(*) FROM ${client.escapeIdentifier(name)}`,
  );
  const { rows } = await client.query<{ name: string; count: string }>(counts.join(" UNION ALL "));
  const found = new Map(rows.map(({ name, count }) => [name, Number(count)]));
  return tables.flatMap(({ name, rows }) => {
    const expected = name === "Media" ? rows - media.deletedMeanwhile.length : rows;
    const there = found.get(name)!;
    return there === expected ? [] : [`${name}: expected ${figure(expected)} rows, found ${figure(there)}`];
  });
}

async function differentLedger(client: pg.Client, { ledger: expected }: Manifest): Promise<string[]> {
  if (!expected) return [];
  const found = await digestLedger(client);
  return (["Profile", "LedgerEntry"] as const).flatMap((table) =>
    found[table].sha256 === expected[table].sha256
      ? []
      : [`${table}: expected ${textOf(expected[table])}, found ${textOf(found[table])}`],
  );
}

const textOf = ({ coins, sha256 }: LedgerDigest["Profile"]) =>
  `${figure(Number(coins))} coins (SHA-256 ${sha256.slice(0, 12)}…)`;
