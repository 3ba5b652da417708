import { writeAuditEntry } from "@/lib/domain/accounts/audit-log/commands";
import { type Context, idFor, inTransaction, read, type VisitorContext, write } from "@/lib/domain/kernel/context";
import { conflict, notFound } from "@/lib/domain/kernel/errors";
import { lockActorWithSession } from "@/lib/domain/kernel/locks";
import { hashSecret, newToken } from "@/lib/domain/kernel/credentials";
import { literal, sql } from "@/lib/infra/database/sql";
import type { App } from "@/lib/infra/prisma/client";
import { type FoundApp, readApp, spendUnownedApp } from "./clients";
import { ownAppColumns, type OwnAppRow, presentOwnApp } from "./present";
import { COMMAND_LINE, MAX_APPS, UNUSED_APP_RETENTION_MS } from "./rules";
import type { AppChanges, IssuedApp, NewApp, OwnApp } from "./schema";

/** Registers an app of the actor's. @throws DomainError `conflict` beyond `MAX_APPS` */
export function registerApp(ctx: Context, { confidential, name, website, redirectUris }: NewApp): Promise<IssuedApp> {
  return inTransaction(ctx, async (tx) => {
    await lockActorWithSession(tx);
    const own = await read<{ id: string }>(tx, "apps.own")`
      SELECT id FROM "App" WHERE "ownerId" = ${tx.actor.id} AND "endedAt" IS NULL`;
    if (own.length >= MAX_APPS)
      throw conflict(`An account has at most ${MAX_APPS} apps. Delete one that you no longer need.`);
    const secret = confidential ? newToken("client", tx.random) : null;
    const [app] = await read<OwnAppRow>(tx, "apps.insert")`
      INSERT INTO "App" (id, name, website, "redirectUris", "ownerId", "secretHash", "createdAt")
      VALUES (${idFor(tx, "app")}, ${name}, ${website}, ${redirectUris}, ${tx.actor.id},
              ${secret && hashSecret(secret)}, ${tx.now})
      RETURNING ${ownAppColumns}`;
    await writeAuditEntry(tx, { action: "app.registered", details: { appId: app!.id, app: name } });
    return { ...presentOwnApp(app!), secret };
  });
}

/** Registers a public client that registers itself (RFC 7591). @throws DomainError `rate_limited` */
export async function registerUnownedApp(
  ctx: VisitorContext,
  { name, website, redirectUris }: Pick<App, "name" | "website" | "redirectUris">,
): Promise<FoundApp> {
  await spendUnownedApp();
  const id = idFor(ctx, "app");
  await write(ctx, "apps.insertUnowned")`
    INSERT INTO "App" (id, name, website, "redirectUris", "createdAt")
    VALUES (${id}, ${name}, ${website}, ${redirectUris}, ${ctx.now})`;
  return (await readApp(ctx, id))!;
}

/** Changes an app of the actor's. @throws DomainError `not_found` */
export function updateApp(
  ctx: Context,
  { id, name, website, redirectUris }: AppChanges & { id: string },
): Promise<OwnApp> {
  return inTransaction(ctx, async (tx) => {
    await lockActorWithSession(tx);
    const [app] = await read<OwnAppRow>(tx, "apps.update")`
      UPDATE "App"
        SET name = COALESCE(${name}, name),
            website = CASE WHEN ${website === undefined} THEN website ELSE ${website} END,
            "redirectUris" = COALESCE(${redirectUris}::text[], "redirectUris")
      WHERE id = ${id} AND "ownerId" = ${tx.actor.id} AND "endedAt" IS NULL
      RETURNING ${ownAppColumns}`;
    if (!app) throw notFound();
    await writeAuditEntry(tx, { action: "app.changed", details: { appId: id, app: app.name } });
    return presentOwnApp(app);
  });
}

/** Issues a new secret of an app. The old one stops working at once. @throws DomainError `not_found` */
export function rotateAppSecret(ctx: Context, { id }: { id: string }): Promise<IssuedApp> {
  return inTransaction(ctx, async (tx) => {
    await lockActorWithSession(tx);
    const secret = newToken("client", tx.random);
    const [app] = await read<OwnAppRow>(tx, "apps.rotateSecret")`
      UPDATE "App" SET "secretHash" = ${hashSecret(secret)}
      WHERE id = ${id} AND "ownerId" = ${tx.actor.id} AND "endedAt" IS NULL AND "secretHash" IS NOT NULL
      RETURNING ${ownAppColumns}`;
    if (!app) throw notFound();
    await writeAuditEntry(tx, { action: "app.changed", details: { appId: id, app: app.name } });
    return { ...presentOwnApp(app), secret };
  });
}

/**
 * Deletes an app. Its tokens stop working at once; retention deletes the rows, up to millions.
 * @throws DomainError `not_found`
 */
export async function deleteApp(ctx: Context, { id }: { id: string }): Promise<void> {
  await inTransaction(ctx, async (tx) => {
    const [app] = await read<Pick<App, "name">>(tx, "apps.end")`
      UPDATE "App" SET "endedAt" = ${tx.now}
      WHERE id = ${id} AND "ownerId" = ${tx.actor.id} AND "endedAt" IS NULL RETURNING name`;
    if (!app) throw notFound();
    await writeAuditEntry(tx, { action: "app.deleted", details: { appId: id, app: app.name } });
  });
}

export async function deleteOwnApps(tx: Context): Promise<void> {
  await write(tx, "apps.endOwn")`
    UPDATE "App" SET "endedAt" = ${tx.now} WHERE "ownerId" = ${tx.actor.id} AND "endedAt" IS NULL`;
}

/** Rows per statement, so that locks are held briefly. */
const BATCH = 1000;

/**
 * Deletes the remains of ended apps, and apps that nobody authorized. A blocked app with a metadata document stays,
 * because its next request would recreate it unblocked.
 */
export async function deleteOldApps(ctx: VisitorContext): Promise<void> {
  while ((await deleteEndedGrants(ctx)) > 0);
  while ((await deleteUnusedApps(ctx)) === BATCH);
}

function deleteUnusedApps(ctx: VisitorContext): Promise<number> {
  const unused = new Date(ctx.now.getTime() - UNUSED_APP_RETENTION_MS);
  return write(ctx, "apps.deleteUnused")`
    DELETE FROM "App" WHERE id = ANY (ARRAY(
      SELECT id FROM "App" a
       WHERE ("endedAt" IS NOT NULL
              OR ("ownerId" IS NULL AND "createdAt" < ${unused} AND id <> ${COMMAND_LINE}
                  AND ("documentUrl" IS NULL OR "blockedAt" IS NULL)))
         AND NOT EXISTS (SELECT FROM "AppGrant" g WHERE g."appId" = a.id)
         AND NOT EXISTS (SELECT FROM "AuthorizationCode" c WHERE c."appId" = a.id AND c."grantId" IS NULL)
         AND NOT EXISTS (SELECT FROM "DeviceAuthorization" d WHERE d."appId" = a.id)
       LIMIT ${literal(BATCH)} FOR UPDATE SKIP LOCKED))`;
}

/**
 * Deletes a batch of tokens of ended apps, and a batch of their grants that have no tokens left. Deleting each grant
 * with its tokens would be unbounded, since the app decides how many there are.
 * @returns how many rows
 */
export async function deleteEndedGrants(ctx: VisitorContext, batch = BATCH): Promise<number> {
  const ended = sql`
    SELECT g.id FROM "App" a JOIN "AppGrant" g ON g."appId" = a.id WHERE a."endedAt" IS NOT NULL LIMIT ${batch}`;
  const tokens = await write(ctx, "apps.deleteEndedTokens")`
    DELETE FROM "AppToken" WHERE hash = ANY (ARRAY(
      SELECT t.hash FROM (${ended}) g JOIN "AppToken" t ON t."grantId" = g.id LIMIT ${batch}
        FOR UPDATE OF t SKIP LOCKED))`;
  const grants = await write(ctx, "apps.deleteEndedGrants")`
    DELETE FROM "AppGrant" WHERE id IN (
      SELECT g.id FROM (${ended}) g WHERE NOT EXISTS (SELECT FROM "AppToken" t WHERE t."grantId" = g.id))`;
  return tokens + grants;
}
