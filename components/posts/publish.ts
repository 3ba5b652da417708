import { noteDeed } from "@/components/quests/deeds";
import { call } from "@/lib/client/call";
import type { CreatedPost, Post } from "@/lib/domain/posts/schema";
import type { Audience } from "./audiences";
import type { Pictures } from "./use-pictures";

interface Draft {
  content: string;
  audience: Audience;
  pictures: Awaited<ReturnType<Pictures["collect"]>>;
}

/** Posts what was written: first the words that describe its pictures, then the post itself. */
export async function publish({ content, audience, pictures }: Draft): Promise<CreatedPost & Partial<Post>> {
  const described = (pictures ?? []).filter(({ alt }) => alt !== "");
  await Promise.all(described.map(({ id, alt }) => call("PATCH", `/api/images/${id}`, { alt })));
  const media_ids = (pictures ?? []).map(({ id }) => id);
  const created = await call<CreatedPost>("POST", "/api/posts", { content, audience, media_ids });
  noteDeed("post");
  // Only the server knows where the pictures are; should it not say now, the next look at the list will.
  return media_ids.length === 0 ? created : await call<Post>("GET", `/api/posts/${created.id}`).catch(() => created);
}
