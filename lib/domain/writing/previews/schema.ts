import { z } from "zod";

/** docs/contract.md#link-previews */
export const preview = z
  .object({
    url: z.url().meta({ description: "What the link leads to.", example: "https://example.com/brass" }),
    title: z.string().meta({ example: "Brass, and how to polish it" }),
    description: z.string().meta({ description: "May be empty.", example: "Vinegar, salt and patience." }),
    site: z.string().meta({ description: "The name of the site.", example: "example.com" }),
    image: z.url().nullable().meta({
      description: "A picture, which this site serves.",
      example: "https://pegboard.example/api/previews/prv_0VhQ3kTx9KqLpWmNbVcXzA",
    }),
  })
  .meta({ id: "Preview", description: "What the first link of a post leads to." });

export type Preview = z.output<typeof preview>;
