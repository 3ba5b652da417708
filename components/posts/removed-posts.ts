/** Posts that were deleted while the page stands: every list drops them at once. */
const listeners = new Set<() => void>();
let removed: ReadonlySet<string> = new Set();
const NONE: ReadonlySet<string> = new Set();

export const removedPosts = {
  subscribe(listener: () => void) {
    listeners.add(listener);
    return () => void listeners.delete(listener);
  },
  read: () => removed,
  readOnServer: () => NONE,
  remove: (id: string) => replace(new Set([...removed, id])),
  /** The deletion failed. */
  restore: (id: string) => replace(new Set([...removed].filter((other) => other !== id))),
};

function replace(next: ReadonlySet<string>) {
  removed = next;
  for (const listener of listeners) listener();
}
