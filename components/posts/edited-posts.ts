import { useStore } from "zustand/react";
import { createStore } from "zustand/vanilla";
import type { Post, TimelinePost } from "@/lib/domain/writing/posts/schema";

type EditedContent = Pick<TimelinePost, "content" | "warning" | "media" | "editedAt"> &
  Partial<Pick<TimelinePost, "mentions">>;

/** Posts that the viewer edited since opening the site, by id, so that every list shows the edit at once. */
const edited = createStore<ReadonlyMap<string, EditedContent>>(() => new Map());

/** The `key` of the list entry being edited: a post may be shown twice. */
export const editing = createStore<{ key: string | null }>(() => ({ key: null }));

/** Shows an edit everywhere. Its mentions stay plain text until the server renders the post again. */
export function showEdit({ id, content, warning, media, editedAt }: Post): void {
  edited.setState(
    (posts) => new Map([...posts, [id, { content, warning, media, editedAt, mentions: undefined }]]),
    true,
  );
}

export function useCurrentContent(post: TimelinePost): EditedContent {
  const newer = useStore(edited, (posts) => posts.get(post.id));
  return newer && (newer.editedAt ?? "") > (post.editedAt ?? "") ? newer : post;
}

/** Which of their posts the viewer has pinned since opening the site; null for none. */
export const pinnedStore = createStore<{ authorId?: string; id: string | null }>(() => ({ id: null }));

export function useIsPinned({ id, author, pinned }: TimelinePost): boolean {
  return useStore(pinnedStore, (now) => (now.authorId === author.id ? now.id === id : pinned));
}

/** Conversations that the viewer muted or unmuted since opening the site, by post. */
export const mutedStore = createStore<ReadonlyMap<string, boolean>>(() => new Map());

/** Ids of posts out of which the viewer took their own while the page is open. */
export const withdrawnQuotes = createStore<ReadonlySet<string>>(() => new Set());

/** What a post quotes, without a post that the viewer took out of it. */
export function useCurrentQuote({ id, quote }: TimelinePost): TimelinePost["quote"] {
  const isWithdrawn = useStore(withdrawnQuotes, (ids) => ids.has(id));
  return quote && isWithdrawn ? { ...quote, post: null } : quote;
}

/** Ids of posts deleted, and of authors blocked or muted, while the page is open: every list drops them at once. */
const store = createStore<ReadonlySet<string>>(() => new Set());

export const removedPosts = {
  ...store,
  remove: (id: string) => store.setState((removed) => new Set([...removed, id]), true),
  /** Restores a post whose deletion failed, or an author who is no longer blocked or muted. */
  restore: (id: string) => store.setState((removed) => new Set([...removed].filter((other) => other !== id)), true),
};
