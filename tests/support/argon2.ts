import { createRequire } from "node:module";
import type * as Argon2 from "@node-rs/argon2";

const argon2 = createRequire(import.meta.url)("@node-rs/argon2") as typeof Argon2;

/** Hashes as the product does, at the least cost there is: hundreds of tests sign somebody up or in. */
export function hash(password: string, options: Argon2.Options): Promise<string> {
  return argon2.hash(password, { ...options, memoryCost: 8, timeCost: 1 });
}

export const { verify } = argon2;
