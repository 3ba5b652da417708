import { z } from "zod";
import { person } from "@/lib/domain/users/schema";

/** A listed person, as one viewer sees them. */
export const listedPerson = person.extend({
  bio: z.string(),
  /** Whether the viewer follows them; null for oneself. */
  following: z.boolean().nullable(),
});

export type ListedPerson = z.output<typeof listedPerson>;
