import { followUser, unfollowUser } from "@/lib/domain/graph/commands";
import { listFollowers, listFollowing } from "@/lib/domain/graph/queries";
import { MAX_FOLLOWING } from "@/lib/domain/graph/rules";
import { followState } from "@/lib/domain/graph/schema";
import { listPublicPosts } from "@/lib/domain/posts/queries";
import { post } from "@/lib/domain/posts/schema";
import { getPublicProfile } from "@/lib/domain/users/queries";
import { person, publicProfile } from "@/lib/domain/users/schema";
import { endpoint } from "@/lib/http/endpoint";

/** 4.4 */
export const users = {
  get: endpoint("GET /api/v1/users/{handle}", {
    scope: "read:users",
    summary: "Get a public profile",
    returns: publicProfile,
    run: getPublicProfile,
  }),
  listPosts: endpoint("GET /api/v1/users/{handle}/posts", {
    scope: "read:users",
    summary: "List somebody's posts",
    description: "Their public posts, newest first.",
    paginated: true,
    returns: post,
    volatile: ["views"],
    run: listPublicPosts,
  }),
  listFollowers: endpoint("GET /api/v1/users/{handle}/followers", {
    scope: "read:users",
    summary: "List somebody's followers",
    description: "The latest first.",
    paginated: true,
    returns: person,
    run: listFollowers,
  }),
  listFollowing: endpoint("GET /api/v1/users/{handle}/following", {
    scope: "read:users",
    summary: "List whom somebody follows",
    description: "The latest first.",
    paginated: true,
    returns: person,
    run: listFollowing,
  }),
  follow: endpoint("POST /api/v1/users/{handle}/follow", {
    writes: "follows",
    scope: "write:follows",
    summary: "Follow somebody",
    description: `Following somebody again changes nothing. Nobody follows themselves, nor more than ${MAX_FOLLOWING.toLocaleString("en-US")} people.`,
    idempotent: true,
    returns: followState,
    errors: ["conflict"],
    run: followUser,
  }),
  unfollow: endpoint("DELETE /api/v1/users/{handle}/follow", {
    writes: "follows",
    scope: "write:follows",
    summary: "Unfollow somebody",
    idempotent: true,
    returns: followState,
    run: unfollowUser,
  }),
};
