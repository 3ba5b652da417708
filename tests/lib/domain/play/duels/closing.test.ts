import { expect, test } from "vitest";
import { closeAccount } from "@/lib/domain/accounts/lifecycle/closing";
import type { Context } from "@/lib/domain/kernel/context";
import { auditRatings } from "@/lib/domain/play/duels/audit";
import { answerChallenge } from "@/lib/domain/play/duels/commands";
import { getRanked } from "@/lib/domain/play/duels/queries";
import { hashPassword } from "@/lib/domain/accounts/users/password";
import { database } from "@/lib/infra/database/db";
import { eventually } from "@/tests/support/eventually";
import { lockWaits } from "@/tests/support/lock-waits";
import { newPerson } from "@/tests/support/people";
import { duelBetween, play } from "./players";

const PASSWORD = "four words make one";

async function newLeaver(): Promise<Context> {
  const leaver = await newPerson();
  const passwordHash = await hashPassword(leaver, PASSWORD);
  await database().prisma.user.update({ where: { id: leaver.actor.id }, data: { passwordHash } });
  return leaver;
}

test("closing an account ends its open duels; an opponent who has played an accepted one wins it", async () => {
  const leaver = await newLeaver();
  const [asked, asker, winner, waiting] = await Promise.all([newPerson(), newPerson(), newPerson(), newPerson()]);
  const cancelled = await duelBetween(leaver, asked);
  const declined = await duelBetween(asker, leaver);
  await play(asker, declined);
  const won = await duelBetween(leaver, winner);
  await play(winner, won);
  const expired = await duelBetween(waiting, leaver);
  await play(leaver, expired);

  await closeAccount(leaver, { password: PASSWORD });
  const duels = await database().prisma.duel.findMany({ where: { id: { in: [cancelled, declined, won, expired] } } });
  const endOf = (id: string) => duels.find((duel) => duel.id === id);
  expect(endOf(cancelled)).toMatchObject({ status: "cancelled", closedAt: leaver.now });
  expect(endOf(declined)).toMatchObject({ status: "declined" });
  expect(endOf(won)).toMatchObject({ status: "finished", result: "opponent", rated: true });
  expect(endOf(expired)).toMatchObject({ status: "expired", rated: false });
  expect((await getRanked(winner)).ratings).toMatchObject([{ wins: 1 }]);
  for (const { ratings } of [await getRanked(asker), await getRanked(waiting)]) expect(ratings).toEqual([]);
  expect(await auditRatings({ ...leaver, actor: null })).toMatchObject({ violations: [] });
});

test("no duel stays open with an account that closes while it is being challenged or answers", async () => {
  const leaver = await newLeaver();
  const others = await Promise.all(Array.from({ length: 6 }, () => newPerson()));
  const accepted = await Promise.all(others.slice(0, 3).map((other) => duelBetween(other, leaver)));
  await Promise.allSettled([
    ...others.slice(3).map((other) => duelBetween(other, leaver)),
    ...accepted.map((id) => answerChallenge(leaver, { id, action: "accept" })),
    closeAccount(leaver, { password: PASSWORD }),
    ...others.slice(3).map((other) => duelBetween(leaver, other)),
  ]);
  expect(await database().prisma.user.count({ where: { id: leaver.actor.id, closedAt: { not: null } } })).toBe(1);
  const own = [{ challengerId: leaver.actor.id }, { opponentId: leaver.actor.id }];
  expect(await database().prisma.duel.count({ where: { closedAt: null, OR: own } })).toBe(0);
});

test("acts on a duel lock its players before it, so that none deadlocks with an account being closed", async () => {
  const [challenger, opponent] = await Promise.all([newPerson(), newPerson()]);
  const id = await duelBetween(challenger, opponent);
  const { prisma } = database();
  const answering = await prisma.$transaction(async (tx) => {
    await tx.$queryRaw`SELECT id FROM "User" WHERE id = ${challenger.actor.id} FOR NO KEY UPDATE`;
    const answer = answerChallenge(opponent, { id, action: "accept" });
    await eventually(async () => expect(await lockWaits()).toBe(1));
    // Would fail if a transaction that waits for the account had locked the duel.
    await tx.$queryRaw`SELECT id FROM "Duel" WHERE id = ${id} FOR UPDATE NOWAIT`;
    return { answer };
  });
  expect(await answering.answer).toMatchObject({ status: "accepted" });
});
