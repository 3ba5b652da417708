import { createStore } from "zustand/vanilla";
import type { Viewer } from "@/components/shell/viewer";
import type { CreatedPost } from "@/lib/domain/posts/schema";
import type { TimelinePost } from "@/lib/domain/timeline/schema";

/**
 * Posts that the viewer published since opening the site, newest first: lists show them before they are fetched again.
 */
export const postedStore = createStore<readonly TimelinePost[]>(() => []);

export function addPosted(post: TimelinePost) {
  postedStore.setState((posts) => [post, ...posts], true);
}

/** A new post as its author sees it. */
export function asAuthorSees(created: CreatedPost & { media?: TimelinePost["media"] }, author: Viewer): TimelinePost {
  return {
    ...created,
    key: created.id,
    shownAt: created.createdAt,
    mentions: null,
    author: { id: author.id, name: author.name, handle: author.handle, image: author.image },
    metrics: { likes: 0, comments: 0, reposts: 0, views: 0 },
    media: created.media ?? [],
    editedAt: null,
    repostedBy: null,
    viewer: { liked: false, reposted: false, bookmarked: false },
  };
}
