import { deleteDraft, saveDraft } from "@/lib/domain/writing/drafts/commands";
import { listDrafts } from "@/lib/domain/writing/drafts/queries";
import { draft, draftList, newDraft } from "@/lib/domain/writing/drafts/schema";
import { posts as api } from "@/lib/api/v1/posts";
import { scheduled as ofScheduled } from "@/lib/api/v1/scheduled";
import { quotes } from "@/lib/api/v1/quotes";
import { sessionOperation, sessionRoutes } from "@/lib/http/operation";

export const posts = {
  ...sessionRoutes(api, ["get", "listVersions"]),
  ...sessionRoutes({ withdrawQuote: quotes.withdraw }),
};

/** docs/contract.md#scheduled-posts */
export const drafts = {
  list: sessionOperation("GET /api/drafts", { returns: draftList, run: listDrafts }),
  save: sessionOperation("POST /api/drafts", {
    writes: "posts",
    body: newDraft,
    status: 201,
    returns: draft,
    run: saveDraft,
  }),
  delete: sessionOperation("DELETE /api/drafts/{id}", { writes: "posts", returns: null, run: deleteDraft }),
};

export const scheduled = sessionRoutes(ofScheduled);
