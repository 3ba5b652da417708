import { apiRoutes } from "@/lib/api/routes";
import { type Context, read } from "@/lib/domain/kernel/context";
import { createPost } from "@/lib/domain/writing/posts/commands";
import type { Handlers } from "@/lib/http/handlers";
import { Router } from "@/lib/http/router";
import { ACTS, type Act, type ActName, type Subject } from "./acts";
import { arm, type Plan } from "./plans";
import { CONNECTIONS, type Stage } from "./stage";

/** What a caller was told of an act. */
interface Told {
  status: number;
  text: string;
  isReplayed: boolean;
  outcome: "done" | "not done" | "unknown";
}

export interface Ended {
  /** What happened, line by line. */
  story: string[];
  problems: string[];
}

const router = new Router(apiRoutes());
let runs = 0;

/** Runs a plan, and returns its story, and where what was told differs from what is true. */
export async function runPlan(stage: Stage, plan: Plan): Promise<Ended> {
  const { proxy } = stage;
  const subject = await newSubject(stage, `Run ${++runs}`);
  const problems: string[] = [];
  const story: string[] = [];
  const acts: Begun[] = [];
  for (const name of plan.acts) acts.push(await begin(stage, subject, name));
  const struck = arm(proxy, plan.faults);
  for (const act of acts) {
    const told = await act.ask();
    act.told = told;
    await stage.settle();
    const done = await act.count();
    story.push(`${act.name}: told ${told.outcome} (${told.status}), done ${done}${strikes(struck)}`);
    problems.push(...untruths(act.name, told, done));
  }
  proxy.choice = undefined;
  for (const act of acts) if (!act.isKeyless) problems.push(...(await askAgain(act)));
  problems.push(...(await harmOf(stage)));
  return { story, problems };
}

const strikes = (struck: string[]) =>
  struck
    .splice(0)
    .map((fault) => `; ${fault}`)
    .join("");

async function newSubject({ ada, ben }: Stage, content: string): Promise<Subject> {
  const post = (person: Context) =>
    createPost({ ...person, now: new Date() }, { content: `Before ${content}`, audience: "PUBLIC" });
  const [bens, own] = await Promise.all([post(ben), post(ada)]);
  return { content, postId: bens.id, ownPostId: own.id };
}

interface Begun {
  name: ActName;
  isKeyless: boolean;
  told?: Told;
  ask(): Promise<Told>;
  /** How often it was done since. */
  count(): Promise<number>;
}

async function begin(stage: Stage, subject: Subject, name: ActName): Promise<Begun> {
  const act: Act = ACTS[name];
  const count = async () => {
    const { sql, about } = act.count;
    const { rows } = await stage.monitor.query<{ count: number }>(sql, [stage.ada.actor.id, ...about(subject)]);
    return rows[0]!.count;
  };
  const before = await count();
  const key = act.isKeyless ? undefined : `${subject.content}: ${name}`;
  return {
    name,
    isKeyless: act.isKeyless ?? false,
    ask: () => askPatiently(stage, () => ask(stage, act.route(subject), { json: act.json?.(subject), key }), key),
    count: async () => (await count()) - before,
  };
}

/**
 * Asks; and where an answer of the database is held, a second time with the same key, before that is let go. Returns
 * what the caller knows then.
 */
async function askPatiently({ proxy }: Stage, ask: () => Promise<Told>, key: string | undefined): Promise<Told> {
  const asked = ask();
  const isHeld = await Promise.race([asked.then(() => false), proxy.holding().then(() => true)]);
  if (!isHeld) return asked;
  const all = key === undefined ? [asked] : [asked, ask()];
  proxy.release();
  const told = await Promise.all(all);
  const whoseIs = (wanted: Told["outcome"]) => told.find(({ outcome }) => outcome === wanted);
  return whoseIs("done") ?? whoseIs("unknown") ?? told[0]!;
}

interface Asked {
  json?: object;
  key?: string;
}

/** Asks the product as a server would, and waits for what it does after the response. */
async function ask({ key: apiKey, cookie }: Stage, route: string, { json, key }: Asked): Promise<Told> {
  const [method, path] = route.split(" ") as [keyof Handlers, string];
  const headers: Record<string, string> = path.startsWith("/api/v1/")
    ? { Authorization: `Bearer ${apiKey}` }
    : { Cookie: cookie };
  if (json) headers["Content-Type"] = "application/json";
  if (key !== undefined) headers["Idempotency-Key"] = key;
  const request = new Request(`http://localhost:3000${path}`, { method, headers, body: json && JSON.stringify(json) });
  const later: Promise<unknown>[] = [];
  const { handlers, params } = router.find(path)!;
  const waitUntil = (job: () => Promise<unknown>) => void later.push(job().catch(() => undefined));
  const response = await handlers[method](request, { params, clientIp: "127.0.0.1", waitUntil });
  const text = await response.text();
  await Promise.all(later);
  const { status } = response;
  const outcome = response.ok ? "done" : text.includes('"outcome_unknown"') ? "unknown" : "not done";
  return { status, text, isReplayed: response.headers.has("Idempotency-Replayed"), outcome };
}

function untruths(name: string, { status, text, outcome }: Told, done: number): string[] {
  const problems: string[] = [];
  if (done < 0 || done > 1) problems.push(`${name} was done ${done} times`);
  if (outcome === "done" && done !== 1) problems.push(`${name} was told done, and is not`);
  if (outcome === "not done" && done !== 0) problems.push(`${name} was told not done, and is`);
  if (outcome !== "done" && status !== 503) problems.push(`${name} was told ${status} ${text}`);
  if (outcome === "not done" && !text.includes("Nothing was changed")) problems.push(`${name} was told ${text}`);
  return problems;
}

/** With its key, every act ends done once, and whoever was told so is told the same. */
async function askAgain({ name, told, ask, count }: Begun): Promise<string[]> {
  const done = await count();
  const again = await ask();
  const problems: string[] = [];
  if (again.outcome !== "done") problems.push(`${name} was asked again, and told ${again.status} ${again.text}`);
  if (again.isReplayed !== (done === 1)) problems.push(`${name} was asked again, and ${done ? "not " : ""}replayed`);
  if (told?.outcome === "done" && again.text !== told.text) problems.push(`${name} was told two things`);
  const doneAfter = await count();
  if (doneAfter !== 1) problems.push(`${name} was asked again, and done ${doneAfter} times`);
  return problems;
}

/** The pool serves again, each caller what it asked for, and nobody has left a transaction open. */
async function harmOf(stage: Stage): Promise<string[]> {
  const problems: string[] = [];
  const all = Array.from({ length: 2 * CONNECTIONS }, (_, index) => index);
  const told = await Promise.all(all.map(() => ask(stage, "GET /api/v1/me", {})));
  problems.push(
    ...told.filter(({ outcome }) => outcome !== "done").map(({ text }) => `afterwards, a read got ${text}`),
  );
  const echoes = await Promise.all(
    all.map((index) => read<{ index: number }>(stage.ada, "faults.echo")`SELECT ${index}::int AS index`),
  );
  if (echoes.some(([row], index) => row?.index !== index))
    problems.push("afterwards, an answer went to another caller");
  await stage.settle();
  const { rows } = await stage.monitor.query<{ query: string }>(
    `SELECT query FROM pg_stat_activity WHERE datname = current_database() AND state LIKE 'idle in transaction%'`,
  );
  return [...problems, ...rows.map(({ query }) => `a transaction was left open after ${query}`)];
}
