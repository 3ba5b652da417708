import { type Context, idFor, read, write } from "@/lib/domain/kernel/context";
import { sha256Hex, toHex } from "./plinko";
import type { Bounds } from "./ledger";
import type { Fairness } from "./schema";

export interface Seed extends Fairness {
  id: string;
  serverSeed: string;
}

export function presentFairness({ serverSeedHash, clientSeed, nonce }: Fairness): Fairness {
  return { serverSeedHash, clientSeed, nonce };
}

const SERVER_SEED_BYTES = 32;
const CLIENT_SEED_BYTES = 8;

/** Commits to new seeds if there are none. */
export async function findOrCommitSeed(ctx: Context): Promise<Seed> {
  return (await findActiveSeed(ctx)) ?? commitSeed(ctx);
}

/** A drop's seed, and whether its player is in a room, which the same statement reads at no extra cost. */
interface TakenNonce extends Seed {
  isInRoom: boolean;
}

/** Locks the active seeds. Null if the balance of the locked account is not within the bounds. */
export async function takeNonce(tx: Context, { least, most }: Bounds): Promise<TakenNonce | null> {
  const userId = tx.actor.id;
  const [seed] = await read<TakenNonce>(tx, "coins.nonce")`
    UPDATE "PlinkoSeed" SET nonce = nonce + 1
     WHERE "userId" = ${userId} AND "revealedAt" IS NULL AND EXISTS (
       SELECT FROM "Profile" WHERE "userId" = ${userId} AND coins BETWEEN ${least}::bigint AND ${most}::bigint)
    RETURNING id, "serverSeed", "serverSeedHash", "clientSeed", nonce - 1 AS nonce,
              EXISTS (SELECT FROM "RoomMember" m WHERE m."userId" = ${userId}) AS "isInRoom"`;
  if (seed) return seed;
  if (await findActiveSeed(tx)) return null;
  await commitSeed(tx);
  return takeNonce(tx, { least, most });
}

/** Reveals the active seeds, which no further drop uses, and returns them. */
export async function revealSeed(tx: Context): Promise<Seed> {
  const seed = await findOrCommitSeed(tx);
  await write(tx, "coins.reveal")`UPDATE "PlinkoSeed" SET "revealedAt" = ${tx.now} WHERE id = ${seed.id}`;
  return seed;
}

/** Commits to new seeds, unless a concurrent request has; returns the active ones. */
export async function commitSeed(ctx: Context, clientSeed = toHex(ctx.random(CLIENT_SEED_BYTES))): Promise<Seed> {
  const serverSeed = toHex(ctx.random(SERVER_SEED_BYTES));
  const hash = await sha256Hex(serverSeed);
  await write(ctx, "coins.commit")`
    INSERT INTO "PlinkoSeed" (id, "userId", "serverSeed", "serverSeedHash", "clientSeed", "createdAt")
    VALUES (${idFor(ctx, "seed")}, ${ctx.actor.id}, ${serverSeed}, ${hash}, ${clientSeed}, ${ctx.now})
    ON CONFLICT DO NOTHING`;
  const seed = await findActiveSeed(ctx);
  return seed ?? commitSeed(ctx, clientSeed);
}

async function findActiveSeed(ctx: Context): Promise<Seed | undefined> {
  const [seed] = await read<Seed>(ctx, "coins.seed")`
    SELECT id, "serverSeed", "serverSeedHash", "clientSeed", nonce FROM "PlinkoSeed"
    WHERE "userId" = ${ctx.actor.id} AND "revealedAt" IS NULL`;
  return seed;
}
