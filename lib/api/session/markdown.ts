import { previewMarkdown } from "@/lib/domain/writing/markdown/rendering";
import { preview, previewDraft } from "@/lib/domain/writing/markdown/schema";
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
