import type { z } from "zod";
import { type Context, write } from "@/lib/domain/context";
import type { logSubscription } from "@/lib/domain/events/schema";
import { literal, REAL_NOW } from "@/lib/infra/database/sql";
import { LOG_SUBSCRIPTION_MS } from "./rules";

/**
 * Makes the account's log record these events for a day, as if an endpoint subscribed to them. Listeners renew the
 * subscription; without them it expires.
 */
export async function subscribeLog(ctx: Context, { events }: z.output<typeof logSubscription>): Promise<void> {
  await write(ctx, "incoming.subscribeLog")`
    INSERT INTO "LogSubscription" ("userId", event, "expiresAt")
    SELECT ${ctx.actor.id}, name, ${REAL_NOW} + interval '1 millisecond' * ${literal(LOG_SUBSCRIPTION_MS)}
      FROM unnest(${events}::text[]) AS name ORDER BY name
    ON CONFLICT ("userId", event) DO UPDATE SET "expiresAt" = excluded."expiresAt"`;
}
