// `npm run proof`: what is too long for every test run. Here: a server that is killed again and again loses no webhook.
import "./check-node";
import { spawn } from "node:child_process";
import { createHmac, randomUUID } from "node:crypto";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { type Context, createContext, idFor } from "@/lib/domain/context";
import { issueKey } from "@/lib/domain/keys/commands";
import { createEndpoint } from "@/lib/domain/webhooks/commands";
import { database } from "@/lib/infra/db";
import { NEXT } from "./next";
import { build, isBuilt } from "./production-build";
import { failWith, Trouble } from "./terminal";
import { copyTemplate, openTestDatabases } from "./test-databases";
import { ownEnvironment, serverVariables, TEST_BUILD } from "./test-server";

const ROUNDS = 5;
const POSTS_A_ROUND = 40;
/** A receiver that fails more often would use up the attempts that a delivery has. */
const MOST_FAILURES = 3;
const PATIENCE_MS = 120_000;

type Variables = Awaited<ReturnType<typeof serverVariables>>;

interface Arrived {
  body: string;
  signature: string;
  failures: number;
  accepted: boolean;
}

try {
  await prove();
} catch (error) {
  failWith(error);
}
process.exit(0);

async function prove(): Promise<void> {
  const built = { ...ownEnvironment(), ...TEST_BUILD };
  if (!isBuilt(built)) await build(built, "on failure");
  const databases = await openTestDatabases();
  try {
    const { url } = await copyTemplate(databases);
    const variables = await serverVariables(url);
    Object.assign(process.env, variables);
    await proveDeliveries(variables);
  } finally {
    await database().pool.end();
    await databases.leave();
  }
}

/** Posts while the server is killed with -9, and compares what was committed with what arrived. */
async function proveDeliveries(variables: Variables): Promise<void> {
  const receiver = await startReceiver();
  const owner = await newOwner();
  const { key } = await issueKey(owner, { name: "proof", scopes: ["write:posts"] });
  const { secret } = await createEndpoint(owner, { url: receiver.url, events: ["post.created"] });
  for (let round = 1; round <= ROUNDS; round += 1) {
    const server = await startServer(variables);
    let answered = 0;
    const count = (isAnswered: boolean) => void (answered += Number(isAnswered));
    const posts = Promise.all(Array.from({ length: POSTS_A_ROUND }, (_, n) => post(variables.NEXTAUTH_URL, key, `round ${round}, post ${n}`).then(count)));
    const fatal = 1 + Math.floor(Math.random() * (POSTS_A_ROUND - 5));
    for (const end = Date.now() + PATIENCE_MS; answered < fatal && Date.now() < end; ) await sleep(2);
    server.kill("SIGKILL");
    await posts;
    console.log(`  killed ${round} of ${ROUNDS}: ${answered} of ${POSTS_A_ROUND} posts were answered, ${receiver.arrived.size} deliveries seen so far`);
  }
  const server = await startServer(variables);
  const { prisma } = database();
  for (const end = Date.now() + PATIENCE_MS; Date.now() < end && (await prisma.delivery.count({ where: { status: "pending" } })) > 0; ) await sleep(500);
  const events = await prisma.event.findMany({ include: { deliveries: true } });
  const lost = events.filter(({ deliveries }) => deliveries.length !== 1 || !receiver.arrived.get(deliveries[0]!.id)?.accepted || deliveries[0]!.status !== "delivered");
  const forged = [...receiver.arrived.values()].filter(({ body, signature }) => !isGenuine(body, signature, secret));
  const strange = receiver.arrived.size - events.length;
  server.kill("SIGKILL");
  console.log(`  ${events.length} events committed, ${lost.length} lost, ${strange} that nobody committed, ${forged.length} wrongly signed`);
  if (events.length < ROUNDS) throw new Trouble("Too little was committed to prove anything.");
  if (lost.length + Math.abs(strange) + forged.length > 0) throw new Trouble("Deliveries and events do not agree.");
}

async function newOwner(): Promise<Context> {
  const visitor = createContext({ actor: null, door: "app" });
  const handle = `proof_${randomUUID().slice(0, 8)}`;
  const { id, name, image, role, tier } = await database().prisma.user.create({ data: { id: idFor(visitor, "user"), handle, name: "Proof", createdAt: visitor.now } });
  return { ...visitor, actor: { id, handle, name, image, role, tier } };
}

async function startServer(variables: Variables) {
  const child = spawn(process.execPath, [NEXT, "start", "--hostname", "127.0.0.1", "--port", variables.PORT], { env: variables as NodeJS.ProcessEnv, stdio: "ignore" });
  while (!(await fetch(`http://127.0.0.1:${variables.PORT}/api/v1/openapi.json`).catch(() => undefined))) await sleep(50);
  return child;
}

/** Whether the post was answered; a killed server answers nothing, and may have committed all the same. */
async function post(site: string, key: string, content: string): Promise<boolean> {
  const headers = { Authorization: `Bearer ${key}`, "Content-Type": "application/json" };
  return fetch(`${site}/api/v1/posts`, { method: "POST", headers, body: JSON.stringify({ content }) }).then(
    ({ status }) => status === 201,
    () => false,
  );
}

/** Answers 500, hangs up or takes its time, at random, but each delivery at most a few times. */
async function startReceiver() {
  const arrived = new Map<string, Arrived>();
  const server = createServer(async (request, response) => {
    let body = "";
    for await (const chunk of request) body += String(chunk);
    const { id } = JSON.parse(body) as { id: string };
    const entry = arrived.get(id) ?? { body, signature: "", failures: 0, accepted: false };
    arrived.set(id, entry);
    entry.signature = String(request.headers["x-service-signature"]);
    const mood = entry.failures < MOST_FAILURES ? Math.random() : 1;
    if (mood < 0.4) entry.failures += 1;
    if (mood < 0.2) return void response.writeHead(500).end();
    if (mood < 0.4) return void request.socket.destroy();
    entry.accepted = true;
    response.writeHead(204).end();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`, arrived };
}

function isGenuine(body: string, signature: string, secret: string): boolean {
  const [, timestamp, v1] = /^t=(\d+),v1=([0-9a-f]{64})$/.exec(signature) ?? [];
  return v1 === createHmac("sha256", secret).update(`${timestamp}.${body}`).digest("hex");
}
