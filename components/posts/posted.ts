import { createStore } from "zustand/vanilla";
import type { Viewer } from "@/components/shell/viewer-context";
import type { CreatedPost, Post } from "@/lib/domain/writing/posts/schema";
import type { TimelinePost } from "@/lib/domain/writing/timeline/schema";
import { noteUserAction } from "@/components/quests/user-actions";
import { call } from "@/lib/client/call";
import type { Audience } from "./audiences";
import type { DraftImages } from "./use-images";

/** What the viewer published since opening the site, newest first: lists show it before they are fetched again. */
export const postedStore = createStore<readonly TimelinePost[]>(() => []);

export function addPosted(post: TimelinePost) {
  postedStore.setState((posts) => [post, ...posts], true);
}

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

interface Draft {
  content: string;
  audience: Audience;
  images: Awaited<ReturnType<DraftImages["collect"]>>;
}

/** Saves the pictures' descriptions, then the post. Publishes a draft once, however often it is sent. */
export async function publish({ content, audience, images }: Draft): Promise<CreatedPost & Partial<Post>> {
  const described = (images ?? []).filter(({ alt }) => alt !== "");
  await Promise.all(described.map(({ id, alt }) => call("PATCH /api/images/{id}", { id, alt })));
  const media_ids = (images ?? []).map(({ id }) => id);
  const post = { content, audience, media_ids };
  const created = await call("POST /api/posts", post, { idempotencyKey: keyOf(JSON.stringify(post)) });
  unsent = undefined;
  noteUserAction("post");
  // Only the server knows the pictures' URLs; if this fails, the next refresh of the list shows them.
  return media_ids.length === 0 ? created : await call("GET /api/posts/{id}", { id: created.id }).catch(() => created);
}

/** The last draft that was sent and not confirmed. */
let unsent: { draft: string; key: string } | undefined;

function keyOf(draft: string): string {
  if (unsent?.draft !== draft) unsent = { draft, key: crypto.randomUUID() };
  return unsent.key;
}
