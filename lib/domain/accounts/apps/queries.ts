import type { Context } from "@/lib/domain/kernel/context";
import type { Scope } from "@/lib/domain/accounts/keys/scopes";
import { sql } from "@/lib/infra/database/sql";
import type { App } from "@/lib/infra/prisma/client";
import { voucherOf } from "./clients";
import { MAX_APPS, MAX_GRANTS } from "./rules";
import type { GrantedApp, OwnApp } from "./schema";

/** Lists the apps that may act for the actor, newest first, each with its scopes on all devices together. */
export async function listGrantedApps(ctx: Context): Promise<{ data: GrantedApp[] }> {
  const grants = await ctx.db.appGrant.findMany({
    where: { userId: ctx.actor.id, app: { endedAt: null } },
    include: { app: { include: { owner: { select: { handle: true, suspendedAt: true } } } } },
    orderBy: [{ createdAt: "desc" }, { id: "desc" }],
    take: MAX_GRANTS.perAccount,
  });
  const byApp = new Map<string, typeof grants>();
  for (const grant of grants) byApp.set(grant.appId, [...(byApp.get(grant.appId) ?? []), grant]);
  const data = Array.from(byApp.values(), (own) => {
    const { app } = own[0]!;
    const uses = own.flatMap(({ lastUsedAt }) => lastUsedAt ?? []);
    return {
      id: app.id,
      name: app.name,
      website: app.website,
      vouchedBy: voucherOf(app),
      blocked: app.blockedAt !== null,
      scopes: [...new Set(own.flatMap(({ scopes }) => scopes as Scope[]))],
      createdAt: own.at(-1)!.createdAt.toISOString(),
      lastUsedAt: uses.length === 0 ? null : new Date(Math.max(...uses.map(Number))).toISOString(),
    };
  });
  return { data };
}

export async function listGrantNames(ctx: Context): Promise<{ id: string; name: string }[]> {
  const grants = await ctx.db.appGrant.findMany({
    where: { userId: ctx.actor.id },
    select: { id: true, app: { select: { name: true } } },
    orderBy: [{ createdAt: "desc" }, { id: "desc" }],
    take: MAX_GRANTS.perAccount,
  });
  return grants.map(({ id, app }) => ({ id, name: app.name }));
}

export async function listOwnApps(ctx: Context): Promise<{ data: OwnApp[] }> {
  const apps = await ctx.db.app.findMany({
    where: { ownerId: ctx.actor.id, endedAt: null },
    orderBy: [{ createdAt: "desc" }, { id: "desc" }],
    take: MAX_APPS,
  });
  return { data: apps.map(presentOwnApp) };
}

export const ownAppColumns = sql`
  id, name, website, "redirectUris", "secretHash", "createdAt", "blockedAt", "blockReason"`;

export type OwnAppRow = Omit<App, "ownerId" | "documentUrl" | "staleAt" | "endedAt">;

export function presentOwnApp(app: OwnAppRow): OwnApp {
  const { id, name, website, redirectUris, secretHash, createdAt, blockedAt, blockReason } = app;
  return {
    ...{ id, name, website, redirectUris, confidential: secretHash !== null, createdAt: createdAt.toISOString() },
    blocked: blockedAt && { at: blockedAt.toISOString(), reason: blockReason ?? "" },
  };
}
