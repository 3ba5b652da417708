import { type Context, inTransaction, read, type VisitorContext, write } from "@/lib/domain/kernel/context";
import { conflict, DomainError } from "@/lib/domain/kernel/errors";
import { lockActor } from "@/lib/domain/kernel/locks";
import { isMailSetUp } from "@/lib/domain/accounts/mail/queries";
import { NO_MAIL } from "@/lib/domain/accounts/mail/rules";
import { NOTIFICATION_KINDS } from "@/lib/domain/consequences/notifications/rules";
import { allBut, changeNotificationSettings } from "@/lib/domain/consequences/notifications/settings";
import type { Digest, User } from "@/lib/infra/prisma/client";
import { readSigned, signText } from "@/lib/infra/secrets";
import { nextDigestAt } from "./rules";
import type { DigestChange, DigestSettings } from "./schema";

type Row = Pick<Digest, "hour" | "mutedKinds" | "lastAt"> & Pick<User, "timeZone"> & { hasAddress: boolean };

/** Returns when the caller gets the digest, and what it counts. */
export async function getDigestSettings(ctx: Context): Promise<DigestSettings> {
  const { hour, mutedKinds, timeZone } = await readDigest(ctx);
  return { hour, kinds: allBut(mutedKinds), timeZone };
}

/**
 * Changes when the caller gets the digest, and what it counts.
 * @throws DomainError `conflict` when it is turned on without a confirmed address, or where the deployment has no mail
 */
export function changeDigestSettings(
  ctx: Context,
  { hour, kinds = {}, time_zone }: DigestChange,
): Promise<DigestSettings> {
  return inTransaction(ctx, async (tx) => {
    await lockActor(tx);
    if (time_zone !== undefined) await changeNotificationSettings(tx, { time_zone });
    const before = await readDigest(tx);
    if (typeof hour === "number") rejectUnreachable(before);
    const after = { ...before, ...(hour !== undefined && { hour }) };
    const muted = NOTIFICATION_KINDS.filter((kind) => !(kinds[kind] ?? !before.mutedKinds.includes(kind)));
    const nextAt = after.hour === null ? null : nextDigestAt({ ...after, hour: after.hour, now: tx.now });
    await write(tx, "digest.change")`
      INSERT INTO "Digest" ("userId", hour, "mutedKinds", "nextAt")
      VALUES (${tx.actor.id}, ${after.hour}, ${muted}::text[], ${nextAt}::timestamptz)
      ON CONFLICT ("userId") DO UPDATE SET hour = EXCLUDED.hour, "mutedKinds" = EXCLUDED."mutedKinds",
        "nextAt" = EXCLUDED."nextAt"`;
    return getDigestSettings(tx);
  });
}

const PURPOSE = "digest";

/** Returns the token of the link that turns an account's digest off, without a session. */
export const digestToken = (userId: string): string => signText(userId, PURPOSE);

/** Turns a digest off by the link in it, however often. @throws DomainError `not_found` for a link that is not ours */
export async function stopDigest(ctx: VisitorContext, { token }: { token: string }): Promise<void> {
  const userId = readSigned(token, PURPOSE);
  if (userId === null) throw new DomainError("not_found", "This link doesn’t work. Open the one in the e-mail again.");
  await write(ctx, "digest.stop")`UPDATE "Digest" SET hour = NULL, "nextAt" = NULL WHERE "userId" = ${userId}`;
}

export async function deleteOwnDigest(tx: Context): Promise<void> {
  await write(tx, "digest.deleteOwn")`DELETE FROM "Digest" WHERE "userId" = ${tx.actor.id}`;
}

async function readDigest(ctx: Context): Promise<Row> {
  const [row] = await read<Row>(ctx, "digest.settings")`
    SELECT d.hour, COALESCE(d."mutedKinds", '{}') AS "mutedKinds", d."lastAt", u."timeZone",
           u."emailVerifiedAt" IS NOT NULL AS "hasAddress"
      FROM "User" u LEFT JOIN "Digest" d ON d."userId" = u.id WHERE u.id = ${ctx.actor.id}`;
  return row!;
}

function rejectUnreachable({ hasAddress }: Row): void {
  if (!isMailSetUp()) throw conflict(NO_MAIL);
  if (!hasAddress) throw conflict("Confirm your e-mail address first: Settings → Account sends the link.");
}
