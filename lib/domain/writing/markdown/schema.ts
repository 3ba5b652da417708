import { z } from "zod";
import { markdown } from "@/lib/domain/kernel/text/schema";
import { MAX_DOCUMENT } from "./rules";

export const previewDraft = z.strictObject({ text: markdown("A text", { min: 1, max: MAX_DOCUMENT }) });
export const preview = z.object({ html: z.string().meta({ description: "Safe to show as it stands." }) });

export type PreviewDraft = z.output<typeof previewDraft>;
export type Preview = z.output<typeof preview>;
