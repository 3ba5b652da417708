import pg from "pg";
import { keyFingerprint } from "@/lib/infra/secrets";

/** Records a server's encryption key in a filled database, whose endpoints have no secrets to verify it with. */
export async function recordEncryptionKey(databaseUrl: string, key: string): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  await client
    .query(`INSERT INTO "EncryptionKey" (id, fingerprint, "recordedAt") VALUES (1, $1, now())`, [keyFingerprint(key)])
    .finally(() => client.end());
}
