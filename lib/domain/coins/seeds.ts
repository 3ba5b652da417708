import { type Context, idFor } from "@/lib/domain/context";
import { sha256Hex, toHex } from "./fairness";

export interface Seed {
  id: string;
  serverSeed: string;
  serverSeedHash: string;
  clientSeed: string;
  nonce: number;
}

const SERVER_SEED_BYTES = 32;
const CLIENT_SEED_BYTES = 8;

/** Returns the seeds of the next drop, committed now if there are none. */
export async function liveSeed(ctx: Context): Promise<Seed> {
  return (await findLiveSeed(ctx)) ?? commitSeed(ctx);
}

/** A drop's seed, and whether its player is in a room, which the same statement can tell at no extra cost. */
export interface TakenNonce extends Seed {
  isInRoom: boolean;
}

/** Takes the next nonce of the live seeds, and locks them until the transaction ends. */
export async function takeNonce(tx: Context): Promise<TakenNonce> {
  const [seed] = await tx.db.$queryRaw<TakenNonce[]>`
    UPDATE "PlinkoSeed" SET nonce = nonce + 1 WHERE "userId" = ${tx.actor.id} AND "revealedAt" IS NULL
    RETURNING id, "serverSeed", "serverSeedHash", "clientSeed", nonce - 1 AS nonce,
              EXISTS (SELECT FROM "RoomMember" m WHERE m."userId" = ${tx.actor.id}) AS "isInRoom"`;
  if (seed) return seed;
  await commitSeed(tx);
  return takeNonce(tx);
}

/** Reveals the live seeds, which no further drop uses, and returns them. */
export async function revealSeed(tx: Context): Promise<Seed> {
  const { id } = await liveSeed(tx);
  return tx.db.plinkoSeed.update({ where: { id }, data: { revealedAt: tx.now } });
}

/** Commits new seeds, unless another request has just done so; returns the live ones. */
export async function commitSeed(ctx: Context, clientSeed = toHex(ctx.random(CLIENT_SEED_BYTES))): Promise<Seed> {
  const serverSeed = toHex(ctx.random(SERVER_SEED_BYTES));
  await ctx.db.plinkoSeed.createMany({
    data: {
      id: idFor(ctx, "seed"),
      userId: ctx.actor.id,
      serverSeed,
      serverSeedHash: await sha256Hex(serverSeed),
      clientSeed,
      createdAt: ctx.now,
    },
    skipDuplicates: true,
  });
  const seed = await findLiveSeed(ctx);
  return seed ?? commitSeed(ctx, clientSeed);
}

function findLiveSeed(ctx: Context): Promise<Seed | null> {
  return ctx.db.plinkoSeed.findFirst({ where: { userId: ctx.actor.id, revealedAt: null } });
}
