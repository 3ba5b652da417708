import { createHmac } from "node:crypto";
import http from "node:http";
import type { AddressInfo } from "node:net";
import { NextRequest } from "next/server";
import { handleInngest } from "@/lib/queue/inngest-functions";

export const SIGNING_KEY = "signkey-test-0123456789abcdef0123456789abcdef";

interface Step {
  id: string;
  op: string;
  data?: unknown;
}

/**
 * Starts the part of an Inngest server that runs functions: it accepts events and calls the app step by step, without
 * sleeping.
 */
export async function startInngest(behave: (event: object) => "run" | "forget" | "hang" = () => "run") {
  const events: { name: string; data: Record<string, string> }[] = [];
  const running: Promise<unknown>[] = [];
  const registrations: { url: string }[] = [];
  const server = http.createServer(async (request, response) => {
    const body: unknown = JSON.parse(Buffer.concat(await request.toArray()).toString());
    if (request.url?.startsWith("/fn/register")) {
      registrations.push(body as { url: string });
      return response.setHeader("Content-Type", "application/json").end(JSON.stringify({ ok: true, modified: true }));
    }
    const sent = body as typeof events;
    for (const event of sent) {
      events.push(event);
      const behaviour = behave(event);
      if (behaviour === "hang") return;
      if (behaviour === "run") running.push(runFunction("pegboard-deliver-webhook", event));
    }
    response.setHeader("Content-Type", "application/json");
    response.end(JSON.stringify({ ids: sent.map((_event, index) => `event-${index}`), status: 200 }));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    settings: {
      dev: false,
      eventKey: "event-key",
      signingKey: SIGNING_KEY,
      acceptsUnsignedSync: false,
      baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    },
    events,
    registrations,
    finished: () => Promise.all(running),
    stop() {
      server.closeAllConnections();
      server.close();
    },
  };
}

/** Calls a function until it completes. Returns the kinds of its steps and its result. */
async function runFunction(id: string, event: object): Promise<{ steps: string[]; result: unknown }> {
  const steps: Record<string, { data: unknown }> = {};
  const names: string[] = [];
  for (;;) {
    const stack = Object.keys(steps);
    const response = await call("POST", `?fnId=${id}&stepId=step`, {
      version: 2,
      event,
      events: [event],
      steps,
      ctx: { run_id: "run", fn_id: id, attempt: 0, stack: { stack, current: stack.length } },
    });
    const body = (await response.json()) as Step[];
    for (const step of body) {
      if (step.op === "RunComplete") return { steps: names, result: step.data };
      steps[step.id] = { data: step.data ?? null };
      names.push(step.op);
    }
  }
}

/** Sends the app a request as Inngest does: signed, unless `signed` is false. */
export function call(method: "GET" | "POST" | "PUT", query = "", body?: object, signed = true): Promise<Response> {
  const headers: Record<string, string> = { "Content-Type": "application/json" };
  if (signed) headers["x-inngest-signature"] = sign(body ? canonical(body) : "");
  return handleInngest(
    new NextRequest(`http://localhost:3000/api/inngest${query}`, {
      method,
      headers,
      body: body && JSON.stringify(body),
    }),
  );
}

function sign(text: string): string {
  const at = Math.round(Date.now() / 1000);
  const key = SIGNING_KEY.replace(/^signkey-\w+-/, "");
  return `t=${at}&s=${createHmac("sha256", key)
    .update(text + at)
    .digest("hex")}`;
}

/** Serializes JSON with sorted keys, which is the form that is signed. */
function canonical(value: unknown): string {
  return JSON.stringify(value, (_key, inner: unknown) =>
    typeof inner === "object" && inner !== null && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1)))
      : inner,
  );
}
