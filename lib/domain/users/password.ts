import { hash, verify } from "@node-rs/argon2";

/** OWASP's second choice of argon2id: 19 MiB, two passes, one lane; 20 ms here. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** A hash that nothing matches, so that an unknown account takes as long as a wrong password. */
let decoy: Promise<string> | undefined;

export function hashPassword(password: string): Promise<string> {
  return hash(password, COST);
}

export async function matchesPassword(stored: string | null | undefined, password: string): Promise<boolean> {
  decoy ??= hash(crypto.randomUUID(), COST);
  const matches = await verify(stored ?? (await decoy), password);
  return matches && Boolean(stored);
}
