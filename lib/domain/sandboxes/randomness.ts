import { createCipheriv, createHash, createHmac } from "node:crypto";
import type { Random } from "@/lib/domain/context";
import { randomBase62 } from "@/lib/domain/id";

/** As long as in the prefix of a test key (lib/domain/keys/rules.ts). */
const ID_LENGTH = 10;

export const newSandboxId = (random: Random): string => randomBase62(random, ID_LENGTH);

/**
 * Returns the randomness of one act, derived from the sandbox's secret, its seed and the number of the act. The same
 * acts after the same reset give the same bytes, which nobody else can predict.
 */
export function randomOf({ secret, seed }: { secret: string; seed: string }, act: number | string): Random {
  // Keys do not depend on the seed.
  const purpose = act === "keys" ? "keys" : `acts ${seed}`;
  const key = createHmac("sha256", secret).update(purpose).digest();
  const start = createHash("sha256").update(String(act)).digest().subarray(0, 16);
  const stream = createCipheriv("aes-256-ctr", key, start);
  return (bytes) => new Uint8Array(stream.update(Buffer.alloc(bytes)));
}
