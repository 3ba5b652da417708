import { read, type VisitorContext, write } from "@/lib/domain/kernel/context";
import { literal } from "@/lib/infra/database/sql";
import { tagsIn } from "./rules";

const BATCH = 500;
/** Leaves time for the rest of upkeep. */
const MAX_BATCHES = 20;

/**
 * Reads posts of before there were tags for their tags, a batch at a time. Every other post has them from the
 * beginning, or an empty list.
 */
export async function tagEarlierPosts(ctx: VisitorContext): Promise<void> {
  for (let batch = 0; batch < MAX_BATCHES; batch++) {
    const posts = await read<{ id: string; content: string }>(ctx, "tags.untagged")`
      SELECT id, content FROM "Post" WHERE tags IS NULL AND content ~ '[#＃]'
      ORDER BY id LIMIT ${literal(BATCH)}`;
    if (posts.length === 0) return;
    const tagged = posts.map(({ id, content }) => {
      const tags = tagsIn(content);
      return { id, tags: tags.map(({ tag }) => tag), names: tags.map(({ name }) => name) };
    });
    await write(ctx, "tags.tagEarlier")`
      UPDATE "Post" p SET tags = earlier.tags, "tagNames" = earlier.names
      FROM jsonb_to_recordset(${JSON.stringify(tagged)}::jsonb) AS earlier (id text, tags text[], names text[])
      WHERE p.id = earlier.id AND p.tags IS NULL`;
  }
}
