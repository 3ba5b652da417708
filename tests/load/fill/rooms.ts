import { insert, moments, type Step, type Steps } from "./steps";

/** As many public rooms as the other lists are long, all of them empty. */
export const rooms: Steps = ({ depth }): Step[] => [
  insert(
    "Room",
    depth,
    `id, code, name, public, "maxMembers", permanent, "lastActiveAt", "createdAt"`,
    `pg_temp.id('room', i), 'R' || i, pg_temp.words(i), true, 20, true, at, at`,
    moments(depth),
  ),
];
