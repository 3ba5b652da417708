import { retryConflicts, type VisitorContext } from "@/lib/domain/context";
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
    await ctx.db.encryptionKey.updateMany({
      where: { fingerprint: recorded },
      data: { fingerprint: own, recordedAt: ctx.now },
    });
}

async function recordedFingerprint(ctx: VisitorContext, own: string): Promise<string> {
  const known = await ctx.db.encryptionKey.findUnique({ where: { id: 1 } });
  if (known) return known.fingerprint;
  const sample = await ctx.db.webhookEndpoint.findMany({
    select: { secret: true },
    orderBy: { createdAt: "desc" },
    take: SAMPLE,
  });
  if (sample.length > 0 && !sample.some(({ secret }) => canDecrypt(secret))) throw wrongKey();
  // If several servers start at once, one records its key and the others compare theirs with it.
  await ctx.db.encryptionKey.createMany({ data: [{ fingerprint: own, recordedAt: ctx.now }], skipDuplicates: true });
  return (await ctx.db.encryptionKey.findUniqueOrThrow({ where: { id: 1 } })).fingerprint;
}

/** Re-encrypts everything that the previous key can decrypt. Rows that change meanwhile keep the change. */
async function reencryptStoredSecrets(ctx: VisitorContext): Promise<void> {
  for (let after = ""; ;) {
    const rows = await ctx.db.webhookEndpoint.findMany({
      where: { id: { gt: after } },
      select: { id: true, secret: true, previousSecret: true },
      orderBy: { id: "asc" },
      take: BATCH,
    });
    for (const { id, secret, previousSecret } of rows) {
      const data = {
        secret: reencryptSecret(secret),
        previousSecret: previousSecret === null ? undefined : reencryptSecret(previousSecret),
      };
      if (data.secret ?? data.previousSecret)
        await retryConflicts(() => ctx.db.webhookEndpoint.updateMany({ where: { id, secret, previousSecret }, data }));
    }
    const last = rows.at(-1);
    if (!last) break;
    after = last.id;
  }
  await reencryptDiscordGrants(ctx);
  await reencryptTotpSecrets(ctx);
  await reencryptSandboxes(ctx);
  await reencryptLetters(ctx);
  await reencryptStoredResponses(ctx);
}

/** Re-encrypts the tokens of linked Discord accounts. A token that is refreshed meanwhile keeps its new value. */
async function reencryptDiscordGrants({ db }: VisitorContext): Promise<void> {
  for (let after = ""; ;) {
    const rows = await db.discordGrant.findMany({
      where: { userId: { gt: after } },
      orderBy: { userId: "asc" },
      take: BATCH,
    });
    for (const { userId, refreshToken } of rows) {
      const again = reencryptSecret(refreshToken);
      if (again !== undefined)
        await db.discordGrant.updateMany({ where: { userId, refreshToken }, data: { refreshToken: again } });
    }
    const last = rows.at(-1);
    if (!last) break;
    after = last.userId;
  }
}

/** Re-encrypts the secrets of authenticator apps. */
async function reencryptTotpSecrets({ db }: VisitorContext): Promise<void> {
  for (let after = ""; ;) {
    const rows = await db.totpFactor.findMany({
      where: { userId: { gt: after } },
      orderBy: { userId: "asc" },
      take: BATCH,
    });
    for (const { userId, secret } of rows) {
      const again = reencryptSecret(secret);
      if (again !== undefined) await db.totpFactor.updateMany({ where: { userId, secret }, data: { secret: again } });
    }
    const last = rows.at(-1);
    if (!last) break;
    after = last.userId;
  }
}

/**
 * Re-encrypts the secrets from which sandboxes derive their keys. Data inside sandboxes stays as it is until a reset.
 */
async function reencryptSandboxes({ db }: VisitorContext): Promise<void> {
  const rows = await db.sandbox.findMany({ select: { id: true, secret: true } });
  for (const { id, secret } of rows) {
    const again = reencryptSecret(secret);
    if (again !== undefined) await db.sandbox.updateMany({ where: { id, secret }, data: { secret: again } });
  }
}

/** Re-encrypts the contents of letters that are not sent yet. */
async function reencryptLetters({ db }: VisitorContext): Promise<void> {
  const rows = await db.letter.findMany({ where: { content: { not: null } }, select: { id: true, content: true } });
  for (const { id, content } of rows) {
    const again = content === null ? undefined : reencryptSecret(content);
    if (again !== undefined) await db.letter.updateMany({ where: { id, content }, data: { content: again } });
  }
}

/** Re-encrypts the responses stored for idempotency. They are JSON, except for encrypted ones. */
async function reencryptStoredResponses({ db }: VisitorContext): Promise<void> {
  const rows = await db.idempotencyKey.findMany({
    where: { AND: [{ body: { not: "" } }, { NOT: { body: { startsWith: "{" } } }] },
    select: { userId: true, operation: true, key: true, body: true },
  });
  for (const { body, ...key } of rows) {
    const again = reencryptSecret(body);
    if (again !== undefined) await db.idempotencyKey.updateMany({ where: { ...key, body }, data: { body: again } });
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
