import { setTimeout as sleep } from "node:timers/promises";
import { database } from "@/lib/infra/database/db";
import { UserError } from "@/scripts/tools/terminal";
import { newAccount } from "@/tests/support/api-accounts";
import { problemsOf, type Story } from "../crash/audit";
import { Member } from "../crash/member";
import { KillableServer } from "../crash/killable-server";
import { type Answer, startFlakyReceiver } from "../crash/flaky-receiver";
import { rehearse } from "../rehearsal";

const EVENTS = 2000;
/** Events are spread over several accounts, so that no endpoint fails often enough in a row to be disabled. */
const ACCOUNTS = 8;
const AT_ONCE = 24;
const KILLS = 5;
/** The last kill comes once everything is posted, while many deliveries are pending. */
const KILLS_WHILE_POSTING = KILLS - 1;
const TIMEOUT_MS = 180_000;

/** Posts to a server that is killed with SIGKILL repeatedly, and compares what was committed, logged and received. */
export function prove(): Promise<void> {
  return rehearse((variables) => proveDeliveries(new KillableServer(variables)));
}

async function proveDeliveries(server: KillableServer): Promise<void> {
  await server.start();
  const cast = await Promise.all(Array.from({ length: ACCOUNTS }, () => join(server.url)));
  const delivered = () => database().prisma.delivery.count({ where: { status: "delivered" } });
  const restart = async () => {
    await server.kill();
    console.log(
      `  killed ${server.killedAt.length} of ${KILLS}: ${answered()} posts answered, ${await delivered()} delivered`,
    );
    await server.start();
  };
  const answered = () => cast.reduce((sum, { posts }) => sum + posts.length, 0);

  let next = 0;
  const posting = Array.from({ length: AT_ONCE }, async () => {
    for (let n = next++; n < EVENTS; n = next++) {
      const { member, posts } = cast[n % ACCOUNTS]!;
      posts.push(await member.post(`Post ${n}`));
    }
  });
  for (let kill = 1; kill <= KILLS_WHILE_POSTING; kill += 1) {
    const killAfter = (EVENTS * (kill - Math.random() / 2)) / KILLS_WHILE_POSTING;
    while (answered() < killAfter) await sleep(1);
    await restart();
  }
  await Promise.all(posting);
  await restart();

  for (
    const end = Date.now() + TIMEOUT_MS;
    (await database().prisma.delivery.count({ where: { status: "pending" } })) > 0;
    await sleep(200)
  ) {
    if (Date.now() > end) throw new UserError(`Only ${await delivered()} of ${EVENTS} were delivered in time.`);
  }
  const stories = await Promise.all(cast.map(collect));
  await server.kill();
  report(stories, server.killedAt.slice(0, KILLS));
}

async function join(url: string) {
  const receiver = await startFlakyReceiver();
  const member = new Member(url, (await newAccount()).key);
  return { member, receiver, endpoint: await member.subscribe(receiver.url), posts: [] as string[] };
}

async function collect({ member, receiver, endpoint, posts }: Awaited<ReturnType<typeof join>>): Promise<Story> {
  receiver.stop();
  return { receiver, endpoint, posts, events: await member.events(), deliveries: await member.deliveries(endpoint.id) };
}

function report(stories: Story[], killedAt: number[]): void {
  const attempts = stories.flatMap(({ receiver }) => [...receiver.attempts.values()].flat());
  const answers = new Map<Answer, number>();
  for (const { answer } of attempts) answers.set(answer, (answers.get(answer) ?? 0) + 1);
  const events = stories.reduce((sum, story) => sum + story.events.length, 0);
  const logged = stories.flatMap(({ deliveries }) => deliveries).reduce((sum, { attempts }) => sum + attempts, 0);
  console.log(`  ${events} events committed; ${attempts.length} requests arrived, ${logged} attempts in the log`);
  console.log(`  answered: ${[...answers].map(([answer, count]) => `${count} × ${answer}`).join(", ")}`);
  const problems = stories.flatMap((story) => problemsOf(story, killedAt));
  if (events !== EVENTS) problems.push(`${EVENTS} posts were made, and ${events} events committed`);
  if (problems.length > 0)
    throw new UserError([`${problems.length} problems, among them:`, ...problems.slice(0, 20)].join("\n  "));
}
