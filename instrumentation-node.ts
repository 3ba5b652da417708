import { stampPeers } from "@/lib/http/peer";
import { BadEnvironment, env } from "@/lib/infra/env";
import { shutdownOnSignal } from "@/lib/infra/shutdown";
import { startJobs } from "@/lib/jobs/start";

/** What a server does before it serves. */
export function startServer(): void {
  refuseBadEnvironment();
  stampPeers();
  endWithStarter();
  startJobs();
  shutdownOnSignal();
}

function refuseBadEnvironment(): void {
  try {
    env();
  } catch (error) {
    if (!(error instanceof BadEnvironment)) throw error;
    console.error(error.message);
    process.exit(1);
  }
}

/** A server whose starter was killed would go on by itself, and keep the port. */
function endWithStarter(): void {
  if (process.connected) process.once("disconnect", () => process.exit(1));
}
