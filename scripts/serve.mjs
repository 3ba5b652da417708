// The process of the production server (lib/server), as `npm start` and the tests run it. Plain JavaScript, so that
// only lib/server passes through tsx: its hooks on `require` (`tsImport` has them too) would break how Next loads its
// configuration.
import path from "node:path";
import next from "next";
import { PHASE_PRODUCTION_SERVER } from "next/constants.js";
import configuration from "next/dist/server/config.js";
import { register } from "tsx/esm/api";

const { HOST, PORT, NEXT_DIST_DIR, SHUTDOWN_GRACE_SECONDS, TRUSTED_PROXIES, WEB_CONCURRENCY, DIRECT_MOUNT } =
  process.env;
const dir = path.resolve(import.meta.dirname, "..");
// Read by next.config.ts: the server compresses responses itself.
process.env.NEXT_COMPRESS = "no";
// Next keeps what is loaded here. Loaded by its server, it would print between the lines of the log how long that took.
await configuration.default(PHASE_PRODUCTION_SERVER, dir);

const { serve } = await register({ namespace: "server" }).import("../lib/server/serve.ts", import.meta.url);
await serve(next, {
  dir,
  build: NEXT_DIST_DIR ?? ".next",
  host: HOST,
  port: Number(PORT),
  graceMs: Number(SHUTDOWN_GRACE_SECONDS) * 1000,
  isBehindProxy: Number(TRUSTED_PROXIES ?? 0) > 0,
  isDirect: DIRECT_MOUNT !== "0" && DIRECT_MOUNT !== "false",
  descriptors: process.argv.slice(2).map(Number),
  workers: Number(WEB_CONCURRENCY),
});
