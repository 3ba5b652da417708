import { storage } from "@/lib/infra/storage/storage";
import type { Arrival } from "@/tests/support/receiver";
import sharp from "sharp";
import { inject, onTestFinished } from "vitest";
import { apiRoutes } from "@/lib/api/routes";
import { mcpRoute } from "@/lib/mcp/serve-mcp";
import type { Handlers } from "@/lib/http/handlers";
import { Router } from "@/lib/http/router";
import { database } from "@/lib/infra/database/db";
import { withDatabase } from "@/lib/infra/sandbox/connections";
import { newAccount } from "./api-accounts";
import { startReceiver } from "./receiver";
import { makeSandboxTemplate } from "@/scripts/tools/sandbox-template";

const router = new Router([...apiRoutes(), mcpRoute()]);

export interface Answer {
  status: number;
  headers: Headers;
  text: string;
  // Untyped, because tests compare whatever the operation returns.
  // eslint-disable-next-line @typescript-eslint/no-explicit-any
  json: any;
}

/**
 * Calls an operation of the public API with a key, in this process. Jobs after the response have finished when this
 * resolves.
 */
export async function call(key: string, route: string, body?: unknown, headers: Record<string, string> = {}) {
  const [method = "", path = ""] = route.split(" ");
  const url = new URL(path, "http://localhost:3000");
  const found = router.find(url.pathname);
  if (!found) throw new Error(`Nothing answers ${route}`);
  const jobs: (() => Promise<unknown>)[] = [];
  const isEncoded = body instanceof FormData || body instanceof ReadableStream;
  const request = new Request(url, {
    method,
    headers: {
      Authorization: `Bearer ${key}`,
      ...(body !== undefined && !isEncoded && { "Content-Type": "application/json" }),
      ...headers,
    },
    body: isEncoded || body === undefined ? body : JSON.stringify(body),
    duplex: "half",
  } as RequestInit);
  const response = await found.handlers[method as keyof Handlers](request, {
    params: found.params,
    clientIp: "192.0.2.7",
    waitUntil: (job) => void jobs.push(job),
  });
  const text = await response.text();
  for (let job = jobs.shift(); job; job = jobs.shift()) await job();
  const answer: Answer = { status: response.status, headers: response.headers, text, json: undefined };
  if (response.headers.get("Content-Type")?.startsWith("application/json")) answer.json = JSON.parse(text);
  return answer;
}

export interface Person {
  id: string;
  handle: string;
  key: string;
}

/** An account's new sandbox, and the people in it. */
export type Sandboxed = Awaited<ReturnType<typeof newSandbox>>;

export async function newSandbox(reset: object = {}) {
  const account = await newAccount();
  const { status, json, text } = await call(account.key, "POST /api/v1/sandbox", reset);
  if (status !== 201) throw new Error(text);
  const [you, robin, sasha] = json.people as [Person, Person, Person];
  return { account, made: json as { id: string }, you, robin, sasha };
}

/** Creates the template that this file's sandboxes are copied from. */
export async function prepareSandboxes(): Promise<void> {
  inject("testDatabases");
  await makeSandboxTemplate(process.env.DATABASE_URL ?? "");
}

/** The body of a post by a person of a sandbox. */
export const post = { content: "Hello from a sandbox", audience: "PUBLIC" };

/** Registers a receiver for events of `you`, until the test has finished. */
export async function listen({ you }: Sandboxed, events: string[], answer?: Parameters<typeof startReceiver>[0]) {
  const receiver = await startReceiver(answer);
  onTestFinished(async () => {
    await receiver.stop();
  });
  const endpoint = await call(you.key, "POST /api/v1/webhooks", { url: receiver.url, events });
  if (endpoint.status !== 201) throw new Error(endpoint.text);
  return { ...receiver, endpointId: endpoint.json.id as string };
}

/** A request's form with a small picture. */
export async function pictureForm(): Promise<FormData> {
  const picture = await sharp({ create: { width: 8, height: 8, channels: 3, background: "teal" } })
    .png()
    .toBuffer();
  const form = new FormData();
  form.set("image", new Blob([new Uint8Array(picture)], { type: "image/png" }), "a.png");
  return form;
}

/** Columns that are measured, encrypted or identify a read, and so differ between runs. */
const VARYING: Record<string, readonly string[]> = {
  Delivery: ["durationMs", "attemptLog", "traceparent"],
  ApiRequest: ["id", "durationMs"],
  WebhookEndpoint: ["secret", "previousSecret"],
};

/** Returns a digest of every table of an account's sandbox, and the time of its clock. */
export async function digestOf(userId: string): Promise<Record<string, string>> {
  const { databaseName } = await database().prisma.sandbox.findUniqueOrThrow({ where: { userId } });
  return withDatabase(databaseName ?? "", async ({ prisma }) => {
    const columns = await prisma.$queryRaw<{ table: string; column: string }[]>`
      SELECT c.table_name::text AS table, c.column_name::text AS column
        FROM information_schema.columns c JOIN information_schema.tables t USING (table_schema, table_name)
       WHERE t.table_schema = 'public' AND t.table_type = 'BASE TABLE' AND t.table_name <> '_prisma_migrations'
       ORDER BY 1, c.ordinal_position`;
    const digests: Record<string, string> = {};
    for (const table of new Set(columns.map((row) => row.table))) {
      const kept = columns.filter(
        (row) => row.table === table && !VARYING[table.replace(/_.*/, "")]?.includes(row.column),
      );
      const [row] = await prisma.$queryRawUnsafe<{ digest: string }[]>(
        `SELECT count(*) || ' ' || md5(COALESCE(string_agg(r::text, chr(10) ORDER BY r::text), '')) AS digest
           FROM (SELECT ${kept.map(({ column }) => `"${column}"`).join(", ")} FROM "${table}") r`,
      );
      digests[table] = row!.digest;
    }
    const [clock] = await prisma.$queryRawUnsafe<{ clock: string }[]>("SELECT c::text AS clock FROM sandbox.clock c");
    return { ...digests, clock: clock!.clock };
  });
}

export const bodyOf = ({ body }: Arrival) => JSON.parse(body);
export const namesOf = (arrivals: Arrival[]) => arrivals.map((arrival) => bodyOf(arrival).event as string);

export async function filesIn(folder: string): Promise<string[]> {
  const keys: string[] = [];
  for await (const { key } of storage().list(folder)) keys.push(key);
  return keys;
}

export const databaseOf = async ({ account }: Sandboxed) =>
  (await database().prisma.sandbox.findUniqueOrThrow({ where: { userId: account.id } })).databaseName ?? "";
