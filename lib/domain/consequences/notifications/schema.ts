import { z } from "zod";
import { person } from "@/lib/domain/accounts/users/schema";
import { isTimeZone } from "@/lib/domain/kernel/time-zone";
import { MAX_GROUP, MAX_MERGED, MAX_PREVIEW, NOTIFICATION_KINDS, type NotificationKind } from "./rules";

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
  following: z
    .boolean()
    .optional()
    .meta({ description: "Of a FOLLOW: whether you follow the actor as well. Absent in others." }),
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

export const notificationKind = z.enum(["mentions"]).optional().meta({
  description: "With `mentions`, only what is addressed to you: the types MENTION, REPLY and QUOTE.",
});

/** One for each kind. */
export const notificationSwitches = Object.fromEntries(NOTIFICATION_KINDS.map((kind) => [kind, z.boolean()])) as Record<
  NotificationKind,
  z.ZodBoolean
>;

const hour = z.number().int().min(0).max(23);
/** In the account's time zone. */
const quietHours = z.object({ from: hour, until: hour });

/** Where each kind notifies, and between which hours of the account's time zone nothing is pushed. */
export const notificationSettings = z
  .object({
    site: z.object(notificationSwitches),
    push: z.object(notificationSwitches).meta({ description: "What is off on the site is not pushed either." }),
    quietHours: quietHours.nullable(),
    timeZone: z.string(),
  })
  .meta({ id: "NotificationSettings", description: "Which kinds of notifications you get." });

export const timeZone = z
  .string()
  .max(50)
  .refine(isTimeZone, "time_zone must be a time zone of IANA, such as Europe/Berlin");

const newQuietHours = z
  .strictObject({ from: hour, until: hour })
  .refine(({ from, until }) => from !== until, "Quiet hours must end at another hour than they begin");

export const notificationSettingsChange = z
  .strictObject({
    site: z.strictObject(notificationSwitches).partial(),
    push: z.strictObject(notificationSwitches).partial(),
    quiet_hours: newQuietHours.nullable(),
    time_zone: timeZone,
  })
  .partial()
  .meta({ id: "NotificationSettingsChange" });

export const muteState = z
  .object({ muted: z.boolean() })
  .meta({ id: "MuteState", description: "Whether you muted the conversation of the post." });

export type MuteState = z.output<typeof muteState>;
export type QuietHours = z.output<typeof quietHours>;
export type NotificationSettings = z.output<typeof notificationSettings>;
export type NotificationSettingsChange = z.output<typeof notificationSettingsChange>;
export type Notification = z.output<typeof notification>;
