import { encode } from "next-auth/jwt";
import { SESSION_COOKIE } from "@/lib/auth/cookie";
import { beginSession } from "@/lib/domain/accounts/users/sessions";
import { env } from "@/lib/infra/environment/env";
import { database } from "@/lib/infra/database/db";
import { type Account, newAccount } from "@/tests/support/api-accounts";

/** A member on the free tier: an API key with every scope, and a browser session. */
export interface Member {
  account: Account;
  key: string;
  cookie: string;
}

export async function newMember(): Promise<Member> {
  const account = await newAccount();
  const sid = await beginSession(account.ctx(), {
    userId: account.id,
    userAgent: "siege",
    maxAgeSeconds: SESSION_COOKIE.maxAgeSeconds,
  });
  return {
    account,
    key: account.key,
    cookie: `${SESSION_COOKIE.name()}=${await encode({ token: { sid }, secret: env().authSecret })}`,
  };
}

export function newMembers(count: number): Promise<Member[]> {
  return Promise.all(Array.from({ length: count }, () => newMember()));
}

/** Coins for more bets of one coin than anybody places here. */
export async function endow({ account: { id } }: { account: { id: string } }, coins: number): Promise<void> {
  const createdAt = new Date();
  const { prisma } = database();
  await prisma.profile.create({ data: { userId: id, coins, createdAt } });
  await prisma.ledgerEntry.create({
    data: { id: `led_${id}`, userId: id, type: "OPENING", amount: coins, balance: coins, createdAt },
  });
}
