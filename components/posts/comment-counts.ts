import { useStore } from "zustand/react";
import { createStore } from "zustand/vanilla";

/** The comments that the viewer added to a post since the server rendered its count. */
interface Added {
  rendered: number;
  added: number;
}

const counts = createStore<ReadonlyMap<string, Added>>(() => new Map());

const addedTo = (known: Added | undefined, rendered: number) => (known?.rendered === rendered ? known.added : 0);

/** Counts a comment that the viewer wrote or removed, wherever the post is shown. */
export function countComment(postId: string, rendered: number, change: 1 | -1): void {
  counts.setState((all) => {
    const added = addedTo(all.get(postId), rendered) + change;
    return new Map([...all, [postId, { rendered, added }]]);
  }, true);
}

/** Returns a post's number of comments. `rendered` is the server's, which counts the viewer's own once it is newer. */
export function useCommentCount(postId: string, rendered: number): number {
  return (
    rendered +
    addedTo(
      useStore(counts, (all) => all.get(postId)),
      rendered,
    )
  );
}
