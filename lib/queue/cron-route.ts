import { announceDue } from "@/lib/domain/announcer/announce";
import { hasBearerToken } from "@/lib/infra/bearer-token";
import { env } from "@/lib/infra/environment/env";
import { platformContext } from "./platform";
import { OVERDUE_MS, pollDeliveries, pollMail } from "./poll";
import { runRetention } from "./retention";
import { runUpkeep } from "./upkeep";

/** Handles the call of a host's scheduler, for hosts without long-lived processes. Requires the deployment's secret. */
export async function handleCron(request: Request): Promise<Response> {
  const { cronSecret, inngest } = env();
  const headers = { "Cache-Control": "no-store" };
  if (!cronSecret || !hasBearerToken(request.headers.get("authorization"), cronSecret)) {
    return Response.json({ error: "Only the scheduler may call this." }, { status: 401, headers });
  }
  const overdue = { overdueMs: inngest ? OVERDUE_MS : undefined };
  await announceDue(platformContext());
  await Promise.all([pollDeliveries(overdue), pollMail(overdue), runRetention(), runUpkeep()]);
  return Response.json({ ok: true }, { headers });
}
