import { MINUTE_MS } from "@/lib/domain/durations";
import type { PresentedKey } from "@/lib/domain/keys/queries";
import { database } from "@/lib/infra/database/db";

/** Minimum time between two writes of a key's or grant's last use. */
const RESOLUTION_MS = MINUTE_MS;

const staleUse = (now: Date) => new Date(now.getTime() - RESOLUTION_MS);
const unused = (now: Date) => ({ OR: [{ lastUsedAt: null }, { lastUsedAt: { lt: staleUse(now) } }] });

interface Used {
  lastUsedAt: Date | null;
  /** When a key's superseded secret ends; null for its current one. */
  endsAt?: Date | null;
}

/** Whether the use of a key or grant should be written: once a minute, and on every call with a superseded secret. */
export function isUseNoteworthy({ lastUsedAt, endsAt = null }: Used, now: Date): boolean {
  return endsAt !== null || lastUsedAt === null || lastUsedAt < staleUse(now);
}

/** Calls not yet written, by the hash of their secret. */
const unwritten = new Map<string, number>();

/**
 * Records that a key's secret was used. Of concurrent calls one writes for all: the others would only wait for the same
 * row while holding a connection.
 */
export async function noteKeyUse(key: PresentedKey, hash: string, now: Date): Promise<void> {
  const others = unwritten.get(hash);
  unwritten.set(hash, (others ?? 0) + 1);
  if (others !== undefined) return;
  const { prisma } = database();
  try {
    for (let calls; (calls = unwritten.get(hash));) {
      unwritten.set(hash, 0);
      if (key.endsAt) await prisma.apiSecret.updateMany({ where: { hash }, data: { graceUses: { increment: calls } } });
      await prisma.apiKey.updateMany({ where: { id: key.keyId, ...unused(now) }, data: { lastUsedAt: now } });
    }
  } finally {
    unwritten.delete(hash);
  }
}

/** Grants whose last use this process is writing. */
const writing = new Set<string>();

/** Records that a grant was used. Of concurrent calls one writes for all. */
export async function noteGrantUse(id: string, now: Date): Promise<void> {
  if (writing.has(id)) return;
  writing.add(id);
  try {
    await database().prisma.appGrant.updateMany({ where: { id, ...unused(now) }, data: { lastUsedAt: now } });
  } finally {
    writing.delete(id);
  }
}
