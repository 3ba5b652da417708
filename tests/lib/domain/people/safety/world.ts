import { type Context, createContext } from "@/lib/domain/kernel/context";
import { type ModelComment, type ModelPost, type Relations, type Rule, VISITOR, type Who } from "./model";

/** People and everything they have done, as in the database and as the rule needs it. */
export interface World {
  seed: number;
  people: Context[];
  /** A word of each person's bio. */
  bios: string[];
  relations: Relations;
  rule: Rule;
  posts: ModelPost[];
  comments: ModelComment[];
  builds: { slug: string; author: Who }[];
  buildComments: { id: string; build: string; author: Who; text: string }[];
  rooms: { code: string; host: Who }[];
  bookmarks: Set<string>;
  /** The words of each person's content, which nobody else uses. */
  words: { by: Who; text: string }[];
  /** How many results of acts were compared with the rule. */
  compared: number;
}

/** Returns a generator of numbers from 0 to below `n`, the same for the same seed (mulberry32). */
export function seeded(seed: number): (n: number) => number {
  let state = seed >>> 0;
  return (n) => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * n);
  };
}

/** A context that reads as somebody, or as a visitor. */
export function readerOf({ people }: World, who: Who, channel: "api" | "session") {
  const actor = who === VISITOR ? null : people[who]!.actor;
  return createContext({ actor, channel, afterCommit: () => undefined });
}
