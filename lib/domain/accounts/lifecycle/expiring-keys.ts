import { actAs, type Context, inTransaction, read } from "@/lib/domain/kernel/context";
import { record } from "@/lib/domain/consequences/events/commands";
import { REMINDER } from "@/lib/domain/accounts/keys/rules";
import { ACTOR_COLUMNS, type ActorColumns } from "@/lib/domain/accounts/users/account";
import { literal, NOW, nowPlus } from "@/lib/infra/database/sql";

/** Keys that one run reminds of, to keep its transaction short. The next run continues. */
const KEYS_AT_ONCE = 50;

/** A key and its owner, whose `email` is null unless it is verified. */
type ExpiringKey = ActorColumns & {
  email: string | null;
  keyId: string;
  keyName: string;
  expiresAt: Date;
};

/** Reminds owners, once per key, that it expires soon. Concurrent processes remind of different keys. */
export async function remindOfExpiringKeys(ctx: Context): Promise<void> {
  await inTransaction(ctx, async (tx) => {
    for (const key of await takeExpiring(tx)) {
      const { keyId, keyName, expiresAt, email, ...owner } = key;
      const day = expiresAt.toLocaleDateString("en-GB", { dateStyle: "long", timeZone: "UTC" });
      const what = `Your API key \u201c${keyName}\u201d expires on ${day}.`;
      const letter = { kind: "key-expiring" as const, userId: owner.id, email, handle: owner.handle, what };
      const notification = { userIds: [owner.id], preview: what, link: "/settings/developer" };
      const context = { subjectId: keyId, notifications: [notification], letters: [letter] };
      await record(actAs(tx, owner), "key.expiring", { keyId }, context);
    }
  });
}

function takeExpiring(tx: Context): Promise<ExpiringKey[]> {
  return read<ExpiringKey>(tx, "keys.expiring")`
    UPDATE "ApiKey" k SET "remindedAt" = ${NOW} FROM "User" u
    WHERE u.id = k."userId" AND k.id = ANY (ARRAY(
      SELECT id FROM "ApiKey"
       WHERE "remindedAt" IS NULL AND "revokedAt" IS NULL
         AND "expiresAt" > ${NOW} AND "expiresAt" <= ${nowPlus(REMINDER.beforeMs)}
         AND "expiresAt" - "createdAt" >= interval '1 millisecond' * ${literal(REMINDER.shortestLifeMs)}
       ORDER BY "expiresAt" LIMIT ${literal(KEYS_AT_ONCE)} FOR UPDATE SKIP LOCKED))
    RETURNING k.id AS "keyId", k.name AS "keyName", k."expiresAt", ${ACTOR_COLUMNS},
      CASE WHEN u."emailVerifiedAt" IS NOT NULL THEN u.email END AS email`;
}
