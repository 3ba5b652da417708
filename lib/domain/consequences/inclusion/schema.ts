import { z } from "zod";
import { comment } from "@/lib/domain/writing/comments/schema";
import { eventRecord, eventsQuery } from "@/lib/domain/consequences/events/schema";
import { notification, notificationKind } from "@/lib/domain/consequences/notifications/schema";
import { post } from "@/lib/domain/writing/posts/schema";
import { INCLUDED_SCOPES, type Included } from "./rules";

const included = Object.keys(INCLUDED_SCOPES) as [Included, ...Included[]];
const scopes = included.map((name) => `\`${name}\` needs \`${INCLUDED_SCOPES[name]}\``).join(", ");

const include = z
  .string()
  .transform((names) => [...new Set(names.split(","))])
  .pipe(z.array(z.enum(included, { error: `include names ${included.join(", ")}, separated by commas` })))
  .optional()
  .meta({
    description: `What to add to each item, separated by commas, so that no call for each is needed. Besides the scope of the list, ${scopes}.`,
    example: included.join(),
    override: { type: "string" },
  });

const items = {
  post: post.nullable().optional().meta({
    description:
      "With `include=post`: the post that it is about, as `GET /api/v1/posts/{id}` shows it now. Null if there is none that you can get.",
  }),
  comment: comment.nullable().optional().meta({
    description:
      "With `include=comment`: the comment that it is about, as the comments of its post show it now. Null if there is none that you can see.",
  }),
};

export const notificationsQuery = z.object({ include, kind: notificationKind });
export const listedNotification = notification
  .extend(items)
  .meta({ id: "Notification", description: "What another user did, or the platform says, that concerns you." });

export const listedEventsQuery = eventsQuery.extend({ include });
export const listedEvent = eventRecord
  .extend(items)
  .meta({ id: "EventRecord", description: "An event on your account.", example: eventRecord.meta()?.example });

export type ListedNotification = z.output<typeof listedNotification>;
export type ListedEvent = z.output<typeof listedEvent>;
