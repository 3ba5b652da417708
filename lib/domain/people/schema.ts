import { z } from "zod";
import { person } from "@/lib/domain/users/schema";

/** Somebody in a list, as one reader of the app sees them. */
export const listedPerson = person.extend({
  bio: z.string(),
  /** Whether the reader follows them; null for oneself. */
  following: z.boolean().nullable(),
});

export type ListedPerson = z.output<typeof listedPerson>;
