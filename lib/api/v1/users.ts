import { followUser, unfollowUser } from "@/lib/domain/people/graph/commands";
import { listFollowers, listFollowing } from "@/lib/domain/people/graph/queries";
import { MAX_FOLLOWING } from "@/lib/domain/people/graph/rules";
import { followState } from "@/lib/domain/people/graph/schema";
import { listPublicPosts } from "@/lib/domain/writing/posts/queries";
import { post } from "@/lib/domain/writing/posts/schema";
import { getPublicProfile } from "@/lib/domain/accounts/users/profile";
import { person, publicProfile } from "@/lib/domain/accounts/users/schema";
import { apiOperation } from "@/lib/http/operation";

/** docs/contract.md#users-and-social-graph */
export const users = {
  get: apiOperation("GET /api/v1/users/{handle}", {
    replica: true,
    scope: "read:users",
    summary: "Get a public profile",
    returns: publicProfile,
    run: getPublicProfile,
  }),
  listPosts: apiOperation("GET /api/v1/users/{handle}/posts", {
    replica: true,
    scope: "read:users",
    summary: "List a user's posts",
    description: "Public posts only, newest first.",
    paginated: true,
    returns: post,
    volatile: ["views"],
    run: listPublicPosts,
  }),
  listFollowers: apiOperation("GET /api/v1/users/{handle}/followers", {
    replica: true,
    scope: "read:users",
    summary: "List a user's followers",
    description: "Most recent first.",
    paginated: true,
    returns: person,
    run: listFollowers,
  }),
  listFollowing: apiOperation("GET /api/v1/users/{handle}/following", {
    replica: true,
    scope: "read:users",
    summary: "List who a user follows",
    description: "Most recent first.",
    paginated: true,
    returns: person,
    run: listFollowing,
  }),
  follow: apiOperation("POST /api/v1/users/{handle}/follow", {
    writes: "follows",
    scope: "write:follows",
    summary: "Follow a user",
    description: `Following someone twice has no further effect. You cannot follow yourself, or more than ${MAX_FOLLOWING.toLocaleString("en-US")} people.`,
    returns: followState,
    errors: ["conflict"],
    run: followUser,
  }),
  unfollow: apiOperation("DELETE /api/v1/users/{handle}/follow", {
    writes: "follows",
    scope: "write:follows",
    summary: "Unfollow a user",
    returns: followState,
    run: unfollowUser,
  }),
};
