import { type Context, idFor } from "@/lib/domain/kernel/context";
import { database } from "@/lib/infra/database/db";

/** Grants coins, with a ledger entry. */
export async function grant(ctx: Context, coins: number): Promise<void> {
  const { prisma } = database();
  const userId = ctx.actor.id;
  await prisma.profile.create({ data: { userId, coins, createdAt: ctx.now } });
  await prisma.ledgerEntry.create({
    data: { id: idFor(ctx, "led"), userId, type: "OPENING", amount: coins, balance: coins, createdAt: ctx.now },
  });
}

/** Returns the stored balance, the ledger's sum, and the running balances, oldest entry first. */
export async function books({ actor }: Context) {
  const { prisma } = database();
  const profile = await prisma.profile.findUnique({ where: { userId: actor.id } });
  const entries = await prisma.ledgerEntry.findMany({
    where: { userId: actor.id },
    orderBy: [{ createdAt: "asc" }, { id: "asc" }],
  });
  return {
    balance: profile === null ? null : Number(profile.coins),
    sum: entries.reduce((sum, { amount }) => sum + Number(amount), 0),
    types: entries.map(({ type }) => type),
    entries,
    /** Whether every entry states the balance that follows from the previous ones. */
    adds: entries.reduce(
      (running, { amount, balance }) => (Number(balance) === running + Number(amount) ? Number(balance) : NaN),
      0,
    ),
  };
}
