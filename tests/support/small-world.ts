import { models } from "@/lib/domain/kernel/models";
import { randomBytes } from "node:crypto";
import { placeBet } from "@/lib/domain/play/coins/commands";
import { type Context, createContext } from "@/lib/domain/kernel/context";
import { verifyEncryptionKey } from "@/lib/domain/deployment/encryption/commands";
import { addComment } from "@/lib/domain/writing/comments/commands";
import { likePost } from "@/lib/domain/writing/engagement/commands";
import { followUser } from "@/lib/domain/people/graph/commands";
import { createPost } from "@/lib/domain/writing/posts/commands";
import { createRoom } from "@/lib/domain/play/rooms/commands";
import { newRoom } from "@/lib/domain/play/rooms/schema";
import { register } from "@/tests/lib/domain/consequences/webhooks/owner";
import { newImage } from "./images";
import { later, newPerson } from "./people";

const DAY_SECONDS = 86_400;

/** Creates a little of everything hard to restore: counts, a ledger, rows by triggers, threads, secrets, images. */
export async function makeWorld() {
  const [ada, ben] = [await newPerson({ afterCommit: () => {} }), await newPerson({ afterCommit: () => {} })];
  await verifyEncryptionKey(createContext({ actor: null, channel: "session" }));
  const endpoint = await register(ada, "http://127.0.0.1:9/");
  const { id: postId } = await post(ada, "Unusual characters: \\N, \t, \u{1F415} and\na second line", [
    await newImage(ada),
  ]);
  const comment = await addComment(ben, { id: postId, content: "First" });
  await addComment(ada, { id: postId, content: "Second", parent_id: comment.id });
  await likePost(ben, { id: postId });
  await followUser(ben, { handle: ada.actor.handle });
  await placeBet(ben, { bin: 2, amount: 1 });
  await createRoom(ada, newRoom.parse({ name: "A room" }), {});
  await makeBuild(ada);
  const expiring = await newImage(later(ada, -2 * DAY_SECONDS));
  return { ada, ben, endpoint, postId, expiring };
}

export function post(ctx: Context, content: string, media_ids: string[] = []) {
  return createPost({ ...ctx, now: new Date() }, { content, media_ids, audience: "PUBLIC" });
}

async function makeBuild(ctx: Context): Promise<void> {
  const now = new Date();
  const slug = randomBytes(4).toString("hex");
  await models(ctx).build.create({
    data: {
      id: `build_${slug}`,
      slug,
      authorId: ctx.actor.id,
      categorySlug: "tools",
      title: "A build",
      description: "",
      readme: "# Hello",
      technologies: ["Oak", "brass"],
      publishedAt: now,
      updatedAt: now,
    },
  });
}
