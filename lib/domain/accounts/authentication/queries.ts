import { CAN_ACT } from "@/lib/domain/accounts/apps/clients";
import type { Audience } from "@/lib/domain/accounts/apps/resources";
import type { Actor } from "@/lib/domain/kernel/context";
import { MINUTE_MS } from "@/lib/domain/kernel/durations";
import type { Scope } from "@/lib/domain/accounts/keys/scopes";
import { WRITER_COLUMNS } from "@/lib/domain/accounts/users/account";
import { readIdentity } from "@/lib/infra/database/account-reads";
import { preparedWrite } from "@/lib/infra/database/db";
import { type Sql, sql } from "@/lib/infra/database/sql";

/** The columns of an actor, for a statement on `"User" u`. */
const actorColumns = (readAfter: Sql) => sql`${WRITER_COLUMNS}, ${readAfter}`;

/** What a request authenticates with, and the account that it stands for, from one read. */
interface Presented extends Actor {
  scopes: Scope[];
  lastUsedAt: Date | null;
  suspendedAt: Date | null;
}

export interface PresentedKey extends Presented {
  keyId: string;
  networks: string[];
  expiresAt: Date | null;
  revokedAt: Date | null;
  /** When it ends; null for the key's current secret. */
  endsAt: Date | null;
}

export interface PresentedToken extends Presented {
  grantId: string;
  appId: string;
  /** Whether somebody registered the app: that developer sees its requests. */
  hasDeveloper: boolean;
  audience: Audience;
  expiresAt: Date;
}

interface Lookup {
  /** Whether a replica may answer while the primary is unavailable. */
  orReplica?: boolean;
}

export async function findKeyByHash(hash: string, { orReplica }: Lookup = {}): Promise<PresentedKey | undefined> {
  const statement = (readAfter: Sql) => sql`
    SELECT k.id AS "keyId", k.scopes, k.networks, k."expiresAt", k."revokedAt", k."lastUsedAt", s."endsAt",
           u."suspendedAt", ${actorColumns(readAfter)}
      FROM "ApiSecret" s JOIN "ApiKey" k ON k.id = s."keyId" JOIN "User" u ON u.id = k."userId"
     WHERE s.hash = ${hash}`;
  const [key] = await readIdentity<PresentedKey>("keys.byHash", statement, { credential: hash, orReplica });
  return key;
}

export async function findAccessToken(hash: string, { orReplica }: Lookup = {}): Promise<PresentedToken | undefined> {
  const statement = (readAfter: Sql) => sql`
    SELECT g.id AS "grantId", g."appId", a."ownerId" IS NOT NULL AS "hasDeveloper", g.scopes, g.audience,
           g."lastUsedAt", t."expiresAt", u."suspendedAt", ${actorColumns(readAfter)}
      FROM "AppToken" t JOIN "AppGrant" g ON g.id = t."grantId" JOIN "User" u ON u.id = g."userId"
      JOIN "App" a ON a.id = g."appId"
     WHERE t.hash = ${hash} AND t.kind = 'access' AND ${CAN_ACT}`;
  const [token] = await readIdentity<PresentedToken>("apps.tokenByHash", statement, { credential: hash, orReplica });
  return token;
}

/** A session's account, and when its holder last proved to be its owner. */
export interface SignedIn extends Actor {
  sessionId: string;
  provenAt: Date;
}

/** Returns a session's account, unless the session ended or the account is suspended. */
export async function findSession(id: string, now: Date, { orReplica }: Lookup = {}): Promise<SignedIn | null> {
  const statement = (readAfter: Sql) => sql`
    SELECT s.id AS "sessionId", COALESCE(s."provenAt", s."createdAt") AS "provenAt", ${actorColumns(readAfter)}
      FROM "Session" s JOIN "User" u ON u.id = s."userId"
     WHERE s.id = ${id} AND s."expiresAt" > ${now} AND u."suspendedAt" IS NULL`;
  const [actor] = await readIdentity<SignedIn>("sessions.byId", statement, { credential: id, orReplica });
  return actor ?? null;
}

/** Minimum time between two writes of a key's or grant's last use. */
const RESOLUTION_MS = MINUTE_MS;

const staleUse = (now: Date) => new Date(now.getTime() - RESOLUTION_MS);
const unused = (now: Date) => sql`("lastUsedAt" IS NULL OR "lastUsedAt" < ${staleUse(now)})`;

/** Whether the use of a key or grant should be written: once a minute, and on every call with a superseded secret. */
export function shouldRecordUse(
  { lastUsedAt, endsAt = null }: { lastUsedAt: Date | null; endsAt?: Date | null },
  now: Date,
): boolean {
  return endsAt !== null || lastUsedAt === null || lastUsedAt < staleUse(now);
}

/** Calls not yet written, by the hash of their secret. */
const unwritten = new Map<string, number>();

/**
 * Records that a key was used. Of concurrent calls one writes for all: the others would only wait for the row while
 * holding a connection.
 */
export async function recordKeyUse(key: PresentedKey, hash: string, now: Date): Promise<void> {
  const others = unwritten.get(hash);
  unwritten.set(hash, (others ?? 0) + 1);
  if (others !== undefined) return;
  try {
    for (let calls; (calls = unwritten.get(hash));) {
      unwritten.set(hash, 0);
      if (key.endsAt)
        await preparedWrite(
          "keys.countGraceUses",
          sql`UPDATE "ApiSecret" SET "graceUses" = "graceUses" + ${calls} WHERE hash = ${hash}`,
        );
      await preparedWrite(
        "keys.recordUse",
        sql`UPDATE "ApiKey" SET "lastUsedAt" = ${now} WHERE id = ${key.keyId} AND ${unused(now)}`,
      );
    }
  } finally {
    unwritten.delete(hash);
  }
}

/** Grants whose last use this process is writing. */
const writing = new Set<string>();

/** Records that a grant was used. Of concurrent calls one writes for all. */
export async function recordGrantUse(id: string, now: Date): Promise<void> {
  if (writing.has(id)) return;
  writing.add(id);
  try {
    await preparedWrite(
      "apps.recordUse",
      sql`UPDATE "AppGrant" SET "lastUsedAt" = ${now} WHERE id = ${id} AND ${unused(now)}`,
    );
  } finally {
    writing.delete(id);
  }
}
