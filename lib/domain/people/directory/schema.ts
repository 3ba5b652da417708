import { z } from "zod";
import { person } from "@/lib/domain/accounts/users/schema";

export const listedPerson = person
  .extend({
    bio: z.string().meta({ description: "May be empty.", example: "Builds small things out of brass and code." }),
    following: z.boolean().nullable().meta({ description: "Whether you follow them; null for yourself." }),
  })
  .meta({ id: "ListedPerson", description: "A user in a list of people." });

export type ListedPerson = z.output<typeof listedPerson>;
