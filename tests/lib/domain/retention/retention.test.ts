import { expect, test } from "vitest";
import { createPost } from "@/lib/domain/posts/commands";
import { deleteExpired } from "@/lib/domain/retention/commands";
import { beginSession } from "@/lib/domain/users/sessions";
import { database } from "@/lib/infra/database/db";
import { later, newPerson } from "@/tests/support/people";

const DAY = 86_400;

test("deletes what is past its retention, and keeps the rest", async () => {
  const person = await newPerson();
  const { prisma } = database();
  const userId = person.actor.id;
  await createPost(person, { content: "old", audience: "PUBLIC" });
  await prisma.idempotencyKey.create({
    data: { userId, operation: "POST /x", key: "k", requestHash: "", createdAt: person.now },
  });
  await beginSession(person, { userId, userAgent: "", maxAgeSeconds: 40 * DAY });
  const counts = async () => [
    await prisma.idempotencyKey.count(),
    await prisma.session.count(),
    await prisma.dailyXp.count(),
    await prisma.post.count(),
  ];

  await deleteExpired(later(person, DAY - 1));
  expect(await counts()).toEqual([1, 1, 1, 1]);
  await deleteExpired(later(person, DAY + 1));
  expect(await counts()).toEqual([0, 1, 1, 1]);
  await deleteExpired(later(person, 30 * DAY + 1));
  expect(await counts()).toEqual([0, 1, 0, 1]);
  await deleteExpired(later(person, 40 * DAY + 1));
  expect(await counts()).toEqual([0, 0, 0, 1]);
});
