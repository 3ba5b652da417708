import { z } from "zod";
import { person } from "@/lib/domain/accounts/users/schema";
import { SECTIONS } from "./rules";

const count = z.number().int().min(0);

const activity = z.object({
  kind: z.string(),
  label: z.string(),
  /** A path on this site. */
  href: z.string(),
});

export const friend = z.object({ user: person, activity: activity.nullable() });

const activeFriend = z.object({ user: person, activity, joinable: z.boolean() });

export const friendList = z.object({ friends: z.array(friend) });
export const activeFriendList = z.object({ friends: z.array(activeFriend) });
export const onlineCount = z.object({ count });
export const heartbeat = z.object({ ok: z.literal(true) });

export const pulseQuery = z.strictObject({
  want: z
    .array(z.enum(SECTIONS))
    .optional()
    .meta({ description: "The sections to compute; what is not wanted is not in the answer" }),
});

/** A section that was not requested, or failed, is absent; an empty one is present. */
export const pulseAnswer = z.object({
  ok: z.literal(true),
  throttled: z.literal(true).optional(),
  notifications: count.optional(),
  friends: z.array(friend).optional(),
  activeFriends: z.array(activeFriend).optional(),
});

export type Friend = z.output<typeof friend>;
export type ActiveFriend = z.output<typeof activeFriend>;
export type PulseAnswer = z.output<typeof pulseAnswer>;
