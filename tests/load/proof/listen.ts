import { randomInt } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { openTemporaryFolder } from "@/scripts/tools/temporary-folder";
import { UserError } from "@/scripts/tools/terminal";
import { newAccount } from "@/tests/support/api-accounts";
import { buildCommandLine, type CommandLine, type Listener } from "@/tests/support/command-line";
import { startReceiver } from "@/tests/support/receiver";
import { KillableServer } from "../crash/killable-server";
import { Member } from "../crash/member";
import { rehearse } from "../rehearsal";

/** What interrupts `pegboard listen`, in this order, while its account posts. */
const DEATHS = ["kill", "kill", "server", "kill", "sleep", "kill", "server", "kill", "server", "long sleep"] as const;
const ASLEEP_MS = 5000;
/** LISTEN_SLEEP_MINUTES=1 shortens it. */
const LONG_ASLEEP_MS = Number(process.env.LISTEN_SLEEP_MINUTES ?? 10) * 60_000;
const POST_EVERY_MS = 150;
const TIMEOUT_MS = 120_000;
/** Most responses take a moment, so that kills hit the listener between a delivery and its response. */
const SLOWEST_ANSWER_MS = 120;

/**
 * Posts while `pegboard listen` is killed, its server is killed, and the machine sleeps, ten times in all. Every event
 * must arrive, in order, and none again except one whose delivery was in progress when the listener was killed or fell
 * asleep, so that its response came too late.
 */
export function prove(): Promise<void> {
  return rehearse(async (variables) => {
    const folder = await openTemporaryFolder();
    const server = new KillableServer(variables);
    try {
      await server.start();
      const account = await newAccount("pro");
      const cli = await buildCommandLine(folder.path, server.url, account.key);
      await proveListen(server, cli, new Member(server.url, account.key));
    } finally {
      await server.kill();
      await folder.close();
    }
  });
}

async function proveListen(server: KillableServer, cli: CommandLine, member: Member): Promise<void> {
  const receiver = await startReceiver(async () => {
    await sleep(randomInt(SLOWEST_ANSWER_MS));
    return { status: 204 };
  });
  let listener = cli.listen(receiver.url);
  await listener.said("ready");
  let isPosting = true;
  const posting = postWhile(member, () => isPosting);
  let interruptions = 0;
  for (const death of DEATHS) {
    if (death !== "server") interruptions += 1;
    await arrivals(receiver, receiver.arrivals.length + 1 + randomInt(10));
    if (death === "kill") {
      await listener.kill();
      listener = cli.listen(receiver.url);
    } else if (death === "server") {
      await server.kill();
      await listener.said("lost", listener.steps.filter(({ type }) => type === "lost").length + 1);
      await server.start();
    } else await asleep(listener, death === "sleep" ? ASLEEP_MS : LONG_ASLEEP_MS);
    console.log(`  ${death}: ${receiver.arrivals.length} requests arrived so far`);
  }
  isPosting = false;
  await posting;
  const events = (await member.events()).map(({ eventId }) => eventId);
  const arrived = () => receiver.arrivals.map(({ body }) => (JSON.parse(body) as { id: string }).id);
  // The posts of ten minutes take minutes to arrive, one after another.
  for (let [count, end] = [0, 0]; arrived().at(-1) !== events.at(-1); await sleep(100)) {
    if (receiver.arrivals.length > count) [count, end] = [receiver.arrivals.length, Date.now() + TIMEOUT_MS];
    if (Date.now() > end) break;
  }
  await listener.kill();
  await receiver.stop();
  const again = arrived().filter((id, index, ids) => ids[index - 1] === id).length;
  const once = arrived().filter((id, index, ids) => ids[index - 1] !== id);
  console.log(
    `  ${events.length} events, ${arrived().length} requests, ${again} of them again after ${interruptions} interruptions`,
  );
  if (once.join() !== events.join())
    throw new UserError(`Not every event arrived once and in order: ${once.length} did.`);
  if (again > interruptions)
    throw new UserError(`${again} arrived again, though the listener was interrupted ${interruptions} times.`);
}

async function postWhile(member: Member, goesOn: () => boolean): Promise<void> {
  for (let number = 1; goesOn(); number += 1) {
    await member.post(`Post ${number}`);
    await sleep(POST_EVERY_MS);
  }
}

async function arrivals(
  { arrivals: arrived }: Awaited<ReturnType<typeof startReceiver>>,
  count: number,
): Promise<void> {
  for (const end = Date.now() + TIMEOUT_MS; arrived.length < count; await sleep(1))
    if (Date.now() > end) throw new UserError(`Nothing arrived any more after ${arrived.length} requests.`);
}

/** Simulates a closed laptop: its timers stop, and its connections break meanwhile. */
async function asleep(listener: Listener, milliseconds: number): Promise<void> {
  listener.signal("SIGSTOP");
  await sleep(milliseconds);
  listener.signal("SIGCONT");
}
