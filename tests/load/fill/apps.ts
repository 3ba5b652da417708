import { insert, moments, type Steps } from "./steps";

/** Apps that registered themselves, one in eight of them blocked, and one account's grants to the first ones. */
export const apps: Steps = ({ depth }) => [
  insert(
    "App",
    depth,
    `id, name, "redirectUris", "createdAt", "blockedAt", "blockReason"`,
    `pg_temp.id('app', i), 'Mirror ' || i, '{https://app.example/}', at,
     CASE i % 8 WHEN 0 THEN at END, CASE i % 8 WHEN 0 THEN 'Spam' END`,
    moments(depth),
  ),
  insert(
    "AppGrant",
    100,
    `id, "appId", "userId", scopes, audience, "createdAt"`,
    `pg_temp.id('grant', i), pg_temp.id('app', i), pg_temp.id('user', 1), '{read:posts}', 'api', now()`,
  ),
];
