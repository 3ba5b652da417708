/** The number of rows of each kind in a filled database. */
export interface Scale {
  users: number;
  posts: number;
  likes: number;
  /** The rows of each list of the first account, so that every list has a reader to its end. */
  depth: number;
}

export const MILLION: Scale = { users: 100_000, posts: 1_000_000, likes: 2_000_000, depth: 100_000 };
/** Enough that no figure depends on a table that fits into one page, and filled in half a minute. */
export const BENCH: Scale = { users: 20_000, posts: 200_000, likes: 400_000, depth: 20_000 };
/** A site in use: enough to notice inefficient reads, and filled in some seconds. */
export const SIEGE: Scale = { users: 5_000, posts: 50_000, likes: 100_000, depth: 5_000 };
/** For tests: some rows of everything, filled in a second or two. */
export const SMALL: Scale = { users: 400, posts: 4_000, likes: 8_000, depth: 400 };
