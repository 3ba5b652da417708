import { insert, type Steps } from "./steps";

/**
 * The first account's events of the last weeks, with an endpoint that received them all and is now disabled; one other
 * account in ten has an endpoint and one event.
 */
export const webhooks: Steps = ({ users, depth }) => [
  insert(
    "Event",
    depth,
    `id, position, "userId", name, data, "createdAt"`,
    `pg_temp.id('evt', i), i, pg_temp.id('user', 1), 'post.created', jsonb_build_object('postId', pg_temp.id('post', i)), ${recent(depth)}`,
  ),
  insert(
    "Event",
    users / 10,
    `id, position, "userId", name, data, "createdAt"`,
    `pg_temp.id('eve', i), 1, pg_temp.id('user', i * 10), 'post.created', jsonb_build_object('postId', pg_temp.id('post', i)), ${recent(depth)}`,
  ),
  insert(
    "WebhookEndpoint",
    1 + users / 10,
    `id, "userId", url, events, enabled, secret, "disabledReason", sequence, "createdAt"`,
    `pg_temp.id('whe', i), pg_temp.id('user', CASE i WHEN 1 THEN 1 ELSE (i - 1) * 10 END), 'https://example.org/hook', ARRAY['*'], false, '', 'Switched off.',
     CASE i WHEN 1 THEN ${depth} ELSE 1 END, now() - interval '21 days'`,
  ),
  insert(
    "Delivery",
    depth,
    `id, "endpointId", "eventId", event, sequence, body, status, attempts, "responseStatus", "durationMs", "createdAt", "deliveredAt"`,
    `pg_temp.id('whd', i), pg_temp.id('whe', 1), pg_temp.id('evt', i), 'post.created', i,
     json_build_object('id', pg_temp.id('whd', i), 'event', 'post.created')::text, 'delivered', 1, 204, 12, ${recent(depth)}, ${recent(depth)}`,
  ),
  insert(
    "Delivery",
    users / 10,
    `id, "endpointId", "eventId", event, sequence, body, status, attempts, "responseStatus", "durationMs", "createdAt", "deliveredAt"`,
    `pg_temp.id('whe', i + 1), pg_temp.id('whe', i + 1), pg_temp.id('eve', i), 'post.created', 1, '{}', 'delivered', 1, 204, 12, ${recent(depth)}, ${recent(depth)}`,
  ),
];

/** Within the retention of events. */
const recent = (rows: number) => `now() - interval '20 days' + i * (interval '19 days' / ${rows})`;
