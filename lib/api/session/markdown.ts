import { previewMarkdown } from "@/lib/domain/markdown/rendering";
import { preview, previewDraft } from "@/lib/domain/markdown/schema";
import { sessionOperation } from "@/lib/http/operation";

export const markdown = {
  preview: sessionOperation("POST /api/markdown/preview", {
    writes: null,
    budget: "preview",
    budgetPer: "user",
    body: previewDraft,
    returns: preview,
    run: previewMarkdown,
  }),
};
