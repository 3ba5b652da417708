import { expect, test } from "vitest";
import { closeAccount, finishClosings } from "@/lib/domain/accounts/lifecycle/closing";
import { REOPENING_DAYS } from "@/lib/domain/accounts/users/rules";
import { database } from "@/lib/infra/database/db";
import { daysAfter, newLeaver, password, rowOf } from "@/tests/lib/domain/accounts/lifecycle/leaver";

/** The columns that a closed account's row still has, none with text by its owner. */
const STAYS = [
  "achievements",
  "automated",
  "createdAt",
  "dismissedAnnouncements",
  "eventPosition",
  "handleChosen",
  "id",
  "limitedAt",
  "mutedNotifications",
  "mutedPushes",
  "mutedWordsVersion",
  "quotes",
  "role",
  "suspendedUntil",
  "tier",
  "xp",
];

/** A value for every column that closing erases. */
const FILLED = {
  bio: "Ask @ada",
  bioMentions: { ada: "user_ada" },
  emailVerifiedAt: new Date(),
  followersCount: 1,
  followingCount: 1,
  image: "/api/media/none",
  postsCount: 1,
  publicPostsCount: 1,
  timeZone: "Europe/Berlin",
  quietFrom: 22,
  quietUntil: 7,
};

test("the row of a closed account keeps nothing that its owner entered", async () => {
  const leaver = await newLeaver();
  await database().prisma.user.update({ where: { id: leaver.actor.id }, data: FILLED });
  const before = await rowOf(leaver);
  await closeAccount(leaver, { password });
  await finishClosings(daysAfter(leaver, REOPENING_DAYS + 1));
  const after: Record<string, unknown> = await rowOf(leaver);
  const same = Object.entries(before).filter(([column, value]) => Object.is(String(after[column]), String(value)));
  expect(
    same.map(([column]) => column).toSorted(),
    "Erase the others in anonymizeOwnUser (lib/domain/accounts/users/closing.ts) and fill them in FILLED, or name them in STAYS",
  ).toEqual(STAYS);
});
