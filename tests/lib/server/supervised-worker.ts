// A worker process without Next: answers questions about itself, and drains like the server.
import {
  accountOfCredential,
  forgetCredential,
  rememberCredential,
  shareKnownCredentials,
} from "@/lib/infra/admission/known-credentials";
import { connectToSupervisor, supervisor } from "@/lib/infra/process/supervisor";
import { openLimiter } from "@/lib/infra/limiter/rate-limit";
import { Connections } from "@/lib/server/entry/connections";
import { createHttpServer } from "@/lib/server/entry/http-server";
import { listen } from "@/lib/server/listeners";
import { Penalties } from "@/lib/server/entry/penalties";
import { drainOnSignal } from "@/lib/server/shutdown";

const [ending, ...descriptors] = process.argv.slice(2);
if (ending === "before it listens") process.exit(3);
process.once("disconnect", () => process.exit(1));

connectToSupervisor({ workers: 2, pageProcesses: 1 });
const shutdown = drainOnSignal({ graceMs: 10_000 });
const limiter = openLimiter({ kind: "process" });
const claim = { budget: "test", subject: "ada", rate: { count: 25, seconds: 3600 } };
const received: unknown[] = [];
let hasJobs = false;
void supervisor()?.jobsAssigned.then(() => (hasJobs = true));
supervisor()?.answer("pids", async () => process.pid);
shareKnownCredentials();
supervisor()?.subscribe("news", (message) => received.push(message));

const answers: Record<string, () => unknown> = {
  "/pid": () => process.pid,
  "/spend": async () => (await limiter.apply("spend", [claim]))[0]?.allowed,
  "/has-jobs": () => hasJobs,
  "/publish": () => supervisor()?.publish("news", `from ${process.pid}`),
  "/received": () => received,
  "/remember-key": () => rememberCredential("key", "ada"),
  "/forget-key": () => forgetCredential("key"),
  "/owner-of-key": () => accountOfCredential("key"),
  "/collect": () => supervisor()?.collect("pids"),
  "/acquire": () => supervisor()?.acquire("seats", 2),
  "/release": () => supervisor()?.release("seats"),
};

const connections = new Connections();
const server = createHttpServer(
  async ({ url = "" }, response) => {
    const body = JSON.stringify((await answers[url]?.()) ?? null);
    if (shutdown.isUnderWay) response.setHeader("Connection", "close");
    response.end(body);
  },
  { connections, penalties: new Penalties(), onTooManyHeaders: () => undefined },
);
const onListening = () => {
  process.send?.({ type: "listening" });
  if (ending === "after it listens") setTimeout(() => process.exit(3), 50);
};
// The page process of these tests gets no requests.
const listeners = descriptors.length > 0 ? listen(server, descriptors.map(Number), onListening) : [server];
if (descriptors.length === 0) server.listen(0, "127.0.0.1", onListening);
shutdown.drain(listeners, connections, async () => undefined);
