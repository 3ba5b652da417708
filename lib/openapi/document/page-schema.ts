import { z } from "zod";
import { EXAMPLE_CURSOR } from "@/lib/domain/page/schema";

const pages = new WeakMap<z.ZodType, z.ZodType>();

/** The envelope of a page of `item` (docs/contract.md#pagination). It is a component if the item is one. */
export function pageOf(item: z.ZodType): z.ZodType {
  const known = pages.get(item);
  if (known) return known;
  const id = item.meta()?.id;
  const page = z
    .object({
      data: z.array(item),
      nextCursor: z.string().nullable().meta({
        description:
          "Send it back as `cursor` to get the next page. Null on the last page: stop on null, not on an empty `data`.",
        example: EXAMPLE_CURSOR,
      }),
    })
    .meta(id ? { id: `${id}Page`, description: `A page of ${id}.` } : {});
  pages.set(item, page);
  return page;
}
