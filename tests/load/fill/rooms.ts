import { insert, moments, type Step, type Steps } from "./steps";

/** The room of `user_1`, which has as many messages as the other lists have rows. */
export const DEEP_ROOM = "BRASSY";

/** As many public rooms as the other lists have rows, all of them empty except one. */
export const rooms: Steps = ({ depth }): Step[] => [
  insert(
    "Room",
    depth,
    `id, code, name, public, "maxMembers", "membersCount", "hostId", permanent, "lastActiveAt", "createdAt"`,
    `pg_temp.id('room', i), CASE WHEN i = 1 THEN '${DEEP_ROOM}' ELSE 'R' || i END, pg_temp.words(i), true, 20,
     CASE WHEN i = 1 THEN 1 ELSE 0 END, CASE WHEN i = 1 THEN pg_temp.id('user', 1) END, true, at, at`,
    moments(depth),
  ),
  insert(
    "RoomMember",
    1,
    `"roomId", "userId", "joinedAt", "seenAt"`,
    `pg_temp.id('room', i), pg_temp.id('user', i), at, at`,
    moments(1),
  ),
  insert(
    "RoomMessage",
    depth,
    `id, "roomId", seq, kind, "userId", content, "createdAt"`,
    `pg_temp.id('rmsg', i), pg_temp.id('room', 1), i, 'message', pg_temp.id('user', 1), pg_temp.words(i), at`,
    moments(depth),
  ),
];
