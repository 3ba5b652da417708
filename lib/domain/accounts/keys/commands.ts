import { writeAuditEntry } from "@/lib/domain/accounts/audit-log/commands";
import { type Context, idFor, inTransaction, read, write } from "@/lib/domain/kernel/context";
import { conflict, notFound } from "@/lib/domain/kernel/errors";
import { lockActorWithSession } from "@/lib/domain/kernel/locks";
import { literal, sql } from "@/lib/infra/database/sql";
import type { ApiKey } from "@/lib/infra/prisma/client";
import { MAX_DEAD_KEYS, MAX_ACTIVE_KEYS, MAX_SECRETS } from "./rules";
import { hashSecret, newKey, visibleParts } from "@/lib/domain/kernel/credentials";
import type { IssuedKey, NewKey } from "./schema";
import type { Scope } from "./scopes";
import { DAY_MS } from "@/lib/domain/kernel/durations";

/** Issues an API key. @throws DomainError `conflict` beyond `MAX_ACTIVE_KEYS` */
export function issueKey(ctx: Context, { name, scopes, expiresInDays, networks = [] }: NewKey): Promise<IssuedKey> {
  return inTransaction(ctx, async (tx) => {
    await lockActorWithSession(tx);
    const live = await read<Pick<ApiKey, "id">>(tx, "keys.live")`SELECT id FROM "ApiKey" WHERE ${isLive(tx)}`;
    if (live.length >= MAX_ACTIVE_KEYS) {
      throw conflict(`An account has at most ${MAX_ACTIVE_KEYS} live keys. Revoke one that you no longer need.`);
    }
    await deleteDeadKeys(tx);
    const expiresAt = expiresInDays ? new Date(tx.now.getTime() + expiresInDays * DAY_MS) : null;
    const key = { id: idFor(tx, "key"), name, scopes, createdAt: tx.now, expiresAt };
    await write(tx, "keys.insert")`
      INSERT INTO "ApiKey" (id, "userId", name, scopes, networks, "createdAt", "expiresAt")
      VALUES (${key.id}, ${tx.actor.id}, ${name}, ${scopes}, ${networks}, ${tx.now}, ${expiresAt})`;
    const details = { keyId: key.id, name, scopes: scopes.join(" "), networks: networks.join(" ") };
    await writeAuditEntry(tx, { action: "key.issued", details });
    return issued(key, await addSecret(tx, key.id));
  });
}

/** The newest dead keys are kept, so that the error for using one differs from that for a typo. */
async function deleteDeadKeys(tx: Context): Promise<void> {
  await write(tx, "keys.deleteDead")`
    DELETE FROM "ApiKey" WHERE id IN (
      SELECT id FROM "ApiKey" WHERE "userId" = ${tx.actor.id} AND ("revokedAt" IS NOT NULL OR "expiresAt" <= ${tx.now})
       ORDER BY "createdAt" DESC, id DESC OFFSET ${literal(MAX_DEAD_KEYS)})`;
}

/**
 * Issues a new secret of a key. Old ones work for `graceSeconds` more, or until `MAX_SECRETS` newer ones were issued.
 */
export function rotateKey(
  ctx: Context,
  { id, graceSeconds }: { id: string; graceSeconds: number },
): Promise<IssuedKey> {
  return inTransaction(ctx, async (tx) => {
    await lockActorWithSession(tx);
    // Concurrent rotations run one after the other; each retires the secrets that existed before it.
    const [key] = await read<KeyRow>(tx, "keys.lock")`
      SELECT id, name, scopes, "createdAt", "expiresAt" FROM "ApiKey" WHERE id = ${id} AND ${isLive(tx)}
      FOR NO KEY UPDATE`;
    if (!key) throw notFound();
    const endsAt = new Date(tx.now.getTime() + graceSeconds * 1000);
    // A secret already in its grace period keeps the earlier end.
    await write(tx, "keys.retireSecrets")`
      UPDATE "ApiSecret" SET "endsAt" = ${endsAt} WHERE "keyId" = ${id} AND ("endsAt" IS NULL OR "endsAt" > ${endsAt})`;
    await write(tx, "keys.deleteEndedSecrets")`
      DELETE FROM "ApiSecret" WHERE "keyId" = ${id} AND "endsAt" < ${new Date(tx.now.getTime() - DAY_MS)}`;
    const secret = await addSecret(tx, id);
    await write(tx, "keys.deleteOldestSecrets")`
      DELETE FROM "ApiSecret" WHERE hash IN (
        SELECT hash FROM "ApiSecret" WHERE "keyId" = ${id}
          ORDER BY "endsAt" IS NULL DESC, "createdAt" DESC, "endsAt" DESC OFFSET ${literal(MAX_SECRETS)})`;
    await writeAuditEntry(tx, { action: "key.rotated", details: { keyId: id, name: key.name } });
    return issued(key, secret);
  });
}

export async function revokeKey(ctx: Context, { id }: { id: string }): Promise<void> {
  await inTransaction(ctx, async (tx) => {
    const [revoked] = await revoke(tx, { ids: [id] });
    if (!revoked) throw notFound();
  });
}

/** Revokes some of the caller's keys, or all. Ignores keys that are not the caller's or already revoked. */
export async function revokeKeys(tx: Context, ids?: string[]): Promise<void> {
  await revoke(tx, { ids });
}

/** Revokes the caller's keys with a secret that was issued or rotated since a time. Returns their names. */
export async function revokeKeysSince(tx: Context, since: Date): Promise<string[]> {
  return (await revoke(tx, { since })).map(({ name }) => name);
}

type RevokedKey = Pick<ApiKey, "id" | "name">;

async function revoke(tx: Context, { ids, since }: { ids?: string[]; since?: Date }): Promise<RevokedKey[]> {
  const revoked = await read<RevokedKey>(tx, "keys.revoke")`
    UPDATE "ApiKey" k SET "revokedAt" = ${tx.now}
    WHERE "userId" = ${tx.actor.id} AND "revokedAt" IS NULL
      AND (${ids}::text[] IS NULL OR id = ANY (${ids}::text[]))
      AND (${since}::timestamptz IS NULL
           OR EXISTS (SELECT FROM "ApiSecret" s WHERE s."keyId" = k.id AND s."createdAt" >= ${since}))
    RETURNING id, name`;
  const entries = revoked.map(({ id, name }) => ({ action: "key.revoked" as const, details: { keyId: id, name } }));
  await Promise.all(entries.map((entry) => writeAuditEntry(tx, entry)));
  return revoked;
}

const isLive = ({ actor, now }: Context) =>
  sql`"userId" = ${actor.id} AND "revokedAt" IS NULL AND ("expiresAt" IS NULL OR "expiresAt" > ${now})`;

async function addSecret(tx: Context, keyId: string): Promise<string> {
  const secret = newKey(tx.random);
  const { prefix, suffix } = visibleParts(secret);
  await write(tx, "keys.insertSecret")`
    INSERT INTO "ApiSecret" (hash, "keyId", prefix, suffix, "createdAt")
    VALUES (${hashSecret(secret)}, ${keyId}, ${prefix}, ${suffix}, ${tx.now})`;
  return secret;
}

type KeyRow = Pick<ApiKey, "id" | "name" | "scopes" | "createdAt" | "expiresAt">;

function issued(key: KeyRow, secret: string): IssuedKey {
  return {
    id: key.id,
    name: key.name,
    key: secret,
    scopes: key.scopes as Scope[],
    suffix: visibleParts(secret).suffix,
    createdAt: key.createdAt.toISOString(),
    expiresAt: key.expiresAt?.toISOString() ?? null,
  };
}

export async function deleteOwnKeys(tx: Context): Promise<void> {
  await write(tx, "keys.deleteOwn")`DELETE FROM "ApiKey" WHERE "userId" = ${tx.actor.id}`;
}

/** Ends the account's sandbox, with its keys, if it was made since a time. Retention drops its database. */
export async function deleteSandboxSince(tx: Context, since: Date): Promise<void> {
  await write(tx, "sandboxes.deleteSince")`
    DELETE FROM "Sandbox" WHERE "userId" = ${tx.actor.id} AND "createdAt" >= ${since}`;
}
