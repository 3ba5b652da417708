// Slow: each world is played in several sandboxes, and every table of them compared.
import fc from "fast-check";
import { beforeAll, expect, test } from "vitest";
import { newAccount } from "@/tests/support/api-accounts";
import { useVariables } from "@/tests/support/variables";
import { call, digestOf, newSandbox, type Person, prepareSandboxes } from "@/tests/support/sandboxes";

useVariables({
  RATE_LIMIT_SANDBOX: "1000000/60",
  RATE_LIMIT_SANDBOX_RESETS: "1000000/60",
  RATE_LIMIT_WRITE_POSTS: "100000/60",
  RATE_LIMIT_V1_FREE: "100000/60",
});
beforeAll(prepareSandboxes);

/** An act: its actor, its kind, and the earlier post that it is about. */
interface Act {
  who: number;
  what: number;
  about: number;
}

const acts = fc.array(fc.record({ who: fc.nat(2), what: fc.nat(19), about: fc.nat(5) }), {
  minLength: 10,
  maxLength: 40,
});
const STARTS_AT = "2027-01-01T09:00:00Z";

/** Performs acts in sequence, and returns the result of each. */
async function perform(people: readonly Person[], list: readonly Act[]): Promise<string[]> {
  const made: { posts: string[]; endpoints: string[]; rooms: string[] } = { posts: [], endpoints: [], rooms: [] };
  const answers: string[] = [];
  for (const [nth, { who, what, about }] of list.entries()) {
    const { key } = people[who]!;
    const { handle } = people[(who + 1 + (about % 2)) % 3]!;
    const post = `/api/v1/posts/${made.posts[about % Math.max(1, made.posts.length)] ?? "post_none"}`;
    const room = `/api/v1/rooms/${made.rooms[about % Math.max(1, made.rooms.length)] ?? "ABCDEF"}`;
    const content = `Number ${nth} @${handle}`;
    const choices: [route: string, body?: object][] = [
      ["POST /api/v1/posts", { content, audience: about % 3 === 0 ? "FOLLOWERS" : "PUBLIC" }],
      ["POST /api/v1/posts", { content, audience: "PUBLIC" }],
      [`POST ${post}/like`],
      [`DELETE ${post}/like`],
      [`POST ${post}/comments`, { content }],
      [`POST ${post}/bookmark`],
      [`POST ${post}/repost`],
      [`PATCH ${post}`, { content: `${content}, edited` }],
      [`DELETE ${post}`],
      [`POST /api/v1/users/${handle}/follow`],
      [`DELETE /api/v1/users/${handle}/follow`],
      ["PATCH /api/v1/me", { bio: content }],
      ["POST /api/v1/rooms", { name: `Room ${nth}` }],
      [`POST ${room}/join`],
      [`POST ${room}/messages`, { content }],
      ["POST /api/v1/quests/like/claim"],
      ["POST /api/v1/posts", { content: "", audience: "NOBODY" }],
      ["POST /api/v1/webhooks", { url: "https://127.0.0.1:1/", events: ["*", "incoming.*"] }],
      ["POST /api/v1/sandbox/advance", { seconds: (about + 1) * 4000 }],
      ["GET /api/v1/feed"],
    ];
    const [route, body] = choices[what]!;
    const { status, text, json } = await call(key, route, body);
    if (status === 201 && route === "POST /api/v1/posts") made.posts.push(json.id);
    if (status === 201 && route === "POST /api/v1/rooms") made.rooms.push(json.code);
    const isRead = route.startsWith("GET");
    answers.push(`${route} ${status} ${isRead ? text.replace(/"request_id":"[^"]*"/, "") : text}`);
  }
  await call(people[0]!.key, "POST /api/v1/sandbox/advance", { seconds: 10 });
  return answers;
}

test("the results of a sandbox depend only on its seed and acts, whatever happens elsewhere", async () => {
  const [one, other] = [await newSandbox(), await newSandbox()];
  const live = await Promise.all([newAccount(), newAccount(), newAccount()]);
  const liveActs = (list: readonly Act[]) =>
    perform(
      live,
      list.filter(({ what }) => what !== 17),
    );
  const alone = async ({ account, you, robin, sasha }: typeof one, list: readonly Act[], seed: string) => {
    const reset = await call(you.key, "POST /api/v1/sandbox", { seed, startsAt: STARTS_AT });
    expect(reset.status, reset.text).toBe(201);
    const answers = await perform([you, robin, sasha], list);
    return { answers, digest: await digestOf(account.id) };
  };
  await fc.assert(
    fc.asyncProperty(
      acts,
      acts,
      acts,
      fc.string({ minLength: 1, maxLength: 8, unit: "grapheme-ascii" }),
      async (a, b, c, text) => {
        const seed = `s${text.trim()}`;
        const [first, second] = [await alone(one, a, seed), await alone(other, b, seed)];
        const [again, beside] = await Promise.all([alone(one, a, seed), alone(other, b, seed), liveActs(c)]);
        expect(again).toEqual(first);
        expect(beside).toEqual(second);
      },
    ),
    { numRuns: 4, endOnFailure: true },
  );
});

test("another seed gives other ids, and another sandbox's cannot be predicted from the seed", async () => {
  const [one, other] = [await newSandbox({ seed: "same" }), await newSandbox({ seed: "same" })];
  const ids = [];
  for (const { you } of [one, other])
    ids.push((await call(you.key, "POST /api/v1/posts", { content: "Hello", audience: "PUBLIC" })).json.id);
  await call(one.you.key, "POST /api/v1/sandbox", { seed: "another" });
  ids.push((await call(one.you.key, "POST /api/v1/posts", { content: "Hello", audience: "PUBLIC" })).json.id);
  expect(new Set(ids.map((id: string) => id.slice(-12))).size).toBe(3);
});
