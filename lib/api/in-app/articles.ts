import {
  editArticle,
  editPost,
  publishPost,
  removeArticle,
  removePost,
  writeArticle,
} from "@/lib/domain/articles/commands";
import { articleAddress, blogDraft, newsDraft } from "@/lib/domain/articles/schema";
import { appEndpoint } from "@/lib/http/endpoint";

/** The blog, for its editors. */
export const blog = {
  publish: appEndpoint("POST /api/blog", {
    writes: "articles",
    summary: "Publish a blog post",
    body: blogDraft,
    status: 201,
    returns: articleAddress,
    errors: ["forbidden"],
    run: publishPost,
  }),
  edit: appEndpoint("PATCH /api/blog/{slug}", {
    writes: "articles",
    summary: "Change a blog post",
    body: blogDraft,
    returns: articleAddress,
    errors: ["forbidden", "not_found"],
    run: editPost,
  }),
  remove: appEndpoint("DELETE /api/blog/{slug}", {
    writes: "articles",
    summary: "Remove a blog post",
    status: 204,
    returns: null,
    errors: ["forbidden", "not_found"],
    run: removePost,
  }),
};

/** The news, for its editors. */
export const news = {
  write: appEndpoint("POST /api/news", {
    writes: "articles",
    summary: "Write a news article",
    body: newsDraft,
    status: 201,
    returns: articleAddress,
    errors: ["forbidden"],
    run: writeArticle,
  }),
  edit: appEndpoint("PATCH /api/news/{slug}", {
    writes: "articles",
    summary: "Change a news article",
    body: newsDraft,
    returns: articleAddress,
    errors: ["forbidden", "not_found"],
    run: editArticle,
  }),
  remove: appEndpoint("DELETE /api/news/{slug}", {
    writes: "articles",
    summary: "Remove a news article",
    status: 204,
    returns: null,
    errors: ["forbidden", "not_found"],
    run: removeArticle,
  }),
};
