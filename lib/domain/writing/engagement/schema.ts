import { z } from "zod";
import type { bookmarkedPost } from "@/lib/domain/writing/posts/schema";

const count = z.number().int().min(0);

export const likeState = z
  .object({
    liked: z.boolean(),
    likeCount: count.meta({ description: "Total likes of the post, including yours.", example: 12 }),
  })
  .meta({ id: "LikeState", description: "Whether you like the post." });
export const bookmarkState = z
  .object({ bookmarked: z.boolean() })
  .meta({ id: "BookmarkState", description: "Whether you bookmarked the post." });
export const repostState = z
  .object({
    reposted: z.boolean(),
    repostCount: count.meta({ description: "Total reposts of the post, including yours.", example: 3 }),
  })
  .meta({ id: "RepostState", description: "Whether you reposted the post." });

export type LikeState = z.output<typeof likeState>;
export type BookmarkState = z.output<typeof bookmarkState>;
export type RepostState = z.output<typeof repostState>;
export type BookmarkedPost = z.output<typeof bookmarkedPost>;
