/** Our choice: a feed is made of what all of them posted, at each look. */
export const MAX_FOLLOWING = 5_000;
