import { startTestServer, type TestServer } from "@/tests/support/test-server";
import { type Account, newAccount } from "@/tests/support/api-accounts";
import { contest, type Result } from "../contest";
import { CONNECTIONS } from "../hammer";
import { startBareServer } from "../references/bare";
import { openWire } from "../wire";
import { type Operation, operations, recipeOf, requestOf } from "./operations";
import { table } from "./table";
import { trafficOf, type Trips } from "./trips";

const EFFORT = { rounds: 5, seconds: 1.5 };

/**
 * The most frequent API calls, compared with the same work without a framework and the same handlers in Next's router.
 */
export async function measureRequests(databaseUrl: string, product: TestServer): Promise<void> {
  const measured = await operations();
  const accounts = await Promise.all(Array.from({ length: CONNECTIONS + 1 }, () => newAccount()));
  const [recorder, ...callers] = accounts as [Account, ...Account[]];
  const recipes = [];
  for (const operation of measured) recipes.push(await recipeOf(operation, recorder));
  const bare = await startBareServer(databaseUrl, recipes);
  const byNext = await startTestServer(databaseUrl, {
    NEXTAUTH_SECRET: product.variables.NEXTAUTH_SECRET,
    DIRECT_MOUNT: "0",
    WEB_CONCURRENCY: "1",
  });
  const traffic = await trafficOfAll(databaseUrl, product, measured, recorder);

  const lines: string[][] = [];
  for (const operation of measured) {
    const at = (origin: string) => (connection: number) =>
      requestOf(operation, origin, connection, callers[connection] ?? recorder);
    const results = await contest(
      [
        { name: "product", next: at(product.url), pid: product.pids()[0] ?? 0 },
        { name: "bare", next: at(bare.origin), pid: bare.pid },
        { name: "by Next", next: at(byNext.url), pid: byNext.pids()[0] ?? 0 },
      ],
      EFFORT,
    );
    lines.push(lineOf(operation, results as [Result, Result, Result], traffic.get(operation)));
    process.stdout.write(".");
  }
  bare.stop();
  await byNext.stop();
  table(
    [
      "",
      "requests/s",
      "p50 ms",
      "p99 ms",
      "CPU ms",
      "bare node+pg/s",
      "of it",
      "its p99",
      "its CPU",
      "through Next/s",
      "of it",
      "its CPU",
      "round trips",
      "transactions",
    ],
    lines,
  );
}

function lineOf(
  { name }: Operation,
  [product, bare, byNext]: [Result, Result, Result],
  traffic: Trips | undefined,
): string[] {
  return [
    name,
    product.perSecond.toFixed(0),
    product.p50.toFixed(1),
    product.p99.toFixed(1),
    product.processorMs.toFixed(2),
    bare.perSecond.toFixed(0),
    percent(bare.ratio),
    bare.p99.toFixed(1),
    bare.processorMs.toFixed(2),
    byNext.perSecond.toFixed(0),
    percent(byNext.ratio),
    byNext.processorMs.toFixed(2),
    String(traffic?.roundTrips),
    String(traffic?.transactions),
  ];
}

/** Counted on a separate server behind a counting proxy, so that the measured server is not slowed by it. */
async function trafficOfAll(
  databaseUrl: string,
  { variables }: TestServer,
  measured: Operation[],
  account: Account,
): Promise<Map<Operation, Trips>> {
  const wire = await openWire(databaseUrl);
  const server = await startTestServer(wire.url, { NEXTAUTH_SECRET: variables.NEXTAUTH_SECRET, WEB_CONCURRENCY: "1" });
  const traffic = new Map<Operation, Trips>();
  for (const operation of measured)
    traffic.set(operation, await trafficOf(wire, () => requestOf(operation, server.url, CONNECTIONS, account)));
  await server.stop();
  wire.close();
  return traffic;
}

export const percent = (part: number) => `${(part * 100).toFixed(0)} %`;
