import type { Viewer } from "@/components/shell/viewer";
import type { CreatedPost } from "@/lib/domain/posts/schema";
import type { TimelinePost } from "@/lib/domain/timeline/schema";

/** What the reader posted while the site is open, newest first: lists show it before the server is asked again. */
const listeners = new Set<() => void>();
let posts: readonly TimelinePost[] = [];
const NONE: readonly TimelinePost[] = [];

export const posted = {
  subscribe(listener: () => void) {
    listeners.add(listener);
    return () => void listeners.delete(listener);
  },
  read: () => posts,
  readOnServer: () => NONE,
  add(post: TimelinePost) {
    posts = [post, ...posts];
    for (const listener of listeners) listener();
  },
};

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
    repostedBy: null,
    viewer: { liked: false, reposted: false, bookmarked: false },
  };
}
