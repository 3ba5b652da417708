import { createCipheriv, createHash, createHmac } from "node:crypto";
import type { Random } from "@/lib/domain/context";
import { randomBase62 } from "@/lib/domain/id";

/** As long as in the prefix of a test key (lib/domain/keys/rules.ts). */
const ID_LENGTH = 10;

export const newSandboxId = (random: Random): string => randomBase62(random, ID_LENGTH);

/**
 * Returns the randomness of one act. It follows from the sandbox's secret, its seed and the number of the act, so that
 * the same acts after the same reset are answered in the same bytes, which nobody else can foretell.
 */
export function randomOf({ secret, seed }: { secret: string; seed: string }, act: number | string): Random {
  // Keys stay the same when another seed is chosen.
  const purpose = act === "keys" ? "keys" : `acts ${seed}`;
  const key = createHmac("sha256", secret).update(purpose).digest();
  const start = createHash("sha256").update(String(act)).digest().subarray(0, 16);
  const stream = createCipheriv("aes-256-ctr", key, start);
  return (bytes) => new Uint8Array(stream.update(Buffer.alloc(bytes)));
}
