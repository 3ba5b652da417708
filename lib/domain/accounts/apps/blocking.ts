import { writeAuditEntry } from "@/lib/domain/accounts/audit-log/commands";
import { type Context, inTransaction, read } from "@/lib/domain/kernel/context";
import { notFound } from "@/lib/domain/kernel/errors";
import { record } from "@/lib/domain/consequences/events/commands";
import { requireAdmin } from "@/lib/domain/accounts/guards/staff";
import { paginate } from "@/lib/domain/kernel/page/keyset";
import type { Page, PageRequest } from "@/lib/domain/kernel/page/schema";
import { withSearchPermit } from "@/lib/domain/people/search/permits";
import { cleanQuery, escapeLike } from "@/lib/domain/people/search/rules";
import { joined, literal, type Sql, sql } from "@/lib/infra/database/sql";
import type { App } from "@/lib/infra/prisma/client";
import { clientIdOf, voucherOf } from "./clients";
import { MAX_COUNTED_GRANTS } from "./rules";
import type { AppBlock, AppFilter, ListedApp } from "./schema";

type AppRow = Omit<App, "redirectUris" | "secretHash" | "staleAt" | "endedAt"> & {
  ownerHandle: string | null;
  grants: number;
};

const COLUMNS = sql`a.id, a.name, a.website, a."documentUrl", a."createdAt", a."blockedAt", a."blockReason", a."ownerId",
  o.handle AS "ownerHandle",
  (SELECT count(*)::int FROM (SELECT FROM "AppGrant" g WHERE g."appId" = a.id LIMIT ${literal(MAX_COUNTED_GRANTS)}) g)
    AS grants`;

/** Lists apps, newest first, for admins. @throws DomainError `forbidden` */
export async function listApps(
  ctx: Context,
  { q = "", blocked, ...request }: PageRequest & AppFilter,
): Promise<Page<ListedApp>> {
  requireAdmin(ctx);
  const query = cleanQuery(q).toLowerCase();
  const conditions: Record<string, Sql> = {
    ...(query !== "" && {
      found: sql`lower(a.name || ' ' || COALESCE(a."documentUrl", a.id)) LIKE ${`%${escapeLike(query)}%`}`,
    }),
    ...(blocked && { blocked: sql`a."blockedAt" IS NOT NULL` }),
  };
  const find = () =>
    paginate<AppRow, ListedApp>(request, {
      list: ["apps", query, blocked ?? ""],
      rows: (after, take) =>
        read<AppRow>(ctx, `apps.all.${Object.keys(conditions).join(".")}`)`
          SELECT ${COLUMNS} FROM "App" a LEFT JOIN "User" o ON o.id = a."ownerId"
          WHERE ${joined([sql`a."endedAt" IS NULL`, ...Object.values(conditions)], " AND ")}
            AND (a."createdAt", a.id) < (${after.at}::timestamptz, ${after.id})
          ORDER BY a."createdAt" DESC, a.id DESC LIMIT ${take}`,
      position: ({ createdAt, id }) => ({ at: createdAt, id }),
      present: presentApp,
    });
  return query === "" ? find() : withSearchPermit(find);
}

function presentApp(row: AppRow): ListedApp {
  const { id, name, website, grants, ownerId, ownerHandle, createdAt, blockedAt, blockReason } = row;
  const owner = ownerId !== null && ownerHandle !== null ? { id: ownerId, handle: ownerHandle } : null;
  return {
    ...{ id, clientId: clientIdOf(row), name, website, owner, grants, createdAt: createdAt.toISOString() },
    vouchedBy: voucherOf({ ...row, owner }),
    blocked: blockedAt && { at: blockedAt.toISOString(), reason: blockReason ?? "" },
  };
}

/**
 * Blocks an app: its tokens are rejected from then on, and nobody can authorize it. Existing authorizations stay, and
 * work again once it is unblocked. Notifies its developer.
 * @throws DomainError `forbidden`, `not_found`
 */
export function blockApp(ctx: Context, { id, reason }: AppBlock & { id: string }): Promise<void> {
  return change(ctx, id, { blockedAt: ctx.now, blockReason: reason });
}

/** Unblocks an app: its existing authorizations work again. @throws DomainError `forbidden`, `not_found` */
export function unblockApp(ctx: Context, { id }: { id: string }): Promise<void> {
  return change(ctx, id, { blockedAt: null, blockReason: null });
}

async function change(ctx: Context, id: string, block: Pick<App, "blockedAt" | "blockReason">): Promise<void> {
  requireAdmin(ctx);
  const isBlocked = block.blockedAt !== null;
  await inTransaction(ctx, async (tx) => {
    const [app] = await read<Pick<App, "id" | "name" | "documentUrl" | "ownerId">>(tx, "apps.block")`
      UPDATE "App" SET "blockedAt" = ${block.blockedAt}, "blockReason" = ${block.blockReason}
      WHERE id = ${id} AND "endedAt" IS NULL AND ("blockedAt" IS NULL) = ${isBlocked}
      RETURNING id, name, "documentUrl", "ownerId"`;
    if (!app) {
      const [same] = await read<{ id: string }>(tx, "apps.exists")`
        SELECT id FROM "App" WHERE id = ${id} AND "endedAt" IS NULL`;
      if (!same) throw notFound();
      return;
    }
    const { name, ownerId } = app;
    const action = isBlocked ? "app.blocked" : "app.unblocked";
    const details = { app: name, clientId: clientIdOf(app), ...(isBlocked && { reason: block.blockReason }) };
    await writeAuditEntry(tx, { action, accountId: ownerId, details });
    const preview = isBlocked
      ? `Staff blocked your app “${name}”: it can no longer act for anyone. The reason is shown next to it.`
      : `Your app “${name}” is no longer blocked, and can act for people again.`;
    const notifications = ownerId === null ? [] : [{ userIds: [ownerId], preview, link: "/settings/developer" }];
    await record(tx, action, { appId: id }, { subjectId: tx.requestId, notifications });
  });
}
