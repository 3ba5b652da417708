import { DAY_MS } from "@/lib/domain/kernel/durations";

/** Code points of a preview (docs/contract.md#notifications). */
export const MAX_PREVIEW = 280;

/**
 * Our choice: unread ones of one type by one person that are shown separately. Further ones fold into the newest, so
 * that nobody can fill somebody else's list.
 */
export const MAX_UNFOLDED = 3;
export const FOLD_WITHIN_MS = DAY_MS;
/** Our choice: a folded group, shown as one, keeps this many of its newest. Older ones are deleted and not counted. */
export const MAX_GROUP = 100;
/** Our choice: how many of its group a notification names beside itself, the newest. */
export const MAX_MERGED = 20;
