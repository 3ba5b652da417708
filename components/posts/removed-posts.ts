import { createStore } from "zustand/vanilla";

/** The ids of posts that were deleted while the page is open: every list drops them at once. */
const store = createStore<ReadonlySet<string>>(() => new Set());

export const removedPosts = {
  ...store,
  remove: (id: string) => store.setState((removed) => new Set([...removed, id]), true),
  /** The deletion failed. */
  restore: (id: string) => store.setState((removed) => new Set([...removed].filter((other) => other !== id)), true),
};
