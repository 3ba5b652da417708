// `npm run bench`: requests, bets, deliveries and likes, as ratios to references in the same run. The ratios matter,
// because other work on the machine slows both sides equally.
import "./tools/check-node";
import { randomBytes } from "node:crypto";
import { measureBets } from "@/tests/load/bench/bets";
import { measureDeliveries } from "@/tests/load/bench/deliveries";
import { measureListeners } from "@/tests/load/bench/listeners";
import { measureRequests } from "@/tests/load/bench/requests";
import { measureWorkers } from "@/tests/load/bench/workers";
import { openLoadDatabase } from "@/tests/load/database";
import { recordEncryptionKey } from "@/tests/load/encryption-key";
import { progressLine } from "@/tests/load/progress";
import { BENCH } from "@/tests/load/scale";
import { buildIfStale } from "@/tests/load/test-build";
import { refreshClient } from "./tools/next";
import { elapsed, failWith, step } from "./tools/terminal";
import { startTestServer } from "@/tests/support/test-server";

try {
  await bench();
  console.log(`  Done after ${elapsed().trim()}.`);
  process.exit(0);
} catch (error) {
  failWith(error);
}

async function bench(): Promise<void> {
  refreshClient();
  await buildIfStale();
  const filled = `${BENCH.posts.toLocaleString("en")} posts, ${BENCH.users.toLocaleString("en")} people, ${BENCH.likes.toLocaleString("en")} likes`;
  const database = await step(
    "database",
    () => openLoadDatabase(BENCH, progressLine()),
    () => filled,
  );
  try {
    const secret = randomBytes(32).toString("hex");
    await recordEncryptionKey(database.url, secret);
    // One worker, because each reference is a single process as well.
    const product = await startTestServer(database.url, { NEXTAUTH_SECRET: secret, WEB_CONCURRENCY: "1" });
    // This process does some of the work itself, and needs the server's database and secrets.
    Object.assign(process.env, product.variables);
    await measureRequests(database.url, product);
    await measureBets(database.url, product);
    await measureDeliveries(product);
    await measureWorkers(database.url, product);
    await product.stop();
    await measureListeners();
  } finally {
    await database.leave();
  }
}
