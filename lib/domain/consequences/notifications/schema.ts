import { z } from "zod";
import { person } from "@/lib/domain/accounts/users/schema";
import { MAX_GROUP, MAX_MERGED, MAX_PREVIEW } from "./rules";

const id = z.string().meta({ example: "ntf_0VhQ3kU1aBcDeFgHiJkLmN" });
const link = z.string().meta({
  description: "A path in the app: of a post, or `/posts/{id}#{commentId}`, `/rooms/{code}#{messageId}` and so on.",
  example: "/posts/post_0VhQ3kTzAbCdEfGhIjKlMn",
});

/** docs/contract.md#notification */
export const notification = z.object({
  id,
  type: z.enum([
    "FOLLOW",
    "LIKE",
    "COMMENT",
    "REPLY",
    "MENTION",
    "REPOST",
    "QUOTE",
    "DUEL_CHALLENGED",
    "DUEL_FINISHED",
    "SYSTEM",
  ]),
  actor: person.meta({ description: "The user who caused it. For SYSTEM, the platform's own account." }),
  preview: z
    .string()
    .nullable()
    .meta({
      description: `Up to ${MAX_PREVIEW} characters of what it is about. For SYSTEM, a sentence.`,
      example: null,
    }),
  link,
  read: z.boolean(),
  createdAt: z.iso.datetime(),
  count: z
    .number()
    .int()
    .min(2)
    .optional()
    .meta({
      description: `How many similar notifications within 24 hours from the same user this one stands for, up to ${MAX_GROUP}. Absent if it stands for itself alone.`,
    }),
  merged: z
    .array(z.object({ id, link }))
    .min(1)
    .max(MAX_MERGED)
    .optional()
    .meta({
      description: `The others that it stands for, newest first, at most ${MAX_MERGED}, each as it would be by itself. Absent if it stands for itself alone. Programs that must not miss one read \`GET /api/v1/events\`.`,
    }),
});

export const muteState = z
  .object({ muted: z.boolean() })
  .meta({ id: "MuteState", description: "Whether you muted the conversation of the post." });

export type MuteState = z.output<typeof muteState>;
export type Notification = z.output<typeof notification>;
