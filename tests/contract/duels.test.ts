import { randomUUID } from "node:crypto";
import { beforeAll, describe, expect, test } from "vitest";
import { database } from "@/lib/infra/database/db";
import { BASE_URL, send } from "@/tests/support/api";
import { type Account, newAccount } from "@/tests/support/api-accounts";
import { sessionCookieOf } from "@/tests/support/session-cookie";

let [ada, ben, eve]: Player[] = [];
beforeAll(async () => {
  [ada, ben, eve] = await Promise.all([newPlayer(), newPlayer(), newPlayer()]);
});

interface Player {
  account: Account;
  cookie: string;
}

async function newPlayer(): Promise<Player> {
  const account = await newAccount();
  return { account, cookie: await sessionCookieOf(account.ctx()) };
}

/** Sends a request as a player, or as a visitor. */
function as(player: Player | null, path: string, json?: unknown, headers: Record<string, string> = {}) {
  const own = { ...(player && { Cookie: player.cookie }), ...headers };
  return send(
    path,
    json === undefined ? { headers: own } : { method: "POST", json, headers: { Origin: BASE_URL, ...own } },
  );
}

const challenge = async (from: Player, to: Player) => {
  const answer = await as(from, "/api/ranked", { game: "duel", opponent: to.account.handle });
  expect(answer.status).toBe(201);
  return answer.json as { id: string; serverSeedHash: string };
};

/** Picks and a seed that appear nowhere else: unlikely stakes, and a unique word. */
const secretPlay = (word: string) => ({
  action: "play",
  clientSeed: word,
  picks: [
    { bin: 4, stake: 13 },
    { bin: 0, stake: 17 },
    { bin: 3, stake: 7 },
    { bin: 1, stake: 11 },
    { bin: 4, stake: 19 },
  ],
});

describe("before both have played", () => {
  test("no route, page, event or log reveals the other's picks or the seed", async () => {
    const word = `secret-${randomUUID()}`;
    const { id } = await challenge(ada!, ben!);
    expect((await as(ada!, `/api/ranked/challenge/${id}`, secretPlay(word))).json).toEqual({ status: "pending" });
    await as(ben!, `/api/ranked/challenge/${id}`, { action: "accept" });
    const { serverSeed } = await database().prisma.duel.findUniqueOrThrow({ where: { id } });
    const paths = [
      `/api/ranked/challenge/${id}`,
      "/api/ranked",
      "/api/ranked/duel/leaderboard",
      "/api/leaderboards/duel",
      "/api/me/notifications",
      `/api/users/${ada!.account.handle}`,
      `/api/profile/${ada!.account.id}`,
      `/ranked/${id}`,
      `/ranked/${id}?_rsc=1`,
      "/ranked",
      "/notifications",
      `/users/${ada!.account.handle}`,
      "/leaderboards/duel",
      "/api/account/export",
    ];
    for (const reader of [ben!, eve!, null])
      for (const path of paths)
        for (const headers of [{}, { RSC: "1" }] as Record<string, string>[]) {
          const { text } = await as(reader, path, undefined, headers);
          expect([
            path,
            text.includes(word),
            text.includes(serverSeed),
            /"stake":(13|17|7|11|19)\b|\[13,17,7,11,19\]/.test(text),
          ]).toEqual([path, false, false, false]);
        }
    for (const key of [ben!.account.key, eve!.account.key])
      for (const path of ["/api/v1/events", "/api/v1/me/notifications", "/api/v1/leaderboards/duel"])
        expect((await send(path, { key })).text).not.toContain(word);
    const answer = await as(ben!, `/api/ranked/challenge/${id}`, { action: "accept" });
    expect([answer.status, answer.text.includes(word)]).toEqual([409, false]);
    expect((await as(eve!, `/api/ranked/challenge/${id}`)).status).toBe(404);
    expect((await as(null, `/ranked/${id}`)).status).toBe(404);
    const own = await as(ada!, `/api/ranked/challenge/${id}`);
    expect(own.json).toMatchObject({ clientSeed: word, picks: secretPlay(word).picks });
    expect(own.text).not.toContain(serverSeed);
    // The data written for streams, webhooks and notifications.
    const { prisma } = database();
    const written = JSON.stringify(
      await Promise.all([
        prisma.$queryRaw`SELECT data FROM "LiveEvent"`,
        prisma.event
          .findMany({ where: { name: { startsWith: "duel." } } })
          .then((rows) => rows.map(({ data }) => data)),
        prisma.notification
          .findMany({ where: { userId: ben!.account.id } })
          .then((rows) => rows.map(({ preview }) => preview)),
      ]),
    );
    expect(written).not.toContain(word);
    expect(written).not.toContain(serverSeed);

    const end = await as(ben!, `/api/ranked/challenge/${id}`, secretPlay(`other-${word}`));
    expect(end.json).toMatchObject({ status: "finished", result: "draw" });
    for (const reader of [ada!, ben!, eve!, null])
      expect((await as(reader, `/api/ranked/challenge/${id}`)).text).toContain(serverSeed);
    expect((await as(null, `/ranked/${id}`)).text).toContain(word);
  });
});

describe("a play", () => {
  test("that is repeated with its Idempotency-Key gets the same response, and counts once", async () => {
    const { id } = await challenge(ben!, eve!);
    const key = { "Idempotency-Key": randomUUID() };
    const answers = await Promise.all(
      Array.from({ length: 4 }, () => as(ben!, `/api/ranked/challenge/${id}`, secretPlay("mine"), key)),
    );
    expect(new Set(answers.map(({ status, text }) => `${status} ${text}`))).toEqual(
      new Set(['200 {"status":"pending"}']),
    );
    expect((await as(ben!, `/api/ranked/challenge/${id}`, secretPlay("mine"))).status).toBe(409);
  });

  test("names every invalid field, and is rejected without a session or from another site", async () => {
    const path = `/api/ranked/challenge/duel_none`;
    const bad = await as(ada!, path, { action: "play", picks: [{ bin: 5, stake: 101 }], more: 1 });
    expect(bad.status).toBe(400);
    const { issues } = bad.json as { issues: { path: string }[] };
    expect(issues.map(({ path: field }) => field)).toEqual(
      expect.arrayContaining(["picks[0].bin", "picks[0].stake", "picks", "more"]),
    );
    const over = { ...secretPlay("x"), picks: Array.from({ length: 5 }, () => ({ bin: 0, stake: 21 })) };
    expect((await as(ada!, path, over)).json).toMatchObject({ issues: [{ path: "picks" }] });
    expect((await as(ada!, path, { action: "play" })).json).toMatchObject({
      issues: [{ path: "clientSeed" }, { path: "picks" }],
    });
    expect((await as(ada!, path, { action: "accept", clientSeed: "x" })).json).toMatchObject({
      issues: [{ path: "clientSeed" }],
    });
    expect((await as(ada!, path, secretPlay("x"))).status).toBe(404);
    expect((await as(null, path, secretPlay("x"))).status).toBe(401);
    expect((await as(ada!, path, secretPlay("x"), { Origin: "https://evil.example" })).status).toBe(403);
  });
});

test("visitors see the games and the leaderboard, and nobody's duels", async () => {
  expect((await as(null, "/api/ranked")).json).toEqual({
    games: [{ key: "duel", name: expect.any(String) }],
    ratings: [],
    incoming: [],
    outgoing: [],
    finished: [],
  });
  expect((await as(null, "/api/ranked/duel/leaderboard")).json).toMatchObject({ game: "duel" });
  expect((await as(null, "/api/ranked/chess/leaderboard")).status).toBe(400);
});
