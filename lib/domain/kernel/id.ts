import { randomFillSync } from "node:crypto";
import { currentSandbox, currentTime } from "@/lib/infra/sandbox/scope";

/** Returns random bytes. */
export type Random = (bytes: number) => Uint8Array;

const DIGITS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
/** The digits of a time in milliseconds, enough until the year 5188. */
const TIME_LENGTH = 8;
const COUNT_LENGTH = 2;
const RANDOM_LENGTH = 12;

export const ID_PREFIXES = {
  announcement: "ann",
  app: "app",
  appGrant: "grant",
  apiKey: "key",
  auditEntry: "aud",
  blogPost: "blog",
  branchCut: "cut",
  build: "build",
  buildComment: "bcm",
  comment: "cmt",
  decision: "dec",
  delivery: "whd",
  draft: "draft",
  drop: "drop",
  duel: "duel",
  event: "evt",
  export: "exp",
  import: "imp",
  invitation: "inv",
  ledgerEntry: "led",
  letter: "ltr",
  media: "media",
  newsArticle: "news",
  notification: "ntf",
  passwordResetRequest: "prr",
  post: "post",
  preview: "prv",
  report: "rep",
  restoreDrill: "drill",
  room: "room",
  roomMessage: "rmsg",
  scheduledPost: "sched",
  seed: "seed",
  session: "ses",
  user: "user",
  mutedWord: "word",
  webhookEndpoint: "whe",
} as const;
export type IdPrefix = (typeof ID_PREFIXES)[keyof typeof ID_PREFIXES];

/** The last id, by source of randomness: a sandbox's ids must not depend on other acts. */
const latest = new WeakMap<Random, { time: number; count: number }>();

/**
 * Returns a new id. Later ids sort later, so new rows share index pages, and lists show the rows of one millisecond in
 * their order.
 */
export function newId(prefix: string, { now, random }: { now: Date; random: Random }): string {
  const time = now.getTime();
  const last = latest.get(random);
  const count = last?.time === time ? last.count + 1 : 0;
  latest.set(random, { time, count });
  const digits = base62(time, TIME_LENGTH) + base62(count, COUNT_LENGTH);
  return `${prefix}_${digits}${randomBase62(random, RANDOM_LENGTH)}`;
}

/** Returns random base62 digits. Unbiased: rejects bytes from 248 up, which would favour the first digits. */
export function randomBase62(random: Random, length: number): string {
  let text = "";
  while (text.length < length) {
    for (const byte of random(length * 2)) {
      if (byte < 248 && text.length < length) text += DIGITS[byte % 62];
    }
  }
  return text;
}

export function base62(value: number, length: number): string {
  let text = "";
  for (let rest = value; text.length < length; rest = Math.floor(rest / 62)) text = DIGITS[rest % 62] + text;
  return text;
}

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

/** Returns `req_` and 24 base-62 characters. They begin with the request's time, by which the log finds it. */
export function newRequestId(now = currentTime()): string {
  return `req_${base62(now.getTime(), TIME_LENGTH)}${randomBase62(currentSandbox()?.random ?? randomBytes, 16)}`;
}

const REQUEST_ID = /^req_[0-9A-Za-z]{24}$/;

/** Returns the time in a request's id; undefined if it is not one. */
export function timeOfRequest(id: string): Date | undefined {
  if (!REQUEST_ID.test(id)) return undefined;
  const digits = id.slice("req_".length, "req_".length + TIME_LENGTH);
  const time = new Date([...digits].reduce((value, digit) => 62 * value + DIGITS.indexOf(digit), 0));
  return Number.isNaN(time.getTime()) ? undefined : time;
}
