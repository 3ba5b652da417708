import { z } from "zod";
import { MAX_PROOF_LENGTH } from "./rules";

/** A challenge in the format of `altcha-lib`: find the counter whose key begins with `keyPrefix`. */
export const challenge = z.object({
  parameters: z.looseObject({
    algorithm: z.literal("SHA-256"),
    nonce: z.string(),
    salt: z.string(),
    cost: z.number(),
    keyLength: z.number(),
    keyPrefix: z.string(),
    expiresAt: z.number(),
    /** The counter is below `work`. */
    data: z.object({ work: z.number().int().positive() }),
  }),
  signature: z.string().regex(/^[0-9a-f]{64}$/),
});

export type Challenge = z.output<typeof challenge>;

/** Null if a sign-up from the caller's network needs no proof. */
export const signUpChallenge = z.object({ challenge: challenge.nullable() });

export type SignUpChallenge = z.output<typeof signUpChallenge>;

/** A solved challenge: base64 of the JSON that `altcha-lib` and its widget write. */
export const proofOfWork = z.string().max(MAX_PROOF_LENGTH);

export const solvedChallenge = z.object({
  challenge,
  solution: z.object({ counter: z.number(), derivedKey: z.string() }),
});

export type SolvedChallenge = z.output<typeof solvedChallenge>;
