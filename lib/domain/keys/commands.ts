import { writeAuditEntry } from "@/lib/domain/audit-log/commands";
import { type Context, idFor, inTransaction, write } from "@/lib/domain/context";
import { conflict, notFound } from "@/lib/domain/errors";
import { lockOwnAccount } from "@/lib/domain/guards/locks";
import { literal } from "@/lib/infra/database/sql";
import { MAX_DEAD_KEYS, MAX_LIVE_KEYS, MAX_SECRETS } from "./rules";
import { hashSecret, newKey, visibleParts } from "@/lib/domain/credentials";
import type { IssuedKey, NewKey } from "./schema";
import type { Scope } from "./scopes";
import { DAY_MS } from "@/lib/domain/durations";

/**
 * Issues a key.
 * @throws DomainError `conflict` beyond `MAX_LIVE_KEYS`
 */
export function issueKey(ctx: Context, { name, scopes, expiresInDays, networks = [] }: NewKey): Promise<IssuedKey> {
  return inTransaction(ctx, async (tx) => {
    await lockOwnAccount(tx);
    const live = await tx.db.apiKey.count({
      where: { userId: tx.actor.id, revokedAt: null, OR: [{ expiresAt: null }, { expiresAt: { gt: tx.now } }] },
    });
    if (live >= MAX_LIVE_KEYS) {
      throw conflict(`An account has at most ${MAX_LIVE_KEYS} live keys. Revoke one that you no longer need.`);
    }
    await deleteDeadKeys(tx);
    const expiresAt = expiresInDays ? new Date(tx.now.getTime() + expiresInDays * DAY_MS) : null;
    const key = await tx.db.apiKey.create({
      data: { id: idFor(tx, "key"), userId: tx.actor.id, name, scopes, networks, createdAt: tx.now, expiresAt },
    });
    const details = { keyId: key.id, name, scopes: scopes.join(" "), networks: networks.join(" ") };
    await writeAuditEntry(tx, { action: "key.issued", details });
    return issued(key, await addSecret(tx, key.id));
  });
}

/**
 * Deletes the oldest revoked and expired keys. The newest are kept, so that the error for using one differs from that
 * for a typo.
 */
async function deleteDeadKeys(tx: Context): Promise<void> {
  await write(tx, "keys.deleteDead")`
    DELETE FROM "ApiKey" WHERE id IN (
      SELECT id FROM "ApiKey" WHERE "userId" = ${tx.actor.id} AND ("revokedAt" IS NOT NULL OR "expiresAt" <= ${tx.now})
       ORDER BY "createdAt" DESC, id DESC OFFSET ${literal(MAX_DEAD_KEYS)})`;
}

/**
 * Gives a key a new secret. Old ones keep working for `graceSeconds`, or until `MAX_SECRETS` newer ones were issued.
 */
export function rotateKey(
  ctx: Context,
  { id, graceSeconds }: { id: string; graceSeconds: number },
): Promise<IssuedKey> {
  return inTransaction(ctx, async (tx) => {
    await lockOwnAccount(tx);
    // Concurrent rotations run one after the other; each retires the secrets that existed before it.
    await write(tx, "keys.lock")`SELECT id FROM "ApiKey" WHERE id = ${id} FOR NO KEY UPDATE`;
    const key = await tx.db.apiKey.findFirst({ where: live(tx, id) });
    if (!key) throw notFound();
    const endsAt = new Date(tx.now.getTime() + graceSeconds * 1000);
    // A secret already in its grace period keeps the earlier end.
    await tx.db.apiSecret.updateMany({
      where: { keyId: id, OR: [{ endsAt: null }, { endsAt: { gt: endsAt } }] },
      data: { endsAt },
    });
    await tx.db.apiSecret.deleteMany({ where: { keyId: id, endsAt: { lt: new Date(tx.now.getTime() - DAY_MS) } } });
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
    const [revoked] = await revoke(tx, [id]);
    if (!revoked) throw notFound();
  });
}

/** Revokes some of the caller's keys, or all. Ignores keys that are not theirs or already revoked. */
export async function revokeKeys(tx: Context, ids?: string[]): Promise<void> {
  await revoke(tx, ids);
}

/** Revokes the caller's keys with a secret that was issued or rotated since a time. Returns their names. */
export async function revokeKeysSince(tx: Context, since: Date): Promise<string[]> {
  const where = { userId: tx.actor.id, revokedAt: null, secrets: { some: { createdAt: { gte: since } } } };
  const keys = await tx.db.apiKey.findMany({ where, select: { id: true } });
  const revoked = await revoke(
    tx,
    keys.map(({ id }) => id),
  );
  return revoked.map(({ name }) => name);
}

async function revoke(tx: Context, ids?: string[]): Promise<{ id: string; name: string }[]> {
  const revoked = await tx.db.apiKey.updateManyAndReturn({
    where: { userId: tx.actor.id, revokedAt: null, ...(ids && { id: { in: ids } }) },
    data: { revokedAt: tx.now },
    select: { id: true, name: true },
  });
  for (const { id, name } of revoked)
    await writeAuditEntry(tx, { action: "key.revoked", details: { keyId: id, name } });
  return revoked;
}

const live = (ctx: Context, id: string) => ({
  id,
  userId: ctx.actor.id,
  revokedAt: null,
  OR: [{ expiresAt: null }, { expiresAt: { gt: ctx.now } }],
});

async function addSecret(tx: Context, keyId: string): Promise<string> {
  const secret = newKey(tx.random);
  await tx.db.apiSecret.create({
    data: { hash: hashSecret(secret), keyId, ...visibleParts(secret), createdAt: tx.now },
  });
  return secret;
}

function issued(
  key: { id: string; name: string; scopes: string[]; createdAt: Date; expiresAt: Date | null },
  secret: string,
): IssuedKey {
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

/** Deletes the API keys of a closed account. */
export async function deleteOwnKeys({ db, actor }: Context): Promise<void> {
  await db.apiKey.deleteMany({ where: { userId: actor.id } });
}

/** Ends the account's sandbox, with its keys, if it was made since a time. Retention drops its database. */
export async function deleteSandboxSince({ db, actor }: Context, since: Date): Promise<void> {
  await db.sandbox.deleteMany({ where: { userId: actor.id, createdAt: { gte: since } } });
}
