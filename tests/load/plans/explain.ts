import type pg from "pg";
import type { Statement } from "../statements";

export interface Plan {
  /** Database pages read, cached or not. */
  buffers: number;
  milliseconds: number;
  /** The maximum of rows that any step read. */
  mostRows: number;
  /** The maximum of index entries that any step read for a bitmap scan. */
  mostEntries: number;
  indexes: string[];
  /** The orders in which it sorts rows of a table, because no index has them. */
  sorts: string[];
  /** Whether the prepared statement uses a generic plan: planning a join costs more than reading a page. */
  plannedOnce: boolean;
}

interface Node {
  "Node Type": string;
  /** `SubPlan` if it runs for each row of the step above; `InitPlan` if it runs once, as a CTE does. */
  "Parent Relationship"?: string;
  Strategy?: string;
  "Relation Name"?: string;
  "Index Name"?: string;
  "Sort Key"?: string[];
  "Actual Rows": number;
  "Actual Loops": number;
  "Rows Removed by Filter"?: number;
  "Rows Removed by Index Recheck"?: number;
  "Shared Hit Blocks": number;
  "Shared Read Blocks": number;
  Plans?: Node[];
}

/** More executions than those for which PostgreSQL makes custom plans, before it considers a generic one. */
const CALLS = 8;

/** The plan of a prepared statement after several executions. */
export async function explain(client: pg.Client, { text, values }: Statement): Promise<Plan> {
  await client.query(`PREPARE asked AS ${text}`);
  try {
    const execute = `EXECUTE asked(${values.map((value) => literal(client, value)).join(", ")})`;
    for (let call = 0; call < CALLS; call++) await client.query(execute);
    const { rows } = await client.query<{ "QUERY PLAN": [{ Plan: Node; "Execution Time": number }] }>(
      `EXPLAIN (ANALYZE, BUFFERS, FORMAT JSON) ${execute}`,
    );
    const kept = await client.query<{ generic_plans: string }>(
      "SELECT generic_plans FROM pg_prepared_statements WHERE name = 'asked'",
    );
    const [explained] = rows[0]?.["QUERY PLAN"] ?? [];
    if (!explained) throw new Error("No plan");
    const nodes = flatten(explained.Plan);
    return {
      buffers: explained.Plan["Shared Hit Blocks"] + explained.Plan["Shared Read Blocks"],
      milliseconds: explained["Execution Time"],
      mostRows: Math.max(...nodes.filter((node) => !isBitmap(node)).map(rowsSeen)),
      mostEntries: Math.max(0, ...nodes.filter(isBitmap).map(rowsSeen)),
      indexes: [...new Set(nodes.flatMap((node) => node["Index Name"] ?? []))],
      sorts: await sortsOf(client, text),
      plannedOnce: Number(kept.rows[0]?.generic_plans) > 0,
    };
  } finally {
    await client.query("DEALLOCATE asked");
  }
}

/** The steps that a plan avoids if it can: small tables are read whole and sorted although an index has the order. */
const AVOIDED = ["sort", "incremental_sort", "seqscan", "bitmapscan"].map((step) => `SET LOCAL enable_${step} = off`);

/** The orders that no index has: of sorts whose input is read from a table, and not limited. */
async function sortsOf(client: pg.Client, statement: string): Promise<string[]> {
  await client.query(`BEGIN; ${AVOIDED.join("; ")}`);
  const { rows } = await client.query<{ "QUERY PLAN": [{ Plan: Node }] }>(
    `EXPLAIN (GENERIC_PLAN, FORMAT JSON) ${statement}`,
  );
  await client.query("ROLLBACK");
  return flatten(rows[0]!["QUERY PLAN"][0].Plan, isInput)
    .filter((step) => step["Node Type"].endsWith("Sort") && isUnlimited(step))
    .map((sort) => sort["Sort Key"]!.join(", "));
}

/** Whether the step above shows the rows of a step: not what it looks up for each of its own, or sums up in one. */
const isInput = (step: Node) => step["Parent Relationship"] !== "SubPlan" && step.Strategy !== "Plain";

function isUnlimited(sort: Node): boolean {
  const isLimited = flatten(sort, isInput).some((step) => step["Node Type"] === "Limit");
  const read = flatten(sort, (step) => isInput(step) && step["Parent Relationship"] !== "InitPlan");
  return !isLimited && read.some((step) => step["Relation Name"] !== undefined);
}

/** A step and all below it, as far as they fulfil a condition. */
function flatten(step: Node, condition: (below: Node) => boolean = () => true): Node[] {
  return [step, ...(step.Plans ?? []).filter(condition).flatMap((below) => flatten(below, condition))];
}

const isBitmap = (node: Node) => node["Node Type"] === "Bitmap Index Scan";

function rowsSeen(node: Node): number {
  // PostgreSQL reports averages for a step that runs several times.
  return Math.round(
    (node["Actual Rows"] + (node["Rows Removed by Filter"] ?? 0) + (node["Rows Removed by Index Recheck"] ?? 0)) *
      node["Actual Loops"],
  );
}

function literal(client: pg.Client, value: unknown): string {
  if (value === null || value === undefined) return "NULL";
  if (typeof value === "number") return String(value);
  if (value instanceof Date) return client.escapeLiteral(value.toISOString());
  if (Array.isArray(value)) return client.escapeLiteral(`{${value.join(",")}}`);
  return client.escapeLiteral(String(value));
}
