import { z } from "zod";

const postId = z.string().meta({ example: "post_0VhQ3kTzAbCdEfGhIjKlMn" });
const commentData = z.object({
  postId,
  commentId: z.string().meta({ example: "cmt_0VhQ3kU0ZyXwVuTsRqPoNm" }),
  parentId: z.string().nullable().meta({ description: "The comment it replies to, or null.", example: null }),
});
const followed = z.object({
  userId: z
    .string()
    .meta({ description: "The user you followed or unfollowed.", example: "user_0VhPz81mQwErTyUiOpAsDf" }),
  handle: z.string().meta({ example: "ada" }),
});
const tagged = z.object({ tag: z.string().meta({ description: "The tag, folded.", example: "brass" }) });
const player = z.object({
  userId: z.string().meta({ example: "user_0VhPz81mQwErTyUiOpAsDf" }),
  handle: z.string().meta({ example: "ada" }),
});
const duelPlayers = {
  duelId: z.string().meta({ example: "duel_0VhQ3kTzAbCdEfGhIjKlMn" }),
  challenger: player,
  opponent: player,
};

/**
 * Events that are delivered to webhooks and included in `*` (docs/contract.md#events-and-deliveries), in the order of
 * the documentation. `data` is the envelope's `data`.
 */
export const publicEvents = {
  "post.created": {
    summary: "You created a post, through the API or in the app.",
    data: z.object({ postId }),
  },
  "post.updated": {
    summary: "You edited one of your posts.",
    data: z.object({ postId }),
  },
  "post.deleted": { summary: "You deleted one of your posts.", data: z.object({ postId }) },
  "follow.created": { summary: "You followed a user.", data: followed },
  "follow.deleted": { summary: "You unfollowed a user.", data: followed },
  "tag.followed": { summary: "You followed a tag.", data: tagged },
  "tag.unfollowed": { summary: "You unfollowed a tag.", data: tagged },
  "like.created": { summary: "You liked a post.", data: z.object({ postId }) },
  "comment.created": {
    summary: "You commented on a post, or replied to a comment.",
    data: commentData,
  },
  "comment.updated": { summary: "You edited one of your comments.", data: commentData },
  "comment.deleted": {
    summary:
      "A comment of yours was deleted, by you or by the author of the post; or you removed one below a post of yours.",
    data: commentData,
  },
  "bookmark.created": { summary: "You bookmarked a post.", data: z.object({ postId }) },
  "duel.challenged": {
    summary: "You challenged somebody to a duel, or were challenged.",
    data: z.object(duelPlayers),
  },
  "duel.finished": {
    summary: "A duel of yours is finished: both have played, or the time of one of you was over.",
    data: z.object({
      ...duelPlayers,
      result: z.enum(["challenger", "opponent", "draw"]).meta({ description: "Who won." }),
      rated: z.boolean().meta({ description: "Whether it changed your ratings." }),
    }),
  },
} as const satisfies Record<string, { summary: string; data: z.ZodType }>;
