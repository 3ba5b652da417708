import { setTimeout as sleep } from "node:timers/promises";
import { UserError } from "@/scripts/tools/terminal";
import { startTestServer, type TestServer } from "@/tests/support/test-server";
import { newAccount } from "@/tests/support/api-accounts";
import { startOwnPostgres } from "@/tests/support/own-postgres";
import { table } from "../bench/table";
import { buildIfStale } from "../test-build";
import { proveStarts } from "../outage-starts";

const AT_ONCE = 50;
/** The timeout of proxies. */
const PROXY_MS = 30_000;
/** The longest response time while the database is known to be down, with room for a busy machine. */
const KNOWN_MS = 5000;
const RECOVERY_MS = 15_000;
const PASSWORD = "four words make one";

type Postgres = Awaited<ReturnType<typeof startOwnPostgres>>;
interface Visitor {
  cookie: string;
  key: string;
}

/** Pages and both APIs, for visitors and members. */
const REQUESTS: [method: string, path: string][] = [
  ["GET", "/"],
  ["GET", "/builds"],
  ["GET", "/blog"],
  ["GET", "/bookmarks"],
  ["GET", "/settings/account"],
  ["GET", "/api/coins"],
  ["POST", "/api/pulse"],
  ["GET", "/api/v1/me"],
  ["GET", "/api/v1/feed"],
  ["POST", "/api/v1/posts"],
];

/**
 * Freezes, resumes, kills and restarts the database of a real server: requests get 503 in time, and everything
 * recovers. Then does the same during starts of the server.
 */
export async function prove(): Promise<void> {
  await buildIfStale();
  const postgres = await startOwnPostgres();
  process.env.DATABASE_URL = postgres.url;
  const server = await startTestServer(postgres.url);
  Object.assign(process.env, server.variables);
  try {
    const visitor = { cookie: await signUp(server), key: (await newAccount("pro")).key };
    await askUntilWell(server, visitor);
    await take("frozen", server, visitor, postgres.freeze, async () => postgres.thaw());
    await take("killed", server, visitor, postgres.kill, postgres.restart);
  } finally {
    postgres.thaw();
    await server.stop();
  }
  try {
    await proveStarts(await postgres.database("empty"));
  } finally {
    await postgres.remove();
  }
}

async function take(
  how: string,
  server: TestServer,
  visitor: Visitor,
  away: Postgres["freeze"],
  back: () => Promise<void>,
): Promise<void> {
  away();
  const first = await askAll(server, visitor);
  const second = await askAll(server, visitor);
  await back();
  const recoveredAfter = await askUntilWell(server, visitor);
  const line = (name: string, answers: Answer[]) => [
    name,
    String(answers.length),
    summary(answers),
    (slowest(answers) / 1000).toFixed(1),
  ];
  console.log(`  ${how}; everything works again after ${(recoveredAfter / 1000).toFixed(1)} s`);
  table(["requests", "count", "answers", "slowest s"], [line("that find out", first), line("afterwards", second)]);
  for (const { method, path, status, retryAfter, text } of [...first, ...second]) {
    if (status !== 503 || !Number(retryAfter))
      throw new UserError(
        `${method} ${path} was answered ${status}, Retry-After ${retryAfter}, while the database was ${how}.`,
      );
    if (!path.startsWith("/api/") && !text.includes("be right back"))
      throw new UserError(`${path} shows no page while the database is ${how}: ${text.slice(0, 200)}`);
  }
  if (slowest(first) > PROXY_MS) throw new UserError("A response took longer than a proxy's timeout.");
  if (slowest(second) > KNOWN_MS) throw new UserError("A response waited for a database that is known to be down.");
}

interface Answer {
  method: string;
  path: string;
  status: number;
  retryAfter: string | null;
  text: string;
  ms: number;
}

function askAll(server: TestServer, visitor: Visitor): Promise<Answer[]> {
  return Promise.all(
    Array.from({ length: AT_ONCE }, (_, index) => ask(server, visitor, REQUESTS[index % REQUESTS.length]!)),
  );
}

async function ask(
  { url }: TestServer,
  { cookie, key }: Visitor,
  [method, path]: (typeof REQUESTS)[number],
): Promise<Answer> {
  const startedAt = performance.now();
  const headers: Record<string, string> = path.startsWith("/api/v1/")
    ? { Authorization: `Bearer ${key}` }
    : { Cookie: cookie, Accept: "text/html" };
  if (method === "POST") headers["Content-Type"] = "application/json";
  const body = path === "/api/pulse" ? '{"want":["notifications"]}' : '{"content":"Still there?"}';
  const response = await fetch(new URL(path, url), {
    method,
    headers,
    redirect: "manual",
    body: method === "POST" ? body : undefined,
  });
  const text = await response.text();
  return {
    method,
    path,
    status: response.status,
    retryAfter: response.headers.get("retry-after"),
    text,
    ms: performance.now() - startedAt,
  };
}

/** Milliseconds until all requests succeed again. */
async function askUntilWell(server: TestServer, visitor: Visitor): Promise<number> {
  const startedAt = performance.now();
  for (;;) {
    const answers = await askAll(server, visitor);
    const ms = performance.now() - startedAt;
    const ill = answers.filter(({ status }) => status >= 300);
    if (ill.length === 0) return ms;
    if (ms > RECOVERY_MS)
      throw new UserError(
        `The server does not recover: ${summary(answers)}, for instance ${ill[0]?.path} ${ill[0]?.text.slice(0, 200)}`,
      );
    await sleep(100);
  }
}

async function signUp({ url }: TestServer): Promise<string> {
  const post = (path: string, init: RequestInit) =>
    fetch(new URL(path, url), { method: "POST", redirect: "manual", ...init });
  await post("/api/register", {
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ name: "Steady", handle: "steady", email: "steady@example.com", password: PASSWORD }),
  });
  const csrf = await fetch(new URL("/api/auth/csrf", url));
  const { csrfToken } = (await csrf.json()) as { csrfToken: string };
  const form = new URLSearchParams({ csrfToken, login: "steady", password: PASSWORD, json: "true", callbackUrl: "/" });
  const signedIn = await post("/api/auth/callback/credentials", { headers: { Cookie: cookiesOf(csrf) }, body: form });
  return cookiesOf(signedIn);
}

const cookiesOf = ({ headers }: Response) =>
  headers
    .getSetCookie()
    .map((cookie) => cookie.split(";", 1)[0])
    .join("; ");
const slowest = (answers: Answer[]) => Math.max(...answers.map(({ ms }) => ms));

function summary(answers: Answer[]): string {
  const counts = new Map<number, number>();
  for (const { status } of answers) counts.set(status, (counts.get(status) ?? 0) + 1);
  return [...counts].map(([status, count]) => `${count} × ${status}`).join(", ");
}
