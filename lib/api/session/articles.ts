import {
  editArticle,
  editPost,
  publishPost,
  removeArticle,
  removePost,
  writeArticle,
} from "@/lib/domain/articles/commands";
import { articleAddress, blogDraft, newsDraft } from "@/lib/domain/articles/schema";
import { sessionOperation } from "@/lib/http/operation";

/** Blog operations for editors. */
export const blog = {
  publish: sessionOperation("POST /api/blog", {
    writes: "articles",
    summary: "Publish a blog post",
    body: blogDraft,
    status: 201,
    returns: articleAddress,
    errors: ["forbidden"],
    run: publishPost,
  }),
  edit: sessionOperation("PATCH /api/blog/{slug}", {
    writes: "articles",
    summary: "Change a blog post",
    body: blogDraft,
    returns: articleAddress,
    errors: ["forbidden", "not_found"],
    run: editPost,
  }),
  remove: sessionOperation("DELETE /api/blog/{slug}", {
    writes: "articles",
    summary: "Remove a blog post",
    status: 204,
    returns: null,
    errors: ["forbidden", "not_found"],
    run: removePost,
  }),
};

/** News operations for editors. */
export const news = {
  write: sessionOperation("POST /api/news", {
    writes: "articles",
    summary: "Write a news article",
    body: newsDraft,
    status: 201,
    returns: articleAddress,
    errors: ["forbidden"],
    run: writeArticle,
  }),
  edit: sessionOperation("PATCH /api/news/{slug}", {
    writes: "articles",
    summary: "Change a news article",
    body: newsDraft,
    returns: articleAddress,
    errors: ["forbidden", "not_found"],
    run: editArticle,
  }),
  remove: sessionOperation("DELETE /api/news/{slug}", {
    writes: "articles",
    summary: "Remove a news article",
    status: 204,
    returns: null,
    errors: ["forbidden", "not_found"],
    run: removeArticle,
  }),
};
