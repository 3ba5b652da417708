import { randomFillSync } from "node:crypto";

const POOL_BYTES = 8192;
const pool = Buffer.alloc(POOL_BYTES);
let next = POOL_BYTES;

/** Returns random bytes fit for secrets, each returned once. One system call fetches those of many calls. */
export function randomBytes(size: number): Uint8Array {
  if (size > POOL_BYTES) return randomFillSync(Buffer.alloc(size));
  if (next + size > POOL_BYTES) {
    randomFillSync(pool);
    next = 0;
  }
  const bytes = Uint8Array.prototype.slice.call(pool, next, next + size);
  pool.fill(0, next, (next += size));
  return bytes;
}
