import type { Context } from "@/lib/domain/kernel/context";
import { DAY_MS } from "@/lib/domain/kernel/durations";
import { addComment } from "@/lib/domain/writing/comments/commands";
import { createPost } from "@/lib/domain/writing/posts/commands";
import { muteWord } from "@/lib/domain/people/safety/words";
import { countNewer, listEveryone } from "@/lib/domain/writing/posts/timeline";
import { newPerson } from "@/tests/support/people";

/** Runs every statement about muted words that returns rows. */
export async function muteWords(ctx: Context): Promise<void> {
  const { id } = await createPost(ctx, { content: "A post", audience: "PUBLIC" });
  const other = await newPerson();
  await addComment(other, { id, content: "A spoiler" });
  await muteWord(ctx, { phrase: "spoiler" });
  await createPost(other, { content: "Something newer", audience: "PUBLIC" });
  await listEveryone(ctx, { limit: 5 });
  await countNewer(ctx, { after: new Date(ctx.now.getTime() - DAY_MS), feed: "everyone" });
}
