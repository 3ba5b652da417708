import { serveOutagePages } from "@/lib/http/response/outage-page";
import { stampPeers } from "@/lib/infra/network/client-ip";
import { startProcess } from "@/lib/server/start";

/** Prepares Next's server before it serves. */
export async function startServer(): Promise<void> {
  stampPeers();
  serveOutagePages();
  await startProcess();
}
