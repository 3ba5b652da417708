import { z } from "zod";
import { limitQuery } from "@/lib/domain/kernel/page/schema";
import { listedPerson } from "@/lib/domain/people/directory/schema";
import { person } from "@/lib/domain/accounts/users/schema";
import { listedTag } from "@/lib/domain/writing/tags/schema";
import { TAGS_LIMIT } from "@/lib/domain/writing/tags/rules";
import { MAX_COMPLETED, MAX_QUERY, PEOPLE_LIMIT } from "./rules";

const q = z
  .string()
  .meta({ description: `What to search for. Only its first ${MAX_QUERY} characters count.`, example: "brass" });

export const searchQuery = z.object({ q });
export const peopleQuery = z.object({ q, limit: limitQuery(PEOPLE_LIMIT) });
export const tagsQuery = z.object({ q, limit: limitQuery(TAGS_LIMIT) });

export const foundPeople = z
  .object({ data: z.array(listedPerson) })
  .meta({ id: "FoundPeople", description: "People whom a search found, the best matches first." });

/** What somebody is typing, from its sign on if it has one: `@ad`, `#bra`, or `ad` in a search. */
export const suggestQuery = z.object({ text: z.string().max(MAX_COMPLETED) });

export const suggestions = z.object({ people: z.array(person), tags: z.array(listedTag) });

export type Suggestions = z.output<typeof suggestions>;
