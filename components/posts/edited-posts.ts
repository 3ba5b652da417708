import { useStore } from "zustand/react";
import { createStore } from "zustand/vanilla";
import type { Post } from "@/lib/domain/posts/schema";
import type { TimelinePost } from "@/lib/domain/timeline/schema";

type Said = Pick<TimelinePost, "content" | "media" | "editedAt"> & Partial<Pick<TimelinePost, "mentions">>;

/** What posts say that were edited while the site is open, by id: every list shows it at once. */
const edited = createStore<ReadonlyMap<string, Said>>(() => new Map());

/** The `key` of the entry that is being edited: a post may be shown twice. */
export const editing = createStore<{ key: string | null }>(() => ({ key: null }));

/** Shows an edit. Whom it mentions is known when the server renders it again. */
export function showEdit({ id, content, media, editedAt }: Post): void {
  edited.setState((posts) => new Map([...posts, [id, { content, media, editedAt, mentions: undefined }]]), true);
}

/** What a post says now: as rendered, or as it was edited since. */
export function useSaid(post: TimelinePost): Said {
  const newer = useStore(edited, (posts) => posts.get(post.id));
  return newer && (newer.editedAt ?? "") > (post.editedAt ?? "") ? newer : post;
}
