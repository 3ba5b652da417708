import { insert, moments, type Steps } from "./steps";

/** The first account invited everybody else. */
export const invitations: Steps = ({ users, depth }) => {
  const rows = Math.min(depth, users - 1);
  return [
    insert(
      "Invited",
      rows,
      `"userId", "inviterId", "createdAt"`,
      `pg_temp.id('user', i + 1), pg_temp.id('user', 1), at`,
      moments(rows),
    ),
  ];
};
