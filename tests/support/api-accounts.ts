import { randomBytes } from "node:crypto";
import { type Actor, type Context, createContext } from "@/lib/domain/kernel/context";
import { newId } from "@/lib/domain/kernel/id";
import { issueKey } from "@/lib/domain/accounts/keys/commands";
import { SCOPE_NAMES, type Scope } from "@/lib/domain/accounts/keys/scopes";
import { database } from "@/lib/infra/database/db";

/** An account with a key of every scope, created for a test in the server's own database. */
export interface Account {
  id: string;
  handle: string;
  key: string;
  /** Acts as this account without going through HTTP. */
  ctx(at?: Date): Context;
  /** Creates another key, with only these scopes. */
  keyWith(scopes: readonly Scope[]): Promise<string>;
}

export async function newAccount(tier: "free" | "pro" = "free"): Promise<Account> {
  const now = new Date();
  const id = newId("user", { now, random: randomBytes });
  const handle = `t_${randomBytes(6).toString("hex")}`;
  await database().prisma.user.create({ data: { id, handle, name: `Test ${handle}`, tier, createdAt: now } });
  const actor: Actor = { id, handle, name: `Test ${handle}`, image: null, role: "MEMBER", tier };
  const ctx = (at?: Date) => createContext({ actor, channel: "api", now: at });
  const keyWith = async (scopes: readonly Scope[]) =>
    (await issueKey(ctx(), { name: "test", scopes: [...scopes], expiresInDays: null })).key;
  return { id, handle, key: await keyWith(SCOPE_NAMES), ctx, keyWith };
}

/** A formerly valid key that is now expired or revoked. */
export async function keyThatIs(state: "expired" | "revoked", account: Account): Promise<string> {
  const { id, key } = await issueKey(account.ctx(), { name: state, scopes: [...SCOPE_NAMES], expiresInDays: 1 });
  const past = new Date(Date.now() - 1000);
  await database().prisma.apiKey.update({
    where: { id },
    data: state === "expired" ? { expiresAt: past } : { revokedAt: past },
  });
  return key;
}
