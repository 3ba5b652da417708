import type { Context } from "@/lib/domain/kernel/context";
import type { Scope } from "@/lib/domain/accounts/keys/scopes";
import { models } from "@/lib/domain/kernel/models";
import { voucherOf } from "./clients";
import { presentOwnApp } from "./present";
import { MAX_APPS, MAX_GRANTS } from "./rules";
import type { GrantedApp, OwnApp } from "./schema";

/** Lists the apps that may act for the actor, newest first, each with its scopes on all devices together. */
export async function listGrantedApps(ctx: Context): Promise<{ data: GrantedApp[] }> {
  const grants = await models(ctx).appGrant.findMany({
    where: { userId: ctx.actor.id, app: { endedAt: null } },
    include: { app: { include: { owner: { select: { handle: true } } } } },
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
  const grants = await models(ctx).appGrant.findMany({
    where: { userId: ctx.actor.id },
    select: { id: true, app: { select: { name: true } } },
    orderBy: [{ createdAt: "desc" }, { id: "desc" }],
    take: MAX_GRANTS.perAccount,
  });
  return grants.map(({ id, app }) => ({ id, name: app.name }));
}

export async function listOwnApps(ctx: Context): Promise<{ data: OwnApp[] }> {
  const apps = await models(ctx).app.findMany({
    where: { ownerId: ctx.actor.id, endedAt: null },
    orderBy: [{ createdAt: "desc" }, { id: "desc" }],
    take: MAX_APPS,
  });
  return { data: apps.map(presentOwnApp) };
}
