import { auditCoins } from "@/lib/domain/play/coins/audit";
import { read, type VisitorContext, createContext } from "@/lib/domain/kernel/context";
import { auditRatings } from "@/lib/domain/play/duels/audit";
import { findViolations, type Invariant, MAX_VIOLATIONS, type Violation } from "@/lib/domain/kernel/invariant";
import { auditMedia } from "@/lib/domain/writing/media/audit";
import { literal, sql } from "@/lib/infra/database/sql";
import { figure, step } from "@/scripts/tools/terminal";
import { BUILD_INVARIANTS } from "@/lib/domain/writing/builds/audit";
import { COMMENT_INVARIANTS } from "@/lib/domain/writing/comments/audit";
import { ENGAGEMENT_INVARIANTS } from "@/lib/domain/writing/engagement/audit";
import { EVENT_INVARIANTS } from "@/lib/domain/consequences/events/audit";
import { GRAPH_INVARIANTS } from "@/lib/domain/people/graph/audit";
import { SAFETY_INVARIANTS } from "@/lib/domain/people/safety/audit";
import { LIVE_INVARIANTS } from "@/lib/domain/consequences/live/audit";
import { SCHEDULED_POST_INVARIANTS } from "@/lib/domain/writing/scheduled/audit";
import { TAG_INVARIANTS } from "@/lib/domain/writing/tags/audit";
import { POST_INVARIANTS } from "@/lib/domain/writing/posts/audit";
import { REQUEST_LOG_INVARIANTS } from "@/lib/domain/accounts/request-log/audit";
import { ROOM_INVARIANTS } from "@/lib/domain/play/rooms/audit";
import { OUTBOX_INVARIANTS } from "@/lib/domain/consequences/webhooks/audit";
import { visitDatabase } from "@/scripts/tools/visit-database";

/** A part of the check: what it examined, what holds if nothing differs, and what differs. */
interface Section {
  scope: string;
  verdict: string;
  problems: string[];
}

const textOf = ({ subject, problem }: Violation) => `${subject}: ${problem}`;

type Check = (ctx: VisitorContext) => Promise<Section>;

const coins: Check = async (ctx) => {
  const { balances, entries, drops, violations } = await auditCoins(ctx);
  return {
    scope: `${figure(balances)} balances, ${figure(entries)} entries, ${figure(drops)} drops`,
    verdict: "every coin is accounted for",
    problems: violations.map(textOf),
  };
};

const ratings: Check = async (ctx) => {
  const { duels, players, violations } = await auditRatings(ctx);
  return {
    scope: `${figure(duels)} duels, ${figure(players)} rated players`,
    verdict: "every rating follows from its history",
    problems: violations.map(textOf),
  };
};

const rows: Check = async (ctx) => ({
  scope: `${INVARIANTS.length} rules of posts, people, builds, rooms, events, deliveries and requests`,
  verdict: "every count, number and search vector is right",
  problems: await problemsOf(ctx, INVARIANTS),
});

const structure: Check = async (ctx) => {
  const invariants = await structureInvariants(ctx);
  return {
    scope: `${figure(invariants.length)} keys and references`,
    verdict: "every id is unique, and every reference leads to a row",
    problems: await problemsOf(ctx, invariants),
  };
};

const media: Check = async (ctx) => {
  const { images, violations } = await auditMedia(ctx);
  return {
    scope: `${figure(images)} images`,
    verdict: "every image has its file",
    problems: violations.map(textOf),
  };
};

export const LEDGER_CHECKS = { coins, ratings };
export const ALL_CHECKS = { ...LEDGER_CHECKS, rows, structure, media };

async function problemsOf(ctx: VisitorContext, invariants: readonly Invariant[]): Promise<string[]> {
  const problems: string[] = [];
  for (const invariant of invariants) {
    const violations = await findViolations(ctx, invariant);
    problems.push(...violations.map(({ subject, problem }) => `${invariant.description}: ${subject} ${problem}`));
    if (violations.length === MAX_VIOLATIONS) problems.push(`${invariant.description}: there may be more`);
  }
  return problems;
}

/** Checks the rows against the database's own constraints: a damaged disk or an interrupted repair can violate them. */
async function structureInvariants(ctx: VisitorContext): Promise<Invariant[]> {
  const statements = await read<{ description: string; text: string }>(ctx, "check.structure")`${REFERENCES_AND_KEYS}`;
  return [VALID_STRUCTURE, ...statements.map(({ description, text }) => ({ description, violations: literal(text) }))];
}

const VALID_STRUCTURE: Invariant = {
  description: "indexes and constraints are valid",
  violations: sql`
    SELECT indexrelid::regclass::text AS subject, 'is not valid: REINDEX it' AS problem FROM pg_index
     WHERE NOT (indisvalid AND indisready)
       -- That of a partitioned table is as valid as those of its partitions, of which one from before may have none.
       AND indrelid IN (SELECT oid FROM pg_class WHERE relkind = 'r' AND relnamespace = current_schema()::regnamespace)
    UNION ALL
    SELECT conname, 'is not valid: VALIDATE it' FROM pg_constraint
     WHERE NOT convalidated AND connamespace = current_schema()::regnamespace`,
};

/** One statement per primary key and per foreign key. Partitions are covered by their table's. */
const REFERENCES_AND_KEYS = sql`
  WITH constrained AS (
    SELECT conname, contype, conrelid::regclass AS here, confrelid::regclass AS there,
           string_agg(format('%I', own.attname), ', ' ORDER BY n) AS columns,
           string_agg(format('there.%I = here.%I', other.attname, own.attname), ' AND ' ORDER BY n)
             FILTER (WHERE other.attname IS NOT NULL) AS same
      FROM pg_constraint CROSS JOIN LATERAL ROWS FROM (unnest(conkey), unnest(confkey)) WITH ORDINALITY pair(here, there, n)
      JOIN pg_attribute own ON own.attrelid = conrelid AND own.attnum = pair.here
      LEFT JOIN pg_attribute other ON other.attrelid = confrelid AND other.attnum = pair.there
     WHERE contype IN ('p', 'f') AND conparentid = 0 AND connamespace = current_schema()::regnamespace
     GROUP BY pg_constraint.oid)
  SELECT CASE contype WHEN 'p' THEN format('%s: no two rows have the same %s', here, columns)
                      ELSE format('%s: %s refers to a row of %s', here, columns, there) END AS description,
         CASE contype WHEN 'p' THEN format(
           'SELECT concat_ws('' '', %2$s) AS subject, ''is there '' || count(*) || '' times'' AS problem
              FROM %1$s GROUP BY %2$s HAVING count(*) > 1', here, columns)
         ELSE format(
           'SELECT concat_ws('' '', %2$s) AS subject, ''is not there'' AS problem FROM %1$s here
             WHERE num_nulls(%2$s) = 0 AND NOT EXISTS (SELECT FROM %3$s there WHERE %4$s)', here, columns, there, same) END AS text
    FROM constrained WHERE here::text <> '_prisma_migrations' ORDER BY contype DESC, here::text, conname`;

/** Invariants that hold at every moment, because each act and all it causes is one transaction. */
export const INVARIANTS: readonly Invariant[] = [
  ...POST_INVARIANTS,
  ...SCHEDULED_POST_INVARIANTS,
  ...TAG_INVARIANTS,
  ...COMMENT_INVARIANTS,
  ...ENGAGEMENT_INVARIANTS,
  ...GRAPH_INVARIANTS,
  ...SAFETY_INVARIANTS,
  ...BUILD_INVARIANTS,
  ...ROOM_INVARIANTS,
  ...EVENT_INVARIANTS,
  ...OUTBOX_INVARIANTS,
  ...LIVE_INVARIANTS,
  ...REQUEST_LOG_INVARIANTS,
];

/** Lines printed per check: more rows with the same problem rarely help. */
const MAX_LINES = 40;

/** Runs checks on this installation, prints what differs, and exits with 1 if anything does. */
export function runChecks(checks: Partial<typeof ALL_CHECKS>): Promise<never> {
  return visitDatabase(async () => {
    const ctx = createContext({ actor: null, channel: "session" });
    for (const [name, check] of Object.entries(checks)) {
      const { problems } = await step(
        name,
        () => check(ctx),
        ({ scope, verdict, problems }) =>
          `${scope}: ${problems.length === 0 ? verdict : `${figure(problems.length)} findings`}.`,
      );
      for (const problem of problems.slice(0, MAX_LINES)) console.error(`    ${problem}`);
      if (problems.length > MAX_LINES) console.error(`    and ${figure(problems.length - MAX_LINES)} more`);
      if (problems.length > 0) process.exitCode = 1;
    }
  });
}
