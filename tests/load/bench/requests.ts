import { startTestServer, type TestServer } from "@/scripts/tools/test-server";
import type { Account } from "@/tests/support/api-accounts";
import { newAccount } from "@/tests/support/api-accounts";
import { contest, type Result } from "../contest";
import { CONNECTIONS } from "../hammer";
import { startBareServer } from "../references/bare";
import { startConstantServer } from "../references/constant";
import { openWire, type Traffic } from "../wire";
import { type Operation, operations, recipeOf, requestOf } from "./operations";
import { table } from "./table";
import { trafficOf } from "./trips";

const EFFORT = { rounds: 5, seconds: 1.5 };

/** The API's daily calls, against the same work without a framework and against Next without the work. */
export async function measureRequests(databaseUrl: string, product: TestServer): Promise<void> {
  const measured = await operations();
  const accounts = await Promise.all(Array.from({ length: CONNECTIONS + 1 }, () => newAccount()));
  const [recorder, ...callers] = accounts as [Account, ...Account[]];
  const recipes = [];
  for (const operation of measured) recipes.push(await recipeOf(operation, recorder));
  const bare = await startBareServer(databaseUrl, recipes);
  const constant = await startConstantServer();
  const traffic = await trafficOfAll(databaseUrl, product, measured, recorder);

  const lines: string[][] = [];
  for (const operation of measured) {
    const at = (origin: string) => (connection: number) =>
      requestOf(operation, origin, connection, callers[connection] ?? recorder);
    const results = await contest(
      [
        { name: "product", next: at(product.url) },
        { name: "bare", next: at(bare.origin) },
        { name: "constant", next: (connection) => ({ ...at(product.url)(connection), url: constant.origin }) },
      ],
      EFFORT,
    );
    lines.push(lineOf(operation, results as [Result, Result, Result], traffic.get(operation)));
    process.stdout.write(".");
  }
  bare.stop();
  constant.stop();
  table(
    [
      "",
      "requests/s",
      "p50 ms",
      "p99 ms",
      "bare node+pg/s",
      "of it",
      "Next constant/s",
      "of it",
      "round trips",
      "transactions",
    ],
    lines,
  );
}

function lineOf(
  { name }: Operation,
  [product, bare, constant]: [Result, Result, Result],
  traffic: Traffic | undefined,
): string[] {
  return [
    name,
    product.perSecond.toFixed(0),
    product.p50.toFixed(1),
    product.p99.toFixed(1),
    bare.perSecond.toFixed(0),
    percent(bare.ratio),
    constant.perSecond.toFixed(0),
    percent(constant.ratio),
    String(traffic?.roundTrips),
    String(traffic?.transactions),
  ];
}

/** Counted on a server of its own behind a wire, so that the measured one pays nothing for it. */
async function trafficOfAll(
  databaseUrl: string,
  { variables }: TestServer,
  measured: Operation[],
  account: Account,
): Promise<Map<Operation, Traffic>> {
  const wire = await openWire(databaseUrl);
  const server = await startTestServer(wire.url, { NEXTAUTH_SECRET: variables.NEXTAUTH_SECRET, WEB_CONCURRENCY: "1" });
  const traffic = new Map<Operation, Traffic>();
  for (const operation of measured)
    traffic.set(operation, await trafficOf(wire, () => requestOf(operation, server.url, CONNECTIONS, account)));
  await server.stop();
  wire.close();
  return traffic;
}

export const percent = (part: number) => `${(part * 100).toFixed(0)} %`;
