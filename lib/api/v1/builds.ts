import { commentOnBuild, listBuildComments } from "@/lib/domain/writing/builds/comments";
import { getBuild, listBuilds, listCategories } from "@/lib/domain/writing/builds/queries";
import { editBuild, likeBuild, publishBuild, removeBuild, unlikeBuild } from "@/lib/domain/writing/builds/commands";
import {
  build,
  buildAddress,
  buildComment,
  buildDraft,
  buildItem,
  buildQuery,
  categoryList,
  newBuildComment,
} from "@/lib/domain/writing/builds/schema";
import { likeState } from "@/lib/domain/writing/engagement/schema";
import { apiOperation } from "@/lib/http/operation";

/** docs/contract.md#content-feed-and-leaderboards */
export const builds = {
  list: apiOperation("GET /api/v1/builds", {
    replica: true,
    scope: "read:builds",
    summary: "List builds",
    description: "Newest first. With `category`, only builds in that category.",
    paginated: true,
    query: buildQuery,
    returns: buildItem,
    volatile: ["views"],
    run: listBuilds,
  }),
  get: apiOperation("GET /api/v1/builds/{slug}", {
    replica: true,
    scope: "read:builds",
    summary: "Get a build",
    returns: build,
    volatile: ["views"],
    run: getBuild,
  }),
  create: apiOperation("POST /api/v1/builds", {
    writes: "builds",
    scope: "write:builds",
    summary: "Publish a build",
    body: buildDraft,
    status: 201,
    returns: buildAddress,
    errors: ["conflict"],
    run: publishBuild,
  }),
  update: apiOperation("PATCH /api/v1/builds/{slug}", {
    writes: "builds",
    scope: "write:builds",
    summary: "Edit a build",
    description: "Replaces all that you wrote of one of your own builds. Its address stays.",
    body: buildDraft,
    returns: buildAddress,
    run: editBuild,
  }),
  delete: apiOperation("DELETE /api/v1/builds/{slug}", {
    writes: "builds",
    scope: "write:builds",
    summary: "Take a build down",
    description: "One of your own. This cannot be undone.",
    returns: null,
    run: removeBuild,
  }),
  like: apiOperation("POST /api/v1/builds/{slug}/like", {
    writes: "marks",
    scope: "write:likes",
    summary: "Like a build",
    description: "Liking a build twice has no further effect.",
    returns: likeState,
    run: likeBuild,
  }),
  unlike: apiOperation("DELETE /api/v1/builds/{slug}/like", {
    writes: "marks",
    scope: "write:likes",
    summary: "Unlike a build",
    description: "Removes your like, if there is one.",
    returns: likeState,
    run: unlikeBuild,
  }),
  listComments: apiOperation("GET /api/v1/builds/{slug}/comments", {
    replica: true,
    scope: "read:builds",
    summary: "List a build's comments",
    description: "Newest first.",
    paginated: true,
    returns: buildComment,
    run: listBuildComments,
  }),
  comment: apiOperation("POST /api/v1/builds/{slug}/comments", {
    writes: "comments",
    scope: "write:comments",
    summary: "Comment on a build",
    body: newBuildComment,
    status: 201,
    returns: buildComment,
    example: { content: "Lovely hinges." },
    run: commentOnBuild,
  }),
  listCategories: apiOperation("GET /api/v1/categories", {
    replica: true,
    scope: "read:builds",
    summary: "List the categories of builds",
    description: "In alphabetical order. Not paginated.",
    returns: categoryList,
    run: listCategories,
  }),
};
