import pg from "pg";
import { keyFingerprint } from "@/lib/infra/secrets";

/** Puts a server's key on record in a filled database: its endpoints have no secrets that could speak for any key. */
export async function recordEncryptionKey(databaseUrl: string, key: string): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  await client
    .query(`INSERT INTO "EncryptionKey" (id, fingerprint, "recordedAt") VALUES (1, $1, now())`, [keyFingerprint(key)])
    .finally(() => client.end());
}
