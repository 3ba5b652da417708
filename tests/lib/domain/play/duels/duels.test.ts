import { describe, expect, test } from "vitest";
import type { Context } from "@/lib/domain/kernel/context";
import { answerChallenge, challengeUser } from "@/lib/domain/play/duels/commands";
import { getDuel, getRanked, getRankedLeaderboard } from "@/lib/domain/play/duels/queries";
import { MAX_INCOMING, MAX_OUTGOING } from "@/lib/domain/play/duels/rules";
import { getLeaderboard } from "@/lib/domain/play/leaderboards/queries";
import { listNotifications } from "@/lib/domain/consequences/notifications/queries";
import { database } from "@/lib/infra/database/db";
import { play, PICKS, playDuel } from "./players";
import { later, newPerson } from "@/tests/support/people";

const HOUR = 3600;
/** As many as a busy machine completes before a transaction times out waiting for a connection. */
const AT_ONCE = 15;
const people = (count: number) => Promise.all(Array.from({ length: count }, () => newPerson()));
const challenge = (from: Context, to: Context) => challengeUser(from, { game: "duel", opponent: to.actor.handle });

describe("a challenge", () => {
  test("is made by id or handle, commits a seed, and notifies the opponent", async () => {
    const [ada, ben] = await people(2);
    const { id, serverSeedHash } = await challengeUser(ada!, {
      game: "duel",
      opponent: ben!.actor.handle.toUpperCase(),
    });
    const { incoming, outgoing } = await getRanked(ben!);
    expect([incoming, outgoing]).toMatchObject([[{ id, serverSeedHash, status: "pending" }], []]);
    expect((await getRanked(ada!)).outgoing).toMatchObject([{ id }]);
    expect((await listNotifications(ben!, { limit: 5 })).data).toMatchObject([
      { type: "DUEL_CHALLENGED", actor: { id: ada!.actor.id }, link: `/ranked/${id}` },
    ]);
    await answerChallenge(ada!, { id, action: "cancel" });
    expect((await listNotifications(ben!, { limit: 5 })).data).toEqual([]);
    await challengeUser(ben!, { game: "duel", opponent: ada!.actor.id });
  });

  test("of oneself is rejected; an unknown, suspended or closed account and the platform are not found", async () => {
    const [ada, gone] = await people(2);
    await database().prisma.user.update({ where: { id: gone!.actor.id }, data: { suspendedAt: new Date() } });
    await expect(challenge(ada!, ada!)).rejects.toMatchObject({
      code: "invalid_request",
      details: { issues: [{ param: "opponent" }] },
    });
    for (const opponent of ["nobody_here", "pegboard", gone!.actor.handle, gone!.actor.id])
      await expect(challengeUser(ada!, { game: "duel", opponent })).rejects.toMatchObject({ code: "not_found" });
  });

  test("exists once between two people, in either direction, under concurrency", async () => {
    const [ada, ben] = await people(2);
    const made = await Promise.allSettled(
      Array.from({ length: 12 }, (_, n) => (n % 2 === 0 ? challenge(ada!, ben!) : challenge(ben!, ada!))),
    );
    expect(made.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    for (const result of made)
      if (result.status === "rejected") expect(result.reason).toMatchObject({ code: "conflict" });
    const open = { closedAt: null, OR: [{ challengerId: ada!.actor.id }, { opponentId: ada!.actor.id }] };
    expect(await database().prisma.duel.count({ where: open })).toBe(1);
  });

  test(`beyond ${MAX_INCOMING} open ones is rejected, under concurrency, until one is closed`, async () => {
    const target = await newPerson();
    const crowd = await people(MAX_INCOMING + 8);
    const made: PromiseSettledResult<unknown>[] = [];
    while (crowd.length > 0)
      made.push(...(await Promise.allSettled(crowd.splice(0, AT_ONCE).map((person) => challenge(person, target)))));
    for (const result of made)
      if (result.status === "rejected") expect(result.reason).toMatchObject({ code: "conflict" });
    expect(made.filter(({ status }) => status === "fulfilled")).toHaveLength(MAX_INCOMING);
    const refused = made.flatMap((result) => (result.status === "rejected" ? [result.reason as Error] : []));
    expect(refused[0]!.message).toContain("has too many open challenges");
    const { incoming } = await getRanked(target);
    expect(incoming).toHaveLength(MAX_INCOMING);
    await answerChallenge(target, { id: incoming[0]!.id, action: "decline" });
    await challenge(await newPerson(), target);
  });

  test(`is rejected for somebody with ${MAX_OUTGOING} open challenges`, async () => {
    const eager = await newPerson();
    for (const other of await people(MAX_OUTGOING)) await challenge(eager, other);
    await expect(challenge(eager, await newPerson())).rejects.toMatchObject({ code: "conflict" });
  });
});

describe("a response", () => {
  test("takes only the player's own actions, each once", async () => {
    const [ada, ben, eve] = await people(3);
    const { id } = await challenge(ada!, ben!);
    for (const action of ["accept", "decline", "cancel"] as const)
      await expect(answerChallenge(eve!, { id, action })).rejects.toMatchObject({ code: "forbidden" });
    for (const action of ["accept", "decline"] as const)
      await expect(answerChallenge(ada!, { id, action })).rejects.toMatchObject({ code: "forbidden" });
    await expect(answerChallenge(ben!, { id, action: "cancel" })).rejects.toMatchObject({ code: "forbidden" });
    await expect(answerChallenge(ada!, { id: "duel_none", action: "cancel" })).rejects.toMatchObject({
      code: "not_found",
    });
    expect(await answerChallenge(ben!, { id, action: "accept" })).toEqual({ status: "accepted" });
    for (const action of ["accept", "decline"] as const)
      await expect(answerChallenge(ben!, { id, action })).rejects.toMatchObject({ code: "conflict" });
    await expect(answerChallenge(ada!, { id, action: "cancel" })).rejects.toMatchObject({ code: "conflict" });
  });

  test("that declines or cancels ends the duel and allows a new challenge", async () => {
    const [ada, ben] = await people(2);
    const first = await challenge(ada!, ben!);
    expect(await answerChallenge(ben!, { id: first.id, action: "decline" })).toEqual({ status: "declined" });
    const second = await challenge(ben!, ada!);
    expect(await answerChallenge(ben!, { id: second.id, action: "cancel" })).toEqual({ status: "cancelled" });
    await challenge(ada!, ben!);
    for (const { id } of [first, second]) await expect(play(ada!, id)).rejects.toMatchObject({ code: "conflict" });
  });

  test("that plays also accepts; the challenger may play first; nobody plays twice", async () => {
    const [ada, ben] = await people(2);
    const { id } = await challenge(ada!, ben!);
    expect(await play(ada!, id)).toEqual({ status: "pending" });
    await expect(play(ada!, id)).rejects.toMatchObject({ code: "conflict" });
    const end = await play(ben!, id);
    expect(end).toMatchObject({
      status: "finished",
      ratings: { challenger: { before: 1500 }, opponent: { before: 1500 } },
    });
    await expect(play(ben!, id)).rejects.toMatchObject({ code: "conflict" });
    const other = await challenge(ben!, ada!);
    expect(await play(ada!, other.id)).toEqual({ status: "accepted" });
  });
});

describe("a finished duel", () => {
  test("shows seed, picks, paths, scores and ratings to everybody, and notifies both accounts' webhooks", async () => {
    const [ada, ben] = await people(2);
    const id = await playDuel(ada!, ben!);
    const visitor = { ...ada!, actor: null };
    const shown = await getDuel(visitor, { id });
    expect(shown).toMatchObject({
      status: "finished",
      rated: true,
      plays: { challenger: { picks: PICKS }, opponent: { picks: PICKS } },
    });
    expect(shown.balls).toHaveLength(5);
    expect(shown.plays!.challenger!.score).toBe(shown.plays!.opponent!.score);
    expect(shown.result).toBe("draw");
    const events = await database().prisma.event.findMany({
      where: { userId: { in: [ada!.actor.id, ben!.actor.id] } },
      orderBy: [{ userId: "asc" }, { position: "asc" }],
      select: { name: true, data: true },
    });
    expect(events.map(({ name }) => name)).toEqual(Array(2).fill(["duel.challenged", "duel.finished"]).flat());
    expect(events[1]!.data).toMatchObject({ duelId: id, result: "draw", rated: true });
    const [note] = (await listNotifications(ada!, { limit: 5 })).data;
    expect(note).toMatchObject({ type: "DUEL_FINISHED", preview: expect.stringMatching(/^A draw, .+ to .+ chips\.$/) });
    expect((await listNotifications(ben!, { limit: 5 })).data.map(({ type }) => type)).toEqual(["DUEL_CHALLENGED"]);
    expect((await getRanked(ada!)).finished).toMatchObject([{ id, result: "draw", rated: true }]);
  });

  test("is rated three times a day per pair, then unrated until a day has passed", async () => {
    const [ada, ben] = await people(2);
    const rated: (boolean | undefined)[] = [];
    for (const hours of [0, 1, 2, 3, 23, 24.5]) {
      const id = await playDuel(later(ada!, hours * HOUR), later(ben!, hours * HOUR));
      const duel = await getDuel(later(ada!, hours * HOUR), { id });
      rated.push(duel.rated);
      expect(duel.ratings === null).toBe(!duel.rated);
    }
    expect(rated).toEqual([true, true, true, false, false, true]);
  });

  test("ranks only certain ratings, in both leaderboards alike", async () => {
    const [ada, ben] = await people(2);
    for (let n = 0; n < 3; n += 1) await playDuel(ada!, ben!, { ada: 100, ben: 0 });
    expect((await getRanked(ada!)).ratings).toMatchObject([{ game: "duel", provisional: true }]);
    const opponents = await people(24);
    for (const other of opponents) await playDuel(ada!, other);
    const [own] = (await getRanked(ada!)).ratings;
    expect(own).toMatchObject({ provisional: false });
    const { leaderboard } = await getRankedLeaderboard(ada!, { game: "duel" });
    expect(leaderboard).toMatchObject([{ rank: 1, user: { id: ada!.actor.id }, rating: own!.rating }]);
    const { metric, data } = await getLeaderboard(ada!, { game: "duel", limit: 100 });
    expect({ metric, data }).toEqual({
      metric: "rating",
      data: [{ rank: 1, username: ada!.actor.handle, score: Math.round(own!.rating), gamesPlayed: 27 }],
    });
    await expect(getRankedLeaderboard(ada!, { game: "plinko" })).rejects.toMatchObject({ code: "unknown_game" });
  });
});
