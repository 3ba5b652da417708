import { z } from "zod";
import { person } from "@/lib/domain/users/schema";
import { MAX_GROUP, MAX_PREVIEW } from "./rules";

/** A notification (2.6). */
export const notification = z
  .object({
    id: z.string().meta({ example: "ntf_0VhQ3kU1aBcDeFgHiJkLmN" }),
    type: z.enum(["FOLLOW", "LIKE", "COMMENT", "REPLY", "MENTION", "REPOST", "SYSTEM"]),
    actor: person.meta({ description: "Who caused it; for SYSTEM the platform's own account." }),
    preview: z
      .string()
      .nullable()
      .meta({ description: `Up to ${MAX_PREVIEW} characters of what it is about.`, example: null }),
    link: z.string().meta({ description: "An in-app path.", example: "/posts/post_0VhQ3kTzAbCdEfGhIjKlMn" }),
    read: z.boolean(),
    createdAt: z.iso.datetime(),
    count: z
      .number()
      .int()
      .min(2)
      .optional()
      .meta({
        description: `Where one person did the same many times in a day, one notification stands for the newest of them: for how many, up to ${MAX_GROUP}. Absent otherwise.`,
      }),
  })
  .meta({ id: "Notification", description: "What somebody did that concerns you." });

export type Notification = z.output<typeof notification>;
