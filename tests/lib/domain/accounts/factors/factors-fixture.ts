import { type Context, createContext } from "@/lib/domain/kernel/context";
import { beginTotp, confirmTotp } from "@/lib/domain/accounts/factors/totp";
import { database } from "@/lib/infra/database/db";
import { authenticator } from "@/tests/support/authenticator";
import { newPerson } from "@/tests/support/people";

/** Noon of some day: the beginning of a time step. */
export const NOON = new Date("2026-05-04T12:00:00Z");
export const atNoonPlus = (ctx: Context, seconds: number): Context => ({
  ...ctx,
  now: new Date(NOON.getTime() + seconds * 1000),
});

/** Somebody with an authenticator app, turned on five minutes before noon, and their recovery codes. */
export async function withTotp() {
  const ctx = atNoonPlus(await newPerson(), -300);
  const { secret } = await beginTotp(ctx, { name: "My phone" });
  const app = authenticator(secret);
  const shown = (seconds: number) => app(seconds, NOON.getTime());
  const { recoveryCodes } = await confirmTotp(ctx, { code: shown(-300) });
  return { ctx, userId: ctx.actor.id, secret, shown, recoveryCodes };
}

export const visitorAt = (seconds: number) =>
  createContext({ actor: null, channel: "session", now: new Date(NOON.getTime() + seconds * 1000) });

export const notificationsOf = (userId: string) =>
  database().prisma.notification.count({ where: { userId, type: "SYSTEM" } });
