import { insert, moments, type Steps } from "./steps";

/**
 * The first account invited most of the others. With all of them, PostgreSQL would expect that nobody invited fewer.
 */
const INVITER = `pg_temp.id('user', CASE WHEN i % 10 = 0 THEN i / 10 ELSE 1 END)`;

export const invitations: Steps = ({ users, depth }) => {
  const rows = Math.min(depth, users - 1);
  return [
    insert(
      "Invited",
      rows,
      `"userId", "inviterId", "createdAt"`,
      `pg_temp.id('user', i + 1), ${INVITER}, at`,
      moments(rows),
    ),
  ];
};
