import { previewMarkdown } from "@/lib/domain/markdown/commands";
import { preview, previewDraft } from "@/lib/domain/markdown/schema";
import { appEndpoint } from "@/lib/http/endpoint";

/** For forms that take Markdown. */
export const markdown = {
  preview: appEndpoint("POST /api/markdown/preview", {
    writes: null,
    summary: "Preview Markdown",
    budget: "preview",
    budgetPer: "user",
    body: previewDraft,
    returns: preview,
    run: previewMarkdown,
  }),
};
