import { expect, test } from "vitest";
import { beginSession, endSession } from "@/lib/domain/accounts/users/sessions";
import { findSession } from "@/lib/domain/accounts/authentication/queries";
import { database } from "@/lib/infra/database/db";
import { newPerson } from "@/tests/support/people";

test("signing out ends the session at once, and is logged once", async () => {
  const ctx = await newPerson();
  const userId = ctx.actor.id;
  const id = await beginSession(ctx, { userId, userAgent: "A browser", maxAgeSeconds: 60 });
  expect(await findSession(id, ctx.now)).toMatchObject({ id: userId, sessionId: id });
  await Promise.all([endSession(ctx, id), endSession(ctx, id)]);
  expect(await findSession(id, ctx.now)).toBeNull();
  const where = { action: "session.ended", actorId: userId };
  expect(await database().prisma.auditEntry.count({ where })).toBe(1);
});
