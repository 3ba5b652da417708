import { read, retryConflicts, type VisitorContext, write } from "@/lib/domain/kernel/context";
import { literal, quoted } from "@/lib/infra/database/sql";
import type { IdempotencyKey } from "@/lib/infra/prisma/client";
import { env } from "@/lib/infra/environment/env";
import { canDecrypt, keyFingerprint, reencryptSecret } from "@/lib/infra/secrets";

/** This process would encrypt with a different key than the rest of the deployment, or than before. */
export class WrongEncryptionKey extends Error {
  override name = "WrongEncryptionKey";
}

/** The newest stored secrets that identify the key in a database that has none on record yet. */
const SAMPLE = 20;
const BATCH = 200;

/**
 * Checks this process's encryption key against the one recorded in the database; the first key is recorded. If the
 * previous key is configured as well, re-encrypts everything stored and records the new key.
 * @throws WrongEncryptionKey
 */
export async function verifyEncryptionKey(ctx: VisitorContext): Promise<void> {
  const { encryptionKey, previousEncryptionKey: previousKey } = env();
  const own = keyFingerprint(encryptionKey);
  const recorded = await recordedFingerprint(ctx, own);
  const isPrevious = previousKey !== undefined && recorded === keyFingerprint(previousKey);
  if (recorded !== own && !isPrevious) throw wrongKey();
  // Runs even if it has run before: an instance with the previous key may have written since.
  if (previousKey !== undefined) await reencryptStoredSecrets(ctx);
  if (recorded !== own)
    await write(ctx, "encryption.replaceFingerprint")`
      UPDATE "EncryptionKey" SET fingerprint = ${own}, "recordedAt" = ${ctx.now} WHERE fingerprint = ${recorded}`;
}

async function recordedFingerprint(ctx: VisitorContext, own: string): Promise<string> {
  const known = await readFingerprint(ctx);
  if (known !== undefined) return known;
  const sample = await read<{ secret: string }>(ctx, "encryption.sample")`
    SELECT secret FROM "WebhookEndpoint" ORDER BY "createdAt" DESC LIMIT ${literal(SAMPLE)}`;
  if (sample.length > 0 && !sample.some(({ secret }) => canDecrypt(secret))) throw wrongKey();
  // If several servers start at once, one records its key and the others compare theirs with it.
  await write(ctx, "encryption.recordFingerprint")`
    INSERT INTO "EncryptionKey" (fingerprint, "recordedAt") VALUES (${own}, ${ctx.now}) ON CONFLICT DO NOTHING`;
  return (await readFingerprint(ctx))!;
}

async function readFingerprint(ctx: VisitorContext): Promise<string | undefined> {
  const [key] = await read<{ fingerprint: string }>(ctx, "encryption.fingerprint")`
    SELECT fingerprint FROM "EncryptionKey" WHERE id = 1`;
  return key?.fingerprint;
}

/** The columns of encrypted texts, and the keys of their tables. Data inside sandboxes stays as it is until a reset. */
const ENCRYPTED = [
  ["WebhookEndpoint", "id", "secret"],
  ["WebhookEndpoint", "id", "previousSecret"],
  ["DiscordGrant", "userId", "refreshToken"],
  ["TotpFactor", "userId", "secret"],
  ["Sandbox", "id", "secret"],
  ["Letter", "id", "content"],
  ["PushSubscription", "sessionId", "target"],
] as const;

/** Re-encrypts everything that the previous key can decrypt. Rows that change meanwhile keep the change. */
async function reencryptStoredSecrets(ctx: VisitorContext): Promise<void> {
  for (const column of ENCRYPTED) await reencryptColumn(ctx, column);
  await reencryptStoredResponses(ctx);
}

async function reencryptColumn(ctx: VisitorContext, names: (typeof ENCRYPTED)[number]): Promise<void> {
  const [table, key, column] = names.map(quoted);
  for (let after = ""; ;) {
    const rows = await read<{ key: string; text: string }>(ctx, `encryption.read.${names[0]}.${names[2]}`)`
      SELECT ${key} AS key, ${column} AS text FROM ${table}
      WHERE ${key} > ${after} AND ${column} IS NOT NULL ORDER BY ${key} LIMIT ${BATCH}`;
    for (const { key: id, text } of rows) {
      const again = reencryptSecret(text);
      if (again !== undefined)
        await retryConflicts(
          () => write(ctx, `encryption.write.${names[0]}.${names[2]}`)`
            UPDATE ${table} SET ${column} = ${again} WHERE ${key} = ${id} AND ${column} = ${text}`,
        );
    }
    const last = rows.at(-1);
    if (!last) return;
    after = last.key;
  }
}

/** Re-encrypts the responses stored for idempotency. They are JSON, except for encrypted ones. */
async function reencryptStoredResponses(ctx: VisitorContext): Promise<void> {
  const rows = await read<Pick<IdempotencyKey, "userId" | "operation" | "key" | "body">>(ctx, "encryption.responses")`
    SELECT "userId", operation, key, body FROM "IdempotencyKey" WHERE body <> '' AND body NOT LIKE '{%'`;
  for (const { userId, operation, key, body } of rows) {
    const again = reencryptSecret(body);
    if (again !== undefined)
      await write(ctx, "encryption.writeResponse")`
        UPDATE "IdempotencyKey" SET body = ${again}
         WHERE "userId" = ${userId} AND operation = ${operation} AND key = ${key} AND body = ${body}`;
  }
}

function wrongKey(): WrongEncryptionKey {
  const { encryptionKeyFrom } = env();
  const derived = encryptionKeyFrom === "NEXTAUTH_SECRET";
  const former = derived ? "NEXTAUTH_SECRET" : "ENCRYPTION_KEY";
  const subject = derived
    ? "ENCRYPTION_KEY is not set, so it is derived from NEXTAUTH_SECRET, which"
    : "ENCRYPTION_KEY";
  return new WrongEncryptionKey(
    `${subject} does not match the one this database was encrypted with. ` +
      `Every instance needs the same. To change it, set ENCRYPTION_KEY_PREVIOUS to the former ${former}: docs/operations/configuration.md says how.`,
  );
}
