/** Code points of a preview (decisions.md, Notifications). */
export const MAX_PREVIEW = 280;

/** Our choice: so many unread notifications of one kind, by one person within `FOLD_WITHIN_MS`, stand apart. Further ones fold into the newest. */
export const MAX_UNFOLDED = 3;
export const FOLD_WITHIN_MS = 86_400_000;
/** Our choice: a folded group keeps so many of its newest. The others are gone, and not counted. */
export const MAX_GROUP = 100;
