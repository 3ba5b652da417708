import { blog as publicBlog } from "@/lib/api/v1/blog";
import { news as publicNews } from "@/lib/api/v1/news";
import {
  editArticle,
  editPost,
  publishPost,
  removeArticle,
  removePost,
  writeArticle,
} from "@/lib/domain/articles/commands";
import { articleAddress, blogDraft, newsDraft } from "@/lib/domain/articles/schema";
import { sessionOperation, sessionRoute } from "@/lib/http/operation";

/** The blog, and what editors do to it. */
export const blog = {
  list: sessionRoute(publicBlog.list, "optional"),
  get: sessionRoute(publicBlog.get, "optional"),
  publish: sessionOperation("POST /api/blog", {
    staff: "editor",
    writes: "articles",
    summary: "Publish a blog post",
    body: blogDraft,
    status: 201,
    returns: articleAddress,
    errors: ["forbidden"],
    run: publishPost,
  }),
  edit: sessionOperation("PATCH /api/blog/{slug}", {
    staff: "editor",
    writes: "articles",
    summary: "Edit a blog post",
    body: blogDraft,
    returns: articleAddress,
    errors: ["forbidden", "not_found"],
    run: editPost,
  }),
  remove: sessionOperation("DELETE /api/blog/{slug}", {
    staff: "editor",
    writes: "articles",
    summary: "Remove a blog post",
    status: 204,
    returns: null,
    errors: ["forbidden", "not_found"],
    run: removePost,
  }),
};

/** The news, and what editors do to them. */
export const news = {
  list: sessionRoute(publicNews.list, "optional"),
  get: sessionRoute(publicNews.get, "optional"),
  write: sessionOperation("POST /api/news", {
    staff: "editor",
    writes: "articles",
    summary: "Write a news article",
    body: newsDraft,
    status: 201,
    returns: articleAddress,
    errors: ["forbidden"],
    run: writeArticle,
  }),
  edit: sessionOperation("PATCH /api/news/{slug}", {
    staff: "editor",
    writes: "articles",
    summary: "Edit a news article",
    body: newsDraft,
    returns: articleAddress,
    errors: ["forbidden", "not_found"],
    run: editArticle,
  }),
  remove: sessionOperation("DELETE /api/news/{slug}", {
    staff: "editor",
    writes: "articles",
    summary: "Remove a news article",
    status: 204,
    returns: null,
    errors: ["forbidden", "not_found"],
    run: removeArticle,
  }),
};
