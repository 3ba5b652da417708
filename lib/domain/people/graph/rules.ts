/** Our choice: people whom one account may follow. A feed is computed from the posts of all of them on every read. */
export const MAX_FOLLOWING = 5_000;
