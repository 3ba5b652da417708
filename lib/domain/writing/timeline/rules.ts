/** Newer posts are counted up to this; beyond it the count is "more than 99". */
export const MAX_NEWER = 100;

/** Among so many of the newest posts: somebody who follows few people would wait for a scan of all posts. */
export const NEWEST_LOOKED_AT = 2000;
