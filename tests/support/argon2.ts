import { createRequire } from "node:module";
import type * as Argon2 from "@node-rs/argon2";

const argon2 = createRequire(import.meta.url)("@node-rs/argon2") as typeof Argon2;

/** Hashes like the product, at the lowest possible cost, because hundreds of tests sign up or in. */
export function hash(password: string, options: Argon2.Options): Promise<string> {
  return argon2.hash(password, { ...options, memoryCost: 8, timeCost: 1 });
}

export const { verify } = argon2;
