import os from "node:os";
import { startTestServer, type TestServer } from "@/tests/support/test-server";
import { newAccount } from "@/tests/support/api-accounts";
import { contest } from "../contest";
import { CONNECTIONS } from "../hammer";
import { operations, requestOf } from "./operations";
import { percent } from "./requests";
import { table } from "./table";

const EFFORT = { rounds: 5, seconds: 1.5 };
const START_MS = 120_000;

/**
 * Two worker processes compared with one. The client and the database need processors too, so on two cores little is
 * gained.
 */
export async function measureWorkers(databaseUrl: string, one: TestServer): Promise<void> {
  const accounts = await Promise.all(Array.from({ length: CONNECTIONS }, () => newAccount()));
  const two = await startTestServer(databaseUrl, {
    NEXTAUTH_SECRET: one.variables.NEXTAUTH_SECRET,
    WEB_CONCURRENCY: "2",
  });
  for (const deadline = Date.now() + START_MS; two.pids().length < 2 && Date.now() < deadline;)
    await new Promise((resolve) => setTimeout(resolve, 100));
  const lines: string[][] = [];
  for (const operation of await operations()) {
    const at =
      ({ url }: TestServer) =>
      (connection: number) =>
        requestOf(operation, url, connection, accounts[connection]!);
    const [ofTwo, ofOne] = await contest(
      [
        { name: "two", next: at(two) },
        { name: "one", next: at(one) },
      ],
      EFFORT,
    );
    if (!ofTwo || !ofOne) continue;
    lines.push([
      operation.name,
      ofTwo.perSecond.toFixed(0),
      ofTwo.p99.toFixed(1),
      ofOne.perSecond.toFixed(0),
      ofOne.p99.toFixed(1),
      percent(ofOne.ratio),
    ]);
  }
  await two.stop();
  table(
    [`on ${os.availableParallelism()} processors`, "two workers/s", "p99 ms", "one/s", "p99 ms", "two of one"],
    lines,
  );
}
