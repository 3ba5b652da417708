import { type Context, read } from "@/lib/domain/kernel/context";
import { notFound } from "@/lib/domain/kernel/errors";
import { paginate } from "@/lib/domain/kernel/page/keyset";
import type { Page, PageRequest } from "@/lib/domain/kernel/page/schema";
import { listDecisionsAbout } from "@/lib/domain/people/moderation/queries";
import { withSearchPermit } from "@/lib/domain/people/search/permits";
import { cleanQuery, escapeLike, longestRun } from "@/lib/domain/people/search/rules";
import { requireAdmin } from "@/lib/domain/accounts/guards/staff";
import { joined, literal, type Sql, sql } from "@/lib/infra/database/sql";
import { IN_STANDING, standingOf, type StandingTimes } from "@/lib/domain/accounts/users/account-standing";
import { type PersonColumns, personColumns, presentPersonColumns } from "@/lib/domain/accounts/users/present";
import type { User } from "@/lib/infra/prisma/client";
import { RARE_MATCHES, type StaffRole } from "./rules";
import type { AccountDetails, AccountFilter, ListedAccount, AccountEntry } from "./schema";
import type { Dated } from "@/lib/domain/kernel/moment";

/** Lists accounts, newest first, for admins. @throws DomainError `forbidden` */
export async function listAccounts(
  ctx: Context,
  { q = "", role, standing, tier, ...request }: PageRequest & AccountFilter,
): Promise<Page<ListedAccount>> {
  requireAdmin(ctx);
  const query = cleanQuery(q).toLowerCase();
  const filter = { role, standing, tier };
  const find = async () => pageOf(ctx, request, { query, filter, found: await findRare(ctx, query) });
  return query === "" ? pageOf(ctx, request, { query, filter, found: null }) : withSearchPermit(find);
}

interface Search {
  query: string;
  filter: Pick<AccountFilter, "role" | "standing" | "tier">;
  /** The ids of the matching accounts, if they are few. */
  found: string[] | null;
}

function pageOf(ctx: Context, request: PageRequest, { query, filter, found }: Search): Promise<Page<ListedAccount>> {
  const { role = "any", standing = "any", tier = "any" } = filter;
  const matching = query === "" ? sql`true` : found ? sql`u.id = ANY (${found}::text[])` : matches(query);
  const search = query === "" ? "all" : found ? "found" : longestRun(query) < 3 ? "words" : "letters";
  return paginate<AccountColumns, ListedAccount>(request, {
    list: ["accounts", query, role, standing, tier],
    rows: (after, take) =>
      read<AccountColumns>(ctx, `administration.accounts.${search}.${role}.${standing}.${tier}`)`
        SELECT ${accountColumns} FROM "User" u WHERE ${joined(conditionsOf(filter), " AND ")} AND ${matching}
          AND (u."createdAt", u.id) < (${after.at}::timestamptz, ${after.id})
        ORDER BY u."createdAt" DESC, u.id DESC LIMIT ${take}`,
    position: ({ createdAt, personId }) => ({ at: createdAt, id: personId }),
    present: presentAccount,
  });
}

function conditionsOf({ role, standing, tier }: Search["filter"]): Sql[] {
  return [
    sql`u.role <> 'SYSTEM'`,
    ...(role ? [literal(`u.role = '${role}'`)] : []),
    ...(role && role !== "MEMBER" ? [sql`u.role <> 'MEMBER'`] : []),
    ...(standing ? [IN_STANDING[standing]] : []),
    ...(tier ? [literal(`u.tier = '${tier}'`)] : []),
    ...(tier === "pro" ? [sql`u.tier <> 'free'`] : []),
  ];
}

/** One or two letters match only the beginning of a word, which is all that the index finds. */
function matches(query: string): Sql {
  const letters = escapeLike(query);
  const named = sql`lower(u.handle || ' ' || u.name)`;
  if (longestRun(query) >= 3) return sql`(${named} LIKE ${`%${letters}%`} OR lower(u.email) LIKE ${`%${letters}%`})`;
  return sql`(${named} LIKE ${`${letters}%`} OR ${named} LIKE ${`% ${letters}%`} OR lower(u.email) LIKE ${`${letters}%`})`;
}

/**
 * Returns the ids of the matching accounts, found by the index; null if there are so many that scanning by time finds a
 * page sooner. The scan is slow only for a word that is in many old names and in no recent ones.
 */
async function findRare(ctx: Context, query: string): Promise<string[] | null> {
  const rows = await read<{ id: string }>(ctx, `administration.matches.${longestRun(query) < 3 ? "words" : "letters"}`)`
    SELECT u.id FROM "User" u WHERE ${matches(query)} LIMIT ${literal(RARE_MATCHES + 1)}`;
  return rows.length > RARE_MATCHES ? null : rows.map(({ id }) => id);
}

type Counts = "sessions" | "apiKeys" | "webhookEndpoints" | "posts" | "followers" | "openReports";
type DetailsRow = AccountColumns &
  Pick<User, "emailVerifiedAt" | "suspendedUntil"> &
  AccountDetails["signIn"] &
  Pick<AccountDetails, Counts> & { lastSeenAt: Date | null };

/** Returns one account, for admins. @throws DomainError `forbidden`, `not_found` */
export async function getAccount(ctx: Context, { id }: { id: string }): Promise<AccountDetails> {
  requireAdmin(ctx);
  const [[row], decisions] = await Promise.all([
    read<DetailsRow>(ctx, "administration.account")`
      SELECT ${accountColumns}, u."emailVerifiedAt", u."suspendedUntil", u."passwordHash" IS NOT NULL AS password,
        ARRAY(SELECT o.provider FROM "OAuthAccount" o WHERE o."userId" = u.id ORDER BY o.provider) AS providers,
        EXISTS (SELECT 1 FROM "TotpFactor" t WHERE t."userId" = u.id AND t."confirmedAt" IS NOT NULL)
          OR EXISTS (SELECT 1 FROM "Passkey" p WHERE p."userId" = u.id) AS "secondFactor",
        (SELECT count(*)::int FROM "Session" s WHERE s."userId" = u.id AND s."expiresAt" > ${ctx.now}) AS sessions,
        (SELECT max(s."lastSeenAt") FROM "Session" s WHERE s."userId" = u.id) AS "lastSeenAt",
        (SELECT count(*)::int FROM "ApiKey" k WHERE k."userId" = u.id AND k."revokedAt" IS NULL
            AND (k."expiresAt" IS NULL OR k."expiresAt" > ${ctx.now})) AS "apiKeys",
        (SELECT count(*)::int FROM "WebhookEndpoint" w WHERE w."userId" = u.id) AS "webhookEndpoints",
        u."postsCount" AS posts, u."followersCount" AS followers,
        (SELECT count(*)::int FROM (SELECT 1 FROM "Report" r WHERE r."accountId" = u.id AND r.status = 'open' LIMIT 100) r)
          AS "openReports"
      FROM "User" u WHERE u.id = ${id} AND u.role <> 'SYSTEM'`,
    listDecisionsAbout(ctx, id),
  ]);
  if (!row) throw notFound();
  const { password, providers, secondFactor, sessions, apiKeys, webhookEndpoints, posts, followers, openReports } = row;
  return {
    ...presentAccount(row),
    emailVerifiedAt: row.emailVerifiedAt?.toISOString() ?? null,
    suspendedUntil: row.suspendedUntil?.toISOString() ?? null,
    signIn: { password, providers, secondFactor },
    lastSeenAt: row.lastSeenAt?.toISOString() ?? null,
    ...{ sessions, apiKeys, webhookEndpoints, posts, followers, openReports, decisions },
  };
}

type AccountColumns = PersonColumns & StandingTimes & Pick<User, "email" | "tier" | "createdAt"> & { role: StaffRole };

const accountColumns = sql`${personColumns("u")}, u.email, u.role, u.tier, u."createdAt", u."suspendedAt",
  u."limitedAt", u."closedAt"`;

function presentAccount(row: AccountColumns): ListedAccount {
  return {
    ...presentPersonColumns(row),
    email: row.email,
    role: row.role,
    tier: row.tier,
    standing: standingOf(row),
    createdAt: row.createdAt.toISOString(),
  };
}

type EntryRow = Dated<AccountEntry>;

/** Lists the audit log's entries about an account, newest first, for admins. @throws DomainError `forbidden` */
export async function listEntriesAbout(
  ctx: Context,
  { id, ...request }: PageRequest & { id: string },
): Promise<Page<AccountEntry>> {
  requireAdmin(ctx);
  return paginate<EntryRow, AccountEntry>(request, {
    list: ["audit log about", id],
    rows: (after, take) =>
      read<EntryRow>(ctx, "administration.entries")`
        SELECT e.id, e.action, e."actorId", a.handle AS "actorHandle", e."accountId", e.details, e."requestId", e."createdAt"
        FROM "AuditEntry" e LEFT JOIN "User" a ON a.id = e."actorId"
        WHERE e."accountId" = ${id} AND (e."createdAt", e.id) < (${after.at}::timestamptz, ${after.id})
        ORDER BY e."createdAt" DESC, e.id DESC LIMIT ${take}`,
    position: ({ createdAt, id }) => ({ at: createdAt, id }),
    present: (row) => ({ ...row, createdAt: row.createdAt.toISOString() }),
  });
}
