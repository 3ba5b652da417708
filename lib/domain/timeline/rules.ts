/** Newer posts are counted so far; more of them are "more than 99". */
export const MOST_NEWER = 100;

/** They are looked for among so many of the newest: who follows few people would else wait for a look at all posts. */
export const NEWEST_LOOKED_AT = 2000;
