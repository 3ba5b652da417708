import { z } from "zod";
import { person } from "@/lib/domain/users/schema";

export const blockState = z.object({ blocked: z.boolean() });
export const muteState = z.object({ muted: z.boolean() });

/** Somebody whom the caller has blocked or muted, and since when. */
export const hiddenPerson = person.extend({ since: z.iso.datetime() });

export type BlockState = z.output<typeof blockState>;
export type MuteState = z.output<typeof muteState>;
export type HiddenPerson = z.output<typeof hiddenPerson>;
