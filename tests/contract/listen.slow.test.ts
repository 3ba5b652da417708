// Slow: each listener is a process of its own, and waits for what is delivered again.
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from "vitest";
import { Webhook } from "standardwebhooks";
import { createPost } from "@/lib/domain/writing/posts/commands";
import { likePost } from "@/lib/domain/writing/engagement/commands";
import { database } from "@/lib/infra/database/db";
import { verifyWebhook } from "@/lib/openapi/client/runtime";
import { BASE_URL, send } from "@/tests/support/api";
import { type Account, newAccount } from "@/tests/support/api-accounts";
import { buildCommandLine, type CommandLine, type Listener } from "@/tests/support/command-line";
import { eventually } from "@/tests/support/eventually";
import { startReceiver } from "@/tests/support/receiver";
import { temporaryFolder } from "@/tests/support/temporary-folder";

const root = temporaryFolder(afterAll);
let account: Account;
let cli: CommandLine;

beforeAll(async () => {
  cli = await buildCommandLine(root, BASE_URL);
});

beforeEach(async () => {
  account = await newAccount("pro");
  cli.env.PEGBOARD_KEY = account.key;
});

type Receiver = Awaited<ReturnType<typeof startReceiver>>;

async function receiver(...answer: Parameters<typeof startReceiver>): Promise<Receiver> {
  const started = await startReceiver(...answer);
  onTestFinished(() => void started.stop());
  return started;
}

async function listening(forward: string, words: string[] = []): Promise<Listener> {
  const listener = cli.listen(forward, words);
  onTestFinished(() => listener.kill());
  await listener.said("ready");
  return listener;
}

const post = (content: string) => createPost(account.ctx(), { content, audience: "PUBLIC" });

interface Envelope {
  id: string;
  event: string;
  eventId: string;
  sequence: number;
  data: object;
}

function envelopes({ arrivals }: Receiver) {
  return arrivals.map(({ body }) => JSON.parse(body) as Envelope);
}

describe("pegboard listen", () => {
  test("forwards new events in order, with the headers and body of a webhook", async () => {
    await post("Before");
    const hooks = await receiver();
    const listener = await listening(hooks.url);
    const { secret = "" } = await listener.said("ready");
    const { id } = await post("Hello");
    await likePost(account.ctx(), { id });
    await eventually(() => expect(hooks.arrivals).toHaveLength(2));
    expect(envelopes(hooks)).toMatchObject([
      { event: "post.created", sequence: 1, data: { postId: id } },
      { event: "like.created", sequence: 2, data: { postId: id } },
    ]);
    for (const { body, headers } of hooks.arrivals) {
      const signature = headers["x-service-signature"] as string;
      expect(await verifyWebhook(body, signature, secret)).toEqual(JSON.parse(body));
      expect(new Webhook(secret).verify(body, headers as Record<string, string>)).toEqual(JSON.parse(body));
    }
  });

  test("forwards to an address without a scheme, and says what is test data of a sandbox", async () => {
    const hooks = await receiver();
    const made = await send("/api/v1/sandbox", { method: "POST", key: account.key, json: {} });
    const [you] = (made.json as { people: [{ key: string }] }).people;
    cli.env.PEGBOARD_KEY = you.key;
    const listener = await listening(hooks.url.replace("http://", ""));
    await cli.run(["posts", "create", "--content", "In the sandbox"]);
    await listener.said("attempt");
    expect(envelopes(hooks)).toMatchObject([{ event: "post.created", livemode: false }]);
  });

  test("sends what a webhook would but for the delivery's id and number, of sandboxes and tests too", async () => {
    const [forwarded, delivered] = [await receiver(), await receiver()];
    const made = await send("/api/v1/sandbox", { method: "POST", key: account.key, json: {} });
    const [you] = (made.json as { people: [{ key: string }] }).people;
    for (const key of [account.key, you.key]) {
      cli.env.PEGBOARD_KEY = key;
      const events = ["incoming.mention", "post.created"];
      await send("/api/v1/webhooks", { method: "POST", key, json: { url: delivered.url, events } });
      await listening(forwarded.url);
      await cli.run(["posts", "create", "--content", "Hello"]);
      const { exitCode } = await cli.run(["trigger", "incoming.mention", "--data", '{"postId": "post_mine"}']);
      expect(exitCode).toBe(0);
    }
    const bodies = (hooks: Receiver) =>
      envelopes(hooks)
        .map(({ id: _id, sequence: _sequence, ...body }) => body)
        .toSorted((one, other) => one.eventId.localeCompare(other.eventId));
    await eventually(() => expect(forwarded.arrivals).toHaveLength(4));
    await eventually(() => expect(bodies(forwarded)).toEqual(bodies(delivered)));
    expect(envelopes(delivered)).toContainEqual(
      expect.objectContaining({ test: true, livemode: false, data: expect.objectContaining({ postId: "post_mine" }) }),
    );
  });

  test("says what the log lacks, and does not forward that", async () => {
    const hooks = await receiver();
    const words = ["--events", "*,incoming.*"];
    const first = await listening(hooks.url, words);
    await first.kill();
    const expiresAt = new Date(Date.now() - 60_000);
    await database().prisma.logSubscription.updateMany({ where: { userId: account.id }, data: { expiresAt } });
    const listener = await listening(hooks.url, words);
    expect(await listener.said("interrupted")).toMatchObject({ from: expiresAt.toISOString() });
    await post("Hello");
    await listener.said("attempt");
    expect(envelopes(hooks)).toMatchObject([{ event: "post.created", sequence: 1 }]);
  });

  test("retries an event that the receiver rejects, before any later one", async () => {
    let refusals = 2;
    const hooks = await receiver(({ body }) => ({
      status: body.includes("post.created") && refusals-- > 0 ? 500 : 204,
    }));
    await listening(hooks.url);
    const { id } = await post("Hello");
    await likePost(account.ctx(), { id });
    await eventually(() => expect(hooks.arrivals).toHaveLength(4));
    const arrived = envelopes(hooks);
    expect(arrived.map(({ event }) => event)).toEqual([...Array(3).fill("post.created"), "like.created"]);
    expect(new Set(arrived.map(({ id }) => id)).size).toBe(2);
    expect(arrived.at(-1)?.sequence).toBe(2);
  });

  test("resends an event after being killed before the response, and then the missed ones", async () => {
    let answers = true;
    const hooks = await receiver(() => (answers ? { status: 204 } : new Promise<never>(() => undefined)));
    const listener = await listening(hooks.url);
    await post("Taken");
    await listener.said("attempt");
    answers = false;
    await post("Not answered");
    await eventually(() => expect(hooks.arrivals).toHaveLength(2));
    await listener.kill();
    await post("While it was dead");
    answers = true;
    await listening(hooks.url);
    await eventually(() => expect(hooks.arrivals).toHaveLength(4));
    const [, unanswered, again, missed] = envelopes(hooks);
    expect(again).toEqual(unanswered);
    expect(missed?.sequence).toBe(3);
  });

  test("delivers only requested events, and stores a position for each receiver", async () => {
    const [all, likes] = [await receiver(), await receiver()];
    await listening(all.url);
    await listening(likes.url, ["--events", "like.*,follow.created"]);
    const { id } = await post("Hello");
    await likePost(account.ctx(), { id });
    await eventually(() => expect(all.arrivals).toHaveLength(2));
    await eventually(() => expect(likes.arrivals).toHaveLength(1));
    expect(envelopes(likes)).toMatchObject([{ event: "like.created", sequence: 1 }]);
  });

  test("forwards others' acts, by name and without an endpoint", async () => {
    const [asking, other] = [await receiver(), await newAccount()];
    const { id } = await post("Hello");
    await listening(asking.url, ["--events", "incoming.*"]);
    await likePost(other.ctx(), { id });
    await eventually(() => expect(asking.arrivals).toHaveLength(1));
    expect(envelopes(asking)).toMatchObject([{ event: "incoming.like", data: { postId: id, handle: other.handle } }]);
  });

  test("forwards events of pegboard trigger, with their mark", async () => {
    const hooks = await receiver();
    await listening(hooks.url);
    const { exitCode, stdout } = await cli.run(["trigger", "follow.created"]);
    expect(exitCode).toBe(0);
    await eventually(() => expect(hooks.arrivals).toHaveLength(1));
    const { eventId } = JSON.parse(stdout) as { eventId: string };
    expect(envelopes(hooks)).toMatchObject([{ event: "follow.created", eventId, test: true }]);
  });

  test("begins at the position of --from", async () => {
    await post("Before");
    const hooks = await receiver();
    await listening(hooks.url, ["--from", "start"]);
    await eventually(() => expect(hooks.arrivals).toHaveLength(1));
  });

  test.each<[number, string, () => Promise<Record<string, string>>, string[]]>([
    [2, "no receiver is named", async () => ({}), []],
    [
      3,
      "the key may not read events",
      async () => ({ PEGBOARD_KEY: await account.keyWith(["read:profile"]) }),
      ["--forward", "http://127.0.0.1:4000"],
    ],
    [
      4,
      "the server is away",
      async () => ({ PEGBOARD_URL: "http://127.0.0.1:1" }),
      ["--forward", "http://127.0.0.1:4000"],
    ],
    [
      1,
      "the event to go on from is not kept",
      async () => ({}),
      ["--forward", "http://127.0.0.1:4000", "--from", "evt_gone"],
    ],
  ])("exits with %i, and is never ready, if %s", async (code, _why, env, words) => {
    const { exitCode, stdout } = await cli.run(["listen", ...words], { env: await env() });
    expect({ exitCode, stdout }).toEqual({ exitCode: code, stdout: "" });
  });
});
