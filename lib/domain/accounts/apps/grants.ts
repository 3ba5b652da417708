import { writeAuditEntry } from "@/lib/domain/accounts/audit-log/commands";
import {
  actAs,
  type Context,
  idFor,
  inTransaction,
  read,
  type VisitorContext,
  write,
} from "@/lib/domain/kernel/context";
import { notFound } from "@/lib/domain/kernel/errors";
import { verifiedEmail } from "@/lib/domain/accounts/mail/outbox";
import { record } from "@/lib/domain/consequences/events/commands";
import { lockAccount } from "@/lib/domain/kernel/locks";
import type { Scope } from "@/lib/domain/accounts/keys/scopes";
import { readAccount } from "@/lib/domain/accounts/users/account";
import type { App, AppGrant } from "@/lib/infra/prisma/client";
import { clientIdOf, type FoundApp } from "./clients";
import { OAuthError } from "./oauth-error";
import type { Audience } from "./resources";
import { MAX_GRANTS } from "./rules";
import { literal, sql } from "@/lib/infra/database/sql";

interface Allowed {
  userId: string;
  scopes: Scope[];
  audience: Audience;
  /** Whether it was authorized by typing a device code, which anybody may have sent them. */
  byDevice?: boolean;
}

/**
 * Adds an authorization of an app, and notifies the account's owner of what is new: the app, a scope, or any program
 * without a browser. Deletes the account's oldest grants beyond `MAX_GRANTS`. Requires the account to be locked.
 * @throws OAuthError `invalid_grant` if the account was suspended, or the app deleted or blocked meanwhile
 */
export async function addGrant(tx: VisitorContext, app: FoundApp, { userId, scopes, audience, byDevice }: Allowed) {
  const [former, account, apps] = await Promise.all([
    read<Pick<AppGrant, "scopes">>(tx, "apps.formerScopes")`
      SELECT scopes FROM "AppGrant" WHERE "userId" = ${userId} AND "appId" = ${app.id}`,
    readAccount(tx, userId),
    // Waits for a concurrent act that ends or blocks the app, and sees its result.
    write(tx, "apps.lockAllowed")`
      SELECT FROM "App" WHERE id = ${app.id} AND "endedAt" IS NULL AND "blockedAt" IS NULL FOR SHARE`,
  ]);
  if (account.suspendedAt || apps === 0)
    throw new OAuthError("invalid_grant", "The account or the app is not there any more.");
  const known = new Set(former.flatMap((grant) => grant.scopes));
  const isNews = byDevice === true || former.length === 0 || scopes.some((scope) => !known.has(scope));
  const grant = { id: idFor(tx, "grant"), userId, scopes };
  const details = { app: app.name, clientId: clientIdOf(app), scopes: scopes.join(" ") };
  await Promise.all([
    write(tx, "apps.insertGrant")`
      INSERT INTO "AppGrant" (id, "appId", "userId", scopes, audience, "createdAt")
      VALUES (${grant.id}, ${app.id}, ${userId}, ${scopes}, ${audience}, ${tx.now})`,
    write(tx, "apps.deleteOldestGrants")`
      DELETE FROM "AppGrant" WHERE id IN (
        SELECT id FROM (
          SELECT id, row_number() OVER newest AS nth, row_number() OVER newest_of_app AS "nthOfApp"
            FROM "AppGrant" WHERE "userId" = ${userId}
          WINDOW newest AS (ORDER BY "createdAt" DESC, id DESC),
                 newest_of_app AS (PARTITION BY "appId" ORDER BY "createdAt" DESC, id DESC)) ranked
         WHERE nth > ${literal(MAX_GRANTS.perAccount)} OR "nthOfApp" > ${literal(MAX_GRANTS.perApp)})`,
    writeAuditEntry(tx, { action: "app.allowed", actorId: userId, details }),
  ]);
  if (isNews) await notifyOwner(tx, "app.allowed", { grant, app, what: `You let “${app.name}” act for you.` });
  return grant;
}

/** Deletes a grant. Returns false if it has ended already. */
export async function deleteGrant(tx: VisitorContext, id: string): Promise<boolean> {
  return (await write(tx, "apps.deleteGrant")`DELETE FROM "AppGrant" WHERE id = ${id}`) > 0;
}

/** Revokes a grant whose code or refresh token was used twice: it may have been stolen. Notifies its owner. */
export async function endReusedGrant(tx: VisitorContext, app: FoundApp, grant: Pick<AppGrant, "id" | "userId">) {
  if (!(await deleteGrant(tx, grant.id))) return;
  const { userId } = grant;
  await writeAuditEntry(tx, { action: "app.reused", actorId: null, accountId: userId, details: { app: app.name } });
  const what =
    `A token of “${app.name}” was used twice, so somebody else may have had it. ` +
    "The app can no longer act for you; you can allow it again.";
  await notifyOwner(tx, "app.stopped", { grant, app, what });
}

async function notifyOwner(
  tx: VisitorContext,
  name: "app.allowed" | "app.stopped",
  { grant, app, what }: { grant: Pick<AppGrant, "id" | "userId">; app: FoundApp; what: string },
): Promise<void> {
  const { id: subjectId, userId } = grant;
  const owner = await readAccount(tx, userId);
  const letter = { kind: "app-access" as const, userId, email: verifiedEmail(owner), handle: owner.handle, what };
  const notification = { userIds: [userId], preview: what, link: "/settings/apps" };
  await record(
    actAs(tx, owner),
    name,
    { appId: app.id },
    { subjectId, notifications: [notification], letters: [letter] },
  );
}

/** Revokes all grants of an app to the actor's account. @throws DomainError `not_found` */
export async function revokeApp(ctx: Context, { id }: { id: string }): Promise<void> {
  await inTransaction(ctx, async (tx) => {
    await lockAccount(tx, tx.actor.id);
    const [app] = await endGrants(tx, { appId: id });
    if (!app) throw notFound();
    await writeAuditEntry(tx, { action: "app.revoked", details: { app: app.name, clientId: clientIdOf(app) } });
  });
}

/** Returns the apps' names. */
export async function endGrantsSince(tx: Context, since: Date): Promise<string[]> {
  const names = [...new Set((await endGrants(tx, { since })).map(({ name }) => name))];
  await Promise.all(names.map((app) => writeAuditEntry(tx, { action: "app.revoked", details: { app } })));
  return names;
}

export const endAllGrants = async (tx: Context): Promise<void> => void (await endGrantsSince(tx, new Date(0)));

type EndedApp = Pick<App, "id" | "name" | "documentUrl">;

/** Deletes the actor's grants that match, and the codes for these apps not exchanged yet. Returns each grant's app. */
async function endGrants(tx: Context, { appId, since }: { appId?: string; since?: Date }): Promise<EndedApp[]> {
  const isOfApp = sql`(${appId}::text IS NULL OR "appId" = ${appId})`;
  const [ended] = await Promise.all([
    read<EndedApp>(tx, "apps.endGrants")`
      DELETE FROM "AppGrant" g USING "App" a
      WHERE a.id = g."appId" AND g."userId" = ${tx.actor.id} AND ${isOfApp}
        AND (${since}::timestamptz IS NULL OR g."createdAt" >= ${since})
      RETURNING a.id, a.name, a."documentUrl"`,
    write(tx, "apps.deleteCodes")`
      DELETE FROM "AuthorizationCode" WHERE "userId" = ${tx.actor.id} AND "grantId" IS NULL AND ${isOfApp}`,
    write(tx, "apps.deleteDevices")`
      DELETE FROM "DeviceAuthorization" WHERE "userId" = ${tx.actor.id} AND ${isOfApp}`,
  ]);
  return ended;
}
