import { describe, expect, test } from "vitest";
import type { Context } from "@/lib/domain/kernel/context";
import { auditRatings } from "@/lib/domain/play/duels/audit";
import { answerChallenge, challengeUser } from "@/lib/domain/play/duels/commands";
import { closeDueDuels } from "@/lib/domain/play/duels/due";
import { getDuel, getRanked } from "@/lib/domain/play/duels/queries";
import { listNotifications } from "@/lib/domain/consequences/notifications/queries";
import { database } from "@/lib/infra/database/db";
import { duelBetween, play } from "./players";
import { later, newPerson } from "@/tests/support/people";

const HOUR = 3600;
/** Accounts are created in sequence, each at a different time. */
const MINUTE = 60;
const people = (count: number) => Promise.all(Array.from({ length: count }, () => newPerson()));
const challenge = (from: Context, to: Context) => challengeUser(from, { game: "duel", opponent: to.actor.handle });

describe("a deadline", () => {
  test("expires a challenge that nobody accepted, even if the challenger has played, without a rating", async () => {
    const [ada, ben] = await people(2);
    const { id } = await challenge(ada!, ben!);
    await play(ada!, id);
    const tomorrow = { ada: later(ada!, 24 * HOUR + MINUTE), ben: later(ben!, 24 * HOUR + MINUTE) };
    expect(await getDuel(later(ben!, 24 * HOUR - MINUTE), { id })).toMatchObject({ status: "pending" });
    expect(await getDuel(tomorrow.ben, { id })).toMatchObject({ status: "expired" });
    await expect(play(tomorrow.ben, id)).rejects.toMatchObject({ code: "conflict" });
    expect((await getRanked(tomorrow.ada)).ratings).toEqual([]);
  });

  test("makes a player who did not play lose an accepted duel, on the next read by either", async () => {
    const [ada, ben] = await people(2);
    const { id } = await challenge(ada!, ben!);
    await play(ben!, id);
    const late = later(ada!, 25 * HOUR);
    expect((await getRanked(late)).finished).toMatchObject([{ id, result: "opponent", rated: true }]);
    expect(await getDuel(late, { id })).toMatchObject({
      status: "finished",
      result: "opponent",
      balls: null,
      plays: { challenger: null, opponent: { score: null } },
    });
    expect((await listNotifications(ada!, { limit: 5 })).data[0]).toMatchObject({
      preview: "You lost: you did not play in time.",
    });
  });

  test("expires an accepted duel that neither has played", async () => {
    const [ada, ben] = await people(2);
    const { id } = await challenge(ada!, ben!);
    await answerChallenge(later(ben!, 23 * HOUR), { id, action: "accept" });
    expect(await getDuel(later(ada!, 46 * HOUR), { id })).toMatchObject({ status: "accepted" });
    expect(await getDuel(later(ada!, 47 * HOUR + MINUTE), { id })).toMatchObject({ status: "expired" });
  });

  test("is enforced by the scheduled job without any read, once under concurrency", async () => {
    const [ada, ben, eve] = await people(3);
    const played = await duelBetween(ada!, ben!);
    await play(ben!, played);
    await duelBetween(ada!, eve!);
    const late = { ...later(eve!, 30 * HOUR), actor: null };
    await Promise.all(Array.from({ length: 6 }, () => closeDueDuels(late, "all")));
    expect(await database().prisma.duel.count({ where: { closedAt: null, expiresAt: { lte: late.now } } })).toBe(0);
    expect(await database().prisma.event.count({ where: { userId: ada!.actor.id, name: "duel.finished" } })).toBe(1);
    expect(await auditRatings(late)).toMatchObject({ violations: [] });
  });

  test("allows a new challenge, closed by then or not", async () => {
    const [ada, ben] = await people(2);
    await challenge(ada!, ben!);
    await challenge(later(ben!, 24 * HOUR + MINUTE), ada!);
  });
});
