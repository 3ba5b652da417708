import { BINS, drop, randomByte } from "@/lib/domain/play/coins/plinko";
import { type Context, createContext } from "@/lib/domain/kernel/context";
import { getBalance } from "@/lib/domain/play/coins/queries";
import { findOrCommitSeed } from "@/lib/domain/play/coins/seeds";
import { database } from "@/lib/infra/database/db";

/** The bin in which a member's next ball will fall, computed from the seeds in the server's database. */
export async function winningBin(handle: string): Promise<number> {
  const { serverSeed, clientSeed, nonce } = await findOrCommitSeed(await contextOf(handle));
  return drop(await randomByte(serverSeed, clientSeed, nonce)).landedBin;
}

export async function losingBin(handle: string): Promise<number> {
  return ((await winningBin(handle)) + 1) % BINS;
}

export async function coinsOf(handle: string): Promise<number> {
  return (await getBalance(await contextOf(handle))).coins;
}

async function contextOf(handle: string): Promise<Context> {
  const { id, name, image, role, tier } = await database().prisma.user.findFirstOrThrow({ where: { handle } });
  return createContext({ actor: { id, handle, name, image, role, tier }, channel: "session" });
}
