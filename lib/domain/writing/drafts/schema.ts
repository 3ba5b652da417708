import { z } from "zod";
import { text } from "@/lib/domain/kernel/text/schema";
import { audience, warning } from "@/lib/domain/writing/posts/schema";
import { MAX_DRAFT } from "./rules";

export const newDraft = z
  .strictObject({
    content: text("content", { min: 1, max: MAX_DRAFT }),
    audience: audience.default("PUBLIC"),
    warning: warning.optional(),
  })
  .meta({ id: "NewDraft" });

/** docs/contract.md#scheduled-posts */
export const draft = z
  .object({ id: z.string(), content: z.string(), audience, warning, createdAt: z.iso.datetime() })
  .meta({ id: "Draft", description: "Text that you put aside." });

export const draftList = z.object({ data: z.array(draft) }).meta({ id: "DraftList" });

export type NewDraft = z.output<typeof newDraft>;
export type Draft = z.output<typeof draft>;
