import { builds as api } from "@/lib/api/v1/builds";
import { listBuildComments, listCatalogue } from "@/lib/domain/builds/catalogue";
import { editBuild, publishBuild, removeBuild } from "@/lib/domain/builds/commands";
import { commentOnBuild, likeBuild, unlikeBuild } from "@/lib/domain/builds/engagement";
import { buyBuild } from "@/lib/domain/builds/purchases";
import {
  buildAddress,
  buildComment,
  buildDraft,
  catalogueQuery,
  newBuildComment,
  purchase,
  catalogueBuild,
  soldBuild,
} from "@/lib/domain/builds/schema";
import { likeState } from "@/lib/domain/engagement/schema";
import { sessionOperation, sessionRoute } from "@/lib/http/operation";

/** Marketplace operations: publishing, commenting, liking and buying. */
export const builds = {
  list: sessionRoute(api.list, "optional"),
  get: sessionRoute(api.get, "optional"),
  catalogue: sessionOperation("GET /api/catalogue", {
    summary: "List the marketplace",
    session: "optional",
    paginated: true,
    query: catalogueQuery,
    returns: catalogueBuild,
    run: listCatalogue,
  }),
  publish: sessionOperation("POST /api/builds", {
    writes: "builds",
    summary: "Publish a build",
    body: buildDraft,
    status: 201,
    returns: buildAddress,
    errors: ["conflict"],
    run: publishBuild,
  }),
  edit: sessionOperation("PATCH /api/builds/{slug}", {
    writes: "builds",
    summary: "Edit a build",
    body: buildDraft,
    returns: buildAddress,
    errors: ["not_found"],
    run: editBuild,
  }),
  remove: sessionOperation("DELETE /api/builds/{slug}", {
    writes: "builds",
    summary: "Take a build down",
    status: 204,
    returns: null,
    errors: ["not_found"],
    run: removeBuild,
  }),
  like: sessionOperation("POST /api/builds/{slug}/like", {
    writes: "marks",
    summary: "Like a build",
    returns: likeState,
    errors: ["not_found"],
    run: likeBuild,
  }),
  unlike: sessionOperation("DELETE /api/builds/{slug}/like", {
    writes: "marks",
    summary: "Unlike a build",
    returns: likeState,
    errors: ["not_found"],
    run: unlikeBuild,
  }),
  comments: sessionOperation("GET /api/builds/{slug}/comments", {
    summary: "List the comments on a build",
    session: "optional",
    paginated: true,
    returns: buildComment,
    run: listBuildComments,
  }),
  comment: sessionOperation("POST /api/builds/{slug}/comments", {
    writes: "comments",
    summary: "Comment on a build",
    body: newBuildComment,
    status: 201,
    returns: buildComment,
    errors: ["not_found"],
    run: commentOnBuild,
  }),
  buy: sessionOperation("POST /api/builds/{slug}/buy", {
    writes: "coins",
    summary: "Buy a build",
    body: purchase,
    returns: soldBuild,
    errors: ["not_found", "conflict", "insufficient_coins"],
    run: buyBuild,
  }),
};
