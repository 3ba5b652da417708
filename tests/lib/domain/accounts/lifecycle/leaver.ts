import { randomUUID } from "node:crypto";
import { expect } from "vitest";
import { register } from "@/lib/domain/accounts/lifecycle/sign-up";
import { type Context, createContext, type VisitorContext } from "@/lib/domain/kernel/context";
import { findViolations } from "@/lib/domain/kernel/invariant";
import { database } from "@/lib/infra/database/db";
import { INVARIANTS } from "@/scripts/tools/check/sections";
import { later } from "@/tests/support/people";

const DAY_SECONDS = 86_400;

export const password = "four words make one";
export const visitor = createContext({ actor: null, channel: "session", afterCommit: () => undefined });
export const notFound = { code: "not_found" };

/** Somebody with a password, who is about to close their account. */
export async function newLeaver(): Promise<Context> {
  const handle = `leaver_${randomUUID().replaceAll("-", "").slice(0, 10)}`;
  const { id } = await register(visitor, { name: "Leaver", handle, email: `${handle}@example.com`, password });
  const actor = await database().prisma.user.findUniqueOrThrow({ where: { id } });
  return createContext({ actor, channel: "session", afterCommit: () => undefined });
}

export const daysAfter = (ctx: Context, days: number): VisitorContext => ({
  ...visitor,
  now: later(ctx, days * DAY_SECONDS).now,
});

export const rowOf = ({ actor }: Context) => database().prisma.user.findUniqueOrThrow({ where: { id: actor.id } });

export async function expectSound(): Promise<void> {
  for (const invariant of INVARIANTS)
    expect(await findViolations(visitor, invariant), invariant.description).toEqual([]);
}
