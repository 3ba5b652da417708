import { z } from "zod";
import { EXAMPLE_CURSOR } from "@/lib/domain/page";

const pages = new WeakMap<z.ZodType, z.ZodType>();

/** The envelope of a page of `item` (4.1), a component of its own where the item is one. */
export function pageOf(item: z.ZodType): z.ZodType {
  const known = pages.get(item);
  if (known) return known;
  const id = item.meta()?.id;
  const page = z
    .object({
      data: z.array(item),
      nextCursor: z.string().nullable().meta({
        description:
          "Send it back as `cursor` for the next page. Null on the last page: stop by this, never by an empty `data`.",
        example: EXAMPLE_CURSOR,
      }),
    })
    .meta(id ? { id: `${id}Page`, description: `A page of ${id}.` } : {});
  pages.set(item, page);
  return page;
}
