import { inTransaction, read, type VisitorContext, write } from "@/lib/domain/kernel/context";
import { lockAccount } from "@/lib/domain/kernel/locks";
import { literal, sql } from "@/lib/infra/database/sql";
import { log } from "@/lib/infra/log/log";
import { decrypt, encrypt } from "@/lib/infra/secrets";
import { fetchGuilds, GrantRevoked, refreshTokens } from "./discord-api";
import { DISCORD, RECHECK_AFTER_MS, RECHECK_BATCH, RECHECK_RETRY_MS } from "./rules";
import type { DiscordGuild } from "./schema";

interface Tokens {
  accessToken: string;
  refreshToken: string;
}

/** Stores a person's grant and reads their guilds. If Discord is unavailable, they are read later. */
export async function acceptGrant(ctx: VisitorContext, userId: string, tokens: Tokens): Promise<void> {
  await storeGrant(ctx, userId, tokens.refreshToken, ctx.now);
  await readGuilds(ctx, userId, tokens).catch((error: unknown) =>
    log.warn("reading a person's guilds failed", { userId, error }),
  );
}

/** Rereads the guilds of a bounded number of people whose last read is too old. */
export async function recheckGuilds(ctx: VisitorContext): Promise<void> {
  const until = new Date(ctx.now.getTime() + RECHECK_RETRY_MS);
  const due = await read<{ userId: string; refreshToken: string }>(ctx, "guilds.recheck")`
    UPDATE "DiscordGrant" SET "recheckAt" = ${until} WHERE "userId" = ANY (ARRAY(
      SELECT "userId" FROM "DiscordGrant" WHERE "recheckAt" <= ${ctx.now} ORDER BY "recheckAt"
       LIMIT ${literal(RECHECK_BATCH)} FOR UPDATE SKIP LOCKED))
    RETURNING "userId", "refreshToken"`;
  await Promise.all(
    due.map(({ userId, refreshToken }) =>
      recheck(ctx, userId, refreshToken).catch((error: unknown) =>
        log.warn("reading a person's guilds failed", { userId, error }),
      ),
    ),
  );
}

async function recheck(ctx: VisitorContext, userId: string, stored: string): Promise<void> {
  try {
    const tokens = await refreshTokens(decrypt(stored));
    // The previous token is consumed, so the new one is stored whatever happens next.
    await storeGrant(ctx, userId, tokens.refreshToken, new Date(ctx.now.getTime() + RECHECK_RETRY_MS));
    await readGuilds(ctx, userId, tokens);
  } catch (error) {
    if (!(error instanceof GrantRevoked)) throw error;
    await write(ctx, "guilds.forgetGrant")`
      DELETE FROM "DiscordGrant" WHERE "userId" = ${userId} AND "refreshToken" = ${stored}`;
  }
}

/** Updates linked people only: a grant must not outlive its link. */
function storeGrant(ctx: VisitorContext, userId: string, refreshToken: string, recheckAt: Date): Promise<void> {
  return inTransaction(ctx, async (tx) => {
    await lockAccount(tx, userId);
    await write(tx, "guilds.storeGrant")`
      INSERT INTO "DiscordGrant" ("userId", "refreshToken", "recheckAt")
      SELECT "userId", ${encrypt(refreshToken)}, ${recheckAt} FROM "OAuthAccount"
       WHERE "userId" = ${userId} AND provider = ${DISCORD}
      ON CONFLICT ("userId") DO UPDATE SET
        "refreshToken" = excluded."refreshToken", "recheckAt" = excluded."recheckAt"`;
  });
}

async function readGuilds(ctx: VisitorContext, userId: string, { accessToken }: Tokens): Promise<void> {
  const guilds = await fetchGuilds(accessToken);
  await inTransaction(ctx, (tx) => replaceMemberships(tx, userId, guilds));
}

/**
 * Replaces all memberships of a person by `guilds`. A hidden membership stays stored, so that it is still hidden if
 * they rejoin.
 */
async function replaceMemberships(tx: VisitorContext, userId: string, guilds: DiscordGuild[]): Promise<void> {
  const ids = guilds.map(({ id }) => id);
  const names = guilds.map(({ name }) => name);
  await write(tx, "guilds.name")`
    INSERT INTO "Guild" AS known (id, name)
    SELECT * FROM unnest(${ids}::text[], ${names}::text[]) AS given (id, name) ORDER BY id
    ON CONFLICT (id) DO UPDATE SET name = excluded.name WHERE known.name IS DISTINCT FROM excluded.name`;
  await proveMemberships(tx, userId, ids);
  const left = sql`"userId" = ${userId} AND "guildId" <> ALL (${ids}::text[])`;
  await Promise.all([
    write(tx, "guilds.leave")`DELETE FROM "GuildMember" WHERE ${left} AND NOT "isHidden"`,
    write(tx, "guilds.leaveHidden")`UPDATE "GuildMember" SET "provenAt" = ${new Date(0)} WHERE ${left}`,
    write(tx, "guilds.recheckLater")`
      UPDATE "DiscordGrant" SET "recheckAt" = ${new Date(tx.now.getTime() + RECHECK_AFTER_MS)} WHERE "userId" = ${userId}`,
  ]);
}

/** Records that Discord confirmed a linked person's membership in these guilds. */
export async function proveMemberships(tx: VisitorContext, userId: string, guildIds: string[]): Promise<void> {
  await lockAccount(tx, userId);
  await write(tx, "guilds.proveMemberships")`
    INSERT INTO "GuildMember" ("guildId", "userId", "provenAt")
    SELECT id, "userId", ${tx.now}::timestamptz FROM unnest(${guildIds}::text[]) AS id, "OAuthAccount"
     WHERE "userId" = ${userId} AND provider = ${DISCORD}
    ON CONFLICT ("guildId", "userId") DO UPDATE SET "provenAt" = excluded."provenAt"`;
}
