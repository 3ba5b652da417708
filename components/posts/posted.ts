import { createStore } from "zustand/vanilla";
import type { CreatedPost, TimelinePost } from "@/lib/domain/writing/posts/schema";
import { noteUserAction } from "@/components/quests/user-actions";
import { labelOf } from "@/components/outbox/label";
import { call } from "@/lib/client/call";
import type { Submitted } from "@/lib/client/outbox/outbox";
import { submit } from "@/lib/client/outbox/submit";
import type { Audience } from "./audiences";
import type { DraftImages } from "@/components/media/use-images";

/** What the viewer published since opening the site, newest first: lists show it before they are fetched again. */
export const postedStore = createStore<readonly TimelinePost[]>(() => []);

function addPosted(post: TimelinePost) {
  const newestFirst = (a: TimelinePost, b: TimelinePost) => (a.createdAt < b.createdAt ? 1 : -1);
  postedStore.setState((posts) => [post, ...posts.filter(({ id }) => id !== post.id)].sort(newestFirst), true);
}

/** When a post is fetched again, by which time it usually has its link's preview. */
const PREVIEW_WAIT_MS = 3000;

/** It is published, so nobody waits for this: if it fails, the next refresh of the list shows the post. */
async function show(id: string): Promise<void> {
  const post = await call("GET /api/timeline/posts/{id}", { id }).catch(() => undefined);
  if (post) addPosted(post);
}

export interface Draft {
  content: string;
  warning: string | null;
  audience: Audience;
  /** The post that it quotes. */
  quoteId?: string;
  images: Awaited<ReturnType<DraftImages["collect"]>>;
}

/** Saves the pictures' descriptions. Returns the post that is to be sent. */
export async function prepare({ content, warning, audience, quoteId, images }: Draft) {
  const described = (images ?? []).filter(({ alt }) => alt !== "");
  await Promise.all(described.map(({ id, alt }) => call("PATCH /api/images/{id}", { id, alt })));
  return { content, warning, audience, quote_id: quoteId, media_ids: (images ?? []).map(({ id }) => id) };
}

/**
 * Publishes a draft once, however often it is sent. Resolves to whether it was sent, or waits for a connection.
 */
export async function publish(draft: Draft): Promise<Submitted<unknown>["phase"]> {
  const { content } = draft;
  const post = await prepare(draft);
  const submitted = await once(post, (key) =>
    submit("POST /api/posts", post, { label: labelOf("post", content), key }),
  );
  if (submitted.phase === "sent") showPosted(submitted.output, content);
  else submitted.sent.then((output) => showPosted(output, content)).catch(() => undefined);
  return submitted.phase;
}

function showPosted({ id }: CreatedPost, content: string): void {
  noteUserAction("post");
  void show(id);
  if (content.includes("https://")) setTimeout(show, PREVIEW_WAIT_MS, id);
}

/** The last draft that was sent and not confirmed. */
let unsent: { draft: string; key: string } | undefined;

/** Sends a post with the key of its last try, unless it was changed since. */
export async function once<T>(post: object, send: (key: string) => Promise<T>): Promise<T> {
  const draft = JSON.stringify(post);
  if (unsent?.draft !== draft) unsent = { draft, key: crypto.randomUUID() };
  const sent = await send(unsent.key);
  unsent = undefined;
  return sent;
}
