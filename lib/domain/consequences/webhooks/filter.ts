import { z } from "zod";
import { type Sql, sql } from "@/lib/infra/database/sql";

/** Narrows the events that an endpoint subscribes to: to those whose data names all of these. */
export const endpointFilter = z
  .strictObject({
    postId: z
      .string()
      .min(1)
      .max(64)
      .optional()
      .meta({ description: "Only events about this post.", example: "post_0VhQ3kTzAbCdEfGhIjKlMn" }),
    handle: z
      .string()
      .max(64)
      .overwrite((handle) => handle.replace(/^@/, "").toLowerCase())
      .min(1)
      .optional()
      .meta({ description: "Only events that name somebody of this handle.", example: "ada" }),
  })
  .refine(({ postId, handle }) => postId !== undefined || handle !== undefined, {
    error: "Give postId, handle or both; null for no filter",
  })
  .meta({
    id: "WebhookFilter",
    description: "Which events are delivered: those that name all of these.",
    override: { minProperties: 1 },
  });

export type EndpointFilter = z.output<typeof endpointFilter>;

export interface Named {
  postId: string | null;
  handle: string[];
}

interface Person {
  handle?: string;
}

function namedIn(data: object): Named {
  const {
    postId = null,
    handle,
    challenger,
    opponent,
  } = data as Person & {
    postId?: string | null;
    challenger?: Person;
    opponent?: Person;
  };
  return { postId, handle: [handle, challenger?.handle, opponent?.handle].filter((each) => each !== undefined) };
}

/**
 * Returns the condition under which an endpoint's filter matches an event. `mismatchOf` does the same for one event.
 */
export function passesFilter(data: object): Sql {
  return sql`(filter IS NULL OR ((filter->>'postId' IS NULL OR filter->>'postId' = ${namedIn(data).postId})
      AND (filter->>'handle' IS NULL OR filter->>'handle' = ANY (${namedIn(data).handle}::text[]))))`;
}

/** Returns why a filter does not match an event; null if it does. */
export function mismatchOf(filter: EndpointFilter | null, data: object): string | null {
  const { postId, handle } = namedIn(data);
  if (filter?.postId !== undefined && filter.postId !== postId)
    return postId === null ? "It is about no post." : `It is about another post: ${postId}.`;
  if (filter?.handle !== undefined && !handle.includes(filter.handle))
    return handle.length === 0 ? "It names nobody." : `It names somebody else: ${handle.join(", ")}.`;
  return null;
}
