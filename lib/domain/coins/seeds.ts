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

/** The pair of seeds that the next drop uses, committed now if there is none. */
export async function liveSeed(ctx: Context): Promise<Seed> {
  return (await findLiveSeed(ctx)) ?? commitSeed(ctx);
}

/** Takes the next nonce of the live pair, and holds the pair until the transaction ends. */
export async function takeNonce(tx: Context): Promise<Seed> {
  const [seed] = await tx.db.$queryRaw<Seed[]>`
    UPDATE "PlinkoSeed" SET nonce = nonce + 1 WHERE "userId" = ${tx.actor.id} AND "revealedAt" IS NULL
    RETURNING id, "serverSeed", "serverSeedHash", "clientSeed", nonce - 1 AS nonce`;
  if (seed) return seed;
  await commitSeed(tx);
  return takeNonce(tx);
}

/** Reveals the live pair: nothing will drop on it any more. Answers it as it ended. */
export async function revealSeed(tx: Context): Promise<Seed> {
  const { id } = await liveSeed(tx);
  return tx.db.plinkoSeed.update({ where: { id }, data: { revealedAt: tx.now } });
}

/** Commits a new pair, unless another request has just done so; answers the live one. */
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
