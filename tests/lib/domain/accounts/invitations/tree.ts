import { register } from "@/lib/domain/accounts/lifecycle/sign-up";
import { type Context, createContext } from "@/lib/domain/kernel/context";
import { DAY_MS } from "@/lib/domain/kernel/durations";
import { createInvitation } from "@/lib/domain/accounts/invitations/commands";
import { database } from "@/lib/infra/database/db";
import { newPerson } from "@/tests/support/people";
import { newcomer } from "../sign-ups/proofs";

export const visitor = (days = 0) =>
  createContext({ actor: null, channel: "session", now: new Date(Date.now() + days * DAY_MS) });

/** Somebody, by default new, whose account is old enough. */
export async function newInviter(given?: Context): Promise<Context> {
  const person = given ?? (await newPerson());
  await agedUser(person.actor.id);
  return person;
}

/** What an export says of somebody's invitations. */
export async function invitationsOf({ actor }: Context) {
  const { prisma } = database();
  const where = { inviterId: actor.id };
  return {
    invitations: await prisma.invitation.findMany({ where, omit: { inviterId: true, hash: true } }),
    guests: await prisma.invited.findMany({ where, omit: { inviterId: true } }),
  };
}

const agedUser = (id: string) =>
  database().prisma.user.update({ where: { id }, data: { createdAt: new Date(Date.now() - 30 * DAY_MS) } });

export const tokenOf = ({ link }: { link: string }) => new URL(link).searchParams.get("invitation") ?? "";

/** Signs somebody up with an invitation, some days from now. Their account is old enough to invite others. */
export async function comeBy(invitation: string, days = 0): Promise<Context> {
  const { id } = await register(visitor(days), { ...newcomer(), invitation });
  const { handle, name, image, role, tier } = await agedUser(id);
  return createContext({ actor: { id, handle, name, image, role, tier }, channel: "session" });
}

/** Somebody who joined by an invitation of `ctx`. */
export async function guestOf(ctx: Context): Promise<Context> {
  return comeBy(tokenOf(await createInvitation(ctx, { uses: 1, days: 14 })));
}
