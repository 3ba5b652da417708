import { issueKey } from "@/lib/domain/accounts/keys/commands";
import { SCOPE_NAMES, type Scope } from "@/lib/domain/accounts/keys/scopes";
import type { Context } from "@/lib/domain/kernel/context";
import { database } from "@/lib/infra/database/db";
import type { Method } from "@/lib/http/declaration";
import type { Handlers, MountContext } from "@/lib/http/handlers";
import { clientIp } from "@/lib/infra/network/client-ip";
import { newPerson } from "@/tests/support/people";

export interface Caller {
  ctx: Context;
  key: string;
}

export async function newCaller(
  options: { tier?: "pro"; suspended?: true; scopes?: readonly Scope[] } = {},
): Promise<Caller> {
  const ctx = await newPerson();
  const { key } = await issueKey(ctx, {
    name: "test",
    scopes: [...(options.scopes ?? SCOPE_NAMES)],
    expiresInDays: null,
  });
  await database().prisma.user.update({
    where: { id: ctx.actor.id },
    data: { tier: options.tier, suspendedAt: options.suspended && new Date() },
  });
  return { ctx, key };
}

/** Jobs after the response run at once. */
export function mountContext(request: Request, params: Record<string, string> = {}): MountContext {
  return { params, clientIp: clientIp(request), waitUntil: (job) => void job().catch(() => undefined) };
}

interface HandlerCall {
  key?: string;
  headers?: Record<string, string>;
  body?: BodyInit;
  json?: unknown;
  params?: Record<string, string>;
  path?: string;
}

/** Calls a route's handler as a mounting server does. */
export async function callHandler(
  handlers: Handlers,
  method: Method | "HEAD" | "OPTIONS",
  { key, headers, body, json, params = {}, path = "/api/v1/things" }: HandlerCall = {},
) {
  const request = new Request(`http://localhost${path}`, {
    method,
    headers: {
      ...(key ? { Authorization: `Bearer ${key}` } : {}),
      ...(json === undefined ? {} : { "Content-Type": "application/json" }),
      ...headers,
    },
    body: json === undefined ? body : JSON.stringify(json),
    ...(body instanceof ReadableStream ? { duplex: "half" } : {}),
  });
  const response = await handlers[method](request, mountContext(request, params));
  const text = await response.text();
  return {
    status: response.status,
    headers: response.headers,
    text,
    json: (text === "" ? undefined : JSON.parse(text)) as {
      error: { code: string; message: string; param?: string; errors?: unknown[] };
    },
  };
}
