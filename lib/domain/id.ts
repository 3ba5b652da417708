import type { Random } from "./context";

const DIGITS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
/** The digits of a millisecond, enough until the year 5188. */
const TIME_LENGTH = 8;
const RANDOM_LENGTH = 14;

/** A new id such as `post_0VhQ3kTz…`: ids made later sort later, so new rows share index pages. */
export function newId(prefix: string, { now, random }: { now: Date; random: Random }): string {
  return `${prefix}_${timeDigits(now.getTime())}${randomBase62(random, RANDOM_LENGTH)}`;
}

/** Unbiased: bytes of 248 and above, which would favour the first digits, are thrown away. */
export function randomBase62(random: Random, length: number): string {
  let text = "";
  while (text.length < length) {
    for (const byte of random(length * 2)) {
      if (byte < 248 && text.length < length) text += DIGITS[byte % 62];
    }
  }
  return text;
}

/** `value` in base 62, padded to `length` digits. */
export function base62(value: number, length: number): string {
  let text = "";
  for (let rest = value; text.length < length; rest = Math.floor(rest / 62)) text = DIGITS[rest % 62] + text;
  return text;
}

const timeDigits = (milliseconds: number) => base62(milliseconds, TIME_LENGTH);
