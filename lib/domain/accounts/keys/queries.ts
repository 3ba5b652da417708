import type { Context, VisitorContext } from "@/lib/domain/kernel/context";
import { models } from "@/lib/domain/kernel/models";
import type { ApiKey, ApiSecret } from "@/lib/infra/prisma/client";
import type { Scope } from "./scopes";
import type { KeySummary } from "./schema";

export async function listKeys(ctx: Context): Promise<{ data: KeySummary[] }> {
  const keys = await models(ctx).apiKey.findMany({
    where: { userId: ctx.actor.id, revokedAt: null },
    include: { secrets: { orderBy: { createdAt: "desc" } } },
    orderBy: [{ createdAt: "desc" }, { id: "desc" }],
  });
  return { data: keys.map((key) => presentKey(ctx, key)) };
}

export async function listLiveKeys(ctx: Context): Promise<{ data: KeySummary[] }> {
  const { data } = await listKeys(ctx);
  const now = ctx.now.toISOString();
  return { data: data.filter(({ expiresAt }) => expiresAt === null || expiresAt > now) };
}

type KeyWithSecrets = ApiKey & { secrets: ApiSecret[] };

function presentKey(ctx: VisitorContext, key: KeyWithSecrets): KeySummary {
  const current = key.secrets.find((secret) => secret.endsAt === null);
  return {
    id: key.id,
    name: key.name,
    prefix: current?.prefix ?? "",
    suffix: current?.suffix ?? "",
    scopes: key.scopes as Scope[],
    createdAt: key.createdAt.toISOString(),
    expiresAt: key.expiresAt?.toISOString() ?? null,
    lastUsedAt: key.lastUsedAt?.toISOString() ?? null,
    revokedAt: key.revokedAt?.toISOString() ?? null,
    ...(key.networks.length > 0 && { networks: key.networks }),
    oldSecrets: key.secrets.flatMap(({ suffix, endsAt, graceUses }) =>
      endsAt && endsAt > ctx.now ? [{ suffix, endsAt: endsAt.toISOString(), uses: graceUses }] : [],
    ),
  };
}
