/** How much of everything a database is filled with. */
export interface Scale {
  users: number;
  posts: number;
  likes: number;
  /** The rows of each of the first account's own lists, so that every list has somebody who reads it to the end. */
  depth: number;
}

export const MILLION: Scale = { users: 100_000, posts: 1_000_000, likes: 2_000_000, depth: 100_000 };
/** Enough that no table fits into a page of luck, and filled in half a minute. */
export const BENCH: Scale = { users: 20_000, posts: 200_000, likes: 400_000, depth: 20_000 };
/** A board that is used: enough that careless reads are felt, and filled in some seconds. */
export const SIEGE: Scale = { users: 5_000, posts: 50_000, likes: 100_000, depth: 5_000 };
/** For tests: some of everything, filled in a second or two. */
export const SMALL: Scale = { users: 400, posts: 4_000, likes: 8_000, depth: 400 };
