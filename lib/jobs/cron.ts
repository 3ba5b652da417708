import { timingSafeEqual } from "node:crypto";
import { env } from "@/lib/infra/env";
import { keepHouse } from "./housekeeping";
import { OVERDUE_MS, sweepDeliveries } from "./sweep";

/** What a host's scheduler calls, where no process lives long enough to look for itself. It needs the deployment's secret. */
export async function answerCron(request: Request): Promise<Response> {
  const { cronSecret, inngest } = env();
  const headers = { "Cache-Control": "no-store" };
  if (!cronSecret || !equal(request.headers.get("authorization") ?? "", `Bearer ${cronSecret}`)) {
    return Response.json({ error: "This is for the scheduler alone." }, { status: 401, headers });
  }
  await Promise.all([sweepDeliveries({ overdueMs: inngest ? OVERDUE_MS : undefined }), keepHouse()]);
  return Response.json({ ok: true }, { headers });
}

function equal(given: string, expected: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(expected)];
  return a.length === b.length && timingSafeEqual(a, b);
}
