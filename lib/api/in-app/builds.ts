import { listBuildComments, listCatalogue } from "@/lib/domain/builds/catalogue";
import { editBuild, publishBuild, removeBuild } from "@/lib/domain/builds/commands";
import { buyBuild, commentOnBuild, likeBuild, unlikeBuild } from "@/lib/domain/builds/reception";
import {
  buildAddress,
  buildComment,
  buildDraft,
  catalogueQuery,
  newBuildComment,
  purchase,
  shelvedBuild,
  soldBuild,
} from "@/lib/domain/builds/schema";
import { likeState } from "@/lib/domain/engagement/schema";
import { appEndpoint } from "@/lib/http/endpoint";

/** The marketplace, for people who publish in it, talk in it and buy there. */
export const builds = {
  catalogue: appEndpoint("GET /api/catalogue", {
    summary: "See the marketplace",
    session: "optional",
    paginated: true,
    query: catalogueQuery,
    returns: shelvedBuild,
    run: listCatalogue,
  }),
  publish: appEndpoint("POST /api/builds", {
    writes: "builds",
    summary: "Publish a build",
    body: buildDraft,
    status: 201,
    returns: buildAddress,
    errors: ["conflict"],
    run: publishBuild,
  }),
  edit: appEndpoint("PATCH /api/builds/{slug}", {
    writes: "builds",
    summary: "Change a build",
    body: buildDraft,
    returns: buildAddress,
    errors: ["not_found"],
    run: editBuild,
  }),
  remove: appEndpoint("DELETE /api/builds/{slug}", {
    writes: "builds",
    summary: "Take a build down",
    status: 204,
    returns: null,
    errors: ["not_found"],
    run: removeBuild,
  }),
  like: appEndpoint("POST /api/builds/{slug}/like", {
    writes: "marks",
    summary: "Like a build",
    returns: likeState,
    errors: ["not_found"],
    run: likeBuild,
  }),
  unlike: appEndpoint("DELETE /api/builds/{slug}/like", {
    writes: "marks",
    summary: "Unlike a build",
    returns: likeState,
    errors: ["not_found"],
    run: unlikeBuild,
  }),
  comments: appEndpoint("GET /api/builds/{slug}/comments", {
    summary: "Read what people say of a build",
    session: "optional",
    paginated: true,
    returns: buildComment,
    run: listBuildComments,
  }),
  comment: appEndpoint("POST /api/builds/{slug}/comments", {
    writes: "comments",
    summary: "Comment on a build",
    body: newBuildComment,
    status: 201,
    returns: buildComment,
    errors: ["not_found"],
    run: commentOnBuild,
  }),
  buy: appEndpoint("POST /api/builds/{slug}/buy", {
    writes: "coins",
    summary: "Buy a build at the price you saw",
    body: purchase,
    returns: soldBuild,
    errors: ["not_found", "conflict", "insufficient_coins"],
    run: buyBuild,
  }),
};
