import { sha256 } from "@noble/hashes/sha2.js";
import { solveChallenge } from "altcha-lib";
import type { Challenge } from "@/lib/domain/accounts/sign-ups/schema";

/** The worker's messages: the number of counters tried so far, and finally the solution. */
export type Searched = { tried: number } | { solution: Awaited<ReturnType<typeof solveChallenge>> };

const REPORT_EVERY = 20_000;
const TIMEOUT_MS = 10 * 60_000;

/** Hashes with a library: `crypto.subtle` is only available over HTTPS, and each of its calls is asynchronous. */
self.onmessage = async ({ data: challenge }: MessageEvent<Challenge>) => {
  let tried = 0;
  const solution = await solveChallenge({
    challenge,
    timeout: TIMEOUT_MS,
    deriveKey: async (_, salt, password) => {
      if (++tried % REPORT_EVERY === 0) say({ tried });
      return { derivedKey: sha256(joined(salt, password)) };
    },
  });
  say({ solution });
};

const say = (message: Searched) => self.postMessage(message);

function joined(salt: Uint8Array, password: Uint8Array): Uint8Array {
  const bytes = new Uint8Array(salt.length + password.length);
  bytes.set(salt);
  bytes.set(password, salt.length);
  return bytes;
}
