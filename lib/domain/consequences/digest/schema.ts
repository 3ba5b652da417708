import { z } from "zod";
import { notificationSwitches, timeZone } from "@/lib/domain/consequences/notifications/schema";

const hour = z.number().int().min(0).max(23).nullable();

/** docs/contract.md#notifications */
export const digestSettings = z
  .object({ hour, kinds: z.object(notificationSwitches), timeZone: z.string() })
  .meta({ id: "DigestSettings", description: "When you get the daily digest, and what it counts." });

/** Omitted fields stay as they are. */
export const digestChange = z
  .strictObject({
    hour: hour.meta({ description: "The hour of your day at which it is sent. Null turns it off." }),
    kinds: z.strictObject(notificationSwitches).partial(),
    time_zone: timeZone,
  })
  .partial()
  .meta({ id: "DigestChange" });

export const digestLink = z.strictObject({ token: z.string().min(1).max(200) }).meta({ id: "DigestLink" });

export type DigestSettings = z.output<typeof digestSettings>;
export type DigestChange = z.output<typeof digestChange>;
