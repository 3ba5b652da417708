import { createStore } from "zustand/vanilla";

/**
 * The ids of posts that were deleted, and of authors who were blocked or muted, while the page is open: every list
 * drops them at once.
 */
const store = createStore<ReadonlySet<string>>(() => new Set());

export const removedPosts = {
  ...store,
  remove: (id: string) => store.setState((removed) => new Set([...removed, id]), true),
  /** Restores a post whose deletion failed, or an author who is no longer blocked or muted. */
  restore: (id: string) => store.setState((removed) => new Set([...removed].filter((other) => other !== id)), true),
};
