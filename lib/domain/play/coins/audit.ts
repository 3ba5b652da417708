import { read, type VisitorContext } from "@/lib/domain/kernel/context";
import { drop, randomByte } from "./plinko";
import { PAYOUT_FACTOR } from "./rules";
import type { Violation } from "@/lib/domain/kernel/invariant";
import { literal, sql } from "@/lib/infra/database/sql";

export interface Audit {
  balances: number;
  entries: number;
  drops: number;
  violations: Violation[];
}

/** Audits all coins: balances against the ledger, the ledger against itself, every drop against its seeds. */
export async function auditCoins(ctx: VisitorContext): Promise<Audit> {
  const [counts] = await read<Omit<Audit, "violations">>(ctx, "coins.audit.counts")`
    SELECT (SELECT count(*) FROM "Profile")::float8 AS balances, (SELECT count(*) FROM "LedgerEntry")::float8 AS entries,
           (SELECT count(*) FROM "Drop")::float8 AS drops`;
  const violations: Violation[] = [];
  for (const [name, statement] of Object.entries(STATEMENTS))
    violations.push(
      ...(await read<Violation>(ctx, `coins.audit.${name}`)`${statement} LIMIT ${literal(MAX_VIOLATIONS)}`),
    );
  return { ...counts!, violations: [...violations, ...(await unprovenDrops(ctx))] };
}

/** Maximum violations of each kind that are reported; more would not help. */
const MAX_VIOLATIONS = 100;

const STATEMENTS = {
  balances: sql`
    SELECT COALESCE(p."userId", e."userId") AS subject,
           'the balance is ' || COALESCE(p.coins::text, 'not stored') || ' and the ledger sums to ' || COALESCE(e.sum::text, 'nothing') AS problem
      FROM "Profile" p FULL JOIN (SELECT "userId", sum(amount) AS sum FROM "LedgerEntry"
          GROUP BY "userId") e ON e."userId" = p."userId"
     WHERE p.coins IS DISTINCT FROM e.sum`,
  chains: sql`
    SELECT "userId" AS subject,
           'entry ' || id || ' says ' || balance || ' where the entries before it lead to ' || running AS problem
      FROM (SELECT *, sum(amount) OVER (PARTITION BY "userId" ORDER BY "createdAt", id) AS running FROM "LedgerEntry") e
      WHERE balance <> running`,
  openings: sql`
    SELECT "userId" AS subject, 'the ledger opens ' || count(*) FILTER (WHERE type = 'OPENING') || ' times' AS problem
      FROM "LedgerEntry" GROUP BY "userId" HAVING count(*) FILTER (WHERE type = 'OPENING') <> 1`,
  bets: sql`
    SELECT COALESCE(d."userId", e."userId") AS subject,
           'drop ' || COALESCE(d.id, 'of entry ' || e.id) || ' and its entry do not agree' AS problem
      FROM "Drop" d FULL JOIN (SELECT * FROM "LedgerEntry"
          WHERE "dropId" IS NOT NULL OR type IN ('BET_WON', 'BET_LOST')) e ON e."dropId" = d.id
     WHERE e."userId" IS DISTINCT FROM d."userId"
        OR e.amount IS DISTINCT FROM CASE WHEN d.bin = d."landedBin" THEN d.amount * ${literal(PAYOUT_FACTOR - 1)}
        ELSE -d.amount END
        OR e.type IS DISTINCT FROM (CASE WHEN d.bin = d."landedBin" THEN 'BET_WON' ELSE 'BET_LOST' END)::"LedgerType"`,
  nonces: sql`
    SELECT s."userId" AS subject, 'seed ' || s.id || ' counts ' || s.nonce || ' drops and has ' || count(d.id) AS problem
      FROM "PlinkoSeed" s LEFT JOIN "Drop" d ON d."seedId" = s.id GROUP BY s.id HAVING s.nonce <> count(d.id)`,
};

const DROPS_AT_ONCE = 2000;

interface PlayedDrop {
  id: string;
  userId: string;
  serverSeed: string;
  clientSeed: string;
  nonce: number;
  landedBin: number;
}

/** Finds drops whose bin does not follow from their seeds. */
async function unprovenDrops(ctx: VisitorContext): Promise<Violation[]> {
  const violations: Violation[] = [];
  for (let last = "", full = true; full && violations.length < MAX_VIOLATIONS;) {
    const drops = await read<PlayedDrop>(ctx, "coins.audit.drops")`
      SELECT d.id, d."userId", s."serverSeed", s."clientSeed", d.nonce, d."landedBin"
      FROM "Drop" d JOIN "PlinkoSeed" s ON s.id = d."seedId" WHERE d.id > ${last} ORDER BY d.id
      LIMIT ${literal(DROPS_AT_ONCE)}`;
    const landings = await Promise.all(
      drops.map(async (played) => drop(await randomByte(played.serverSeed, played.clientSeed, played.nonce)).landedBin),
    );
    drops.forEach(({ id, userId, landedBin }, index) => {
      if (landings[index] !== landedBin)
        violations.push({
          subject: userId,
          problem: `drop ${id} landed in ${landedBin}, its seeds lead to ${landings[index]}`,
        });
    });
    last = drops.at(-1)?.id ?? last;
    full = drops.length === DROPS_AT_ONCE;
  }
  return violations;
}
