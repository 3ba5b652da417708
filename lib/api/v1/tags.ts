import { listTags } from "@/lib/domain/people/search/tags";
import { post } from "@/lib/domain/writing/posts/schema";
import { followTag, unfollowTag } from "@/lib/domain/writing/tags/commands";
import { getTag, listTagPosts } from "@/lib/domain/writing/tags/queries";
import { MAX_FOLLOWED_TAGS } from "@/lib/domain/writing/tags/rules";
import { foundTags, tag, tagFollowState, tagsQuery } from "@/lib/domain/writing/tags/schema";
import { apiOperation } from "@/lib/http/operation";

/** docs/contract.md#tags */
export const tags = {
  search: apiOperation("GET /api/v1/tags", {
    replica: true,
    scope: "read:tags",
    summary: "Search tags",
    description: "Tags that begin with these letters; without `q`, those that are trending.",
    budget: "search",
    query: tagsQuery,
    returns: foundTags,
    run: listTags,
  }),
  get: apiOperation("GET /api/v1/tags/{tag}", {
    replica: true,
    scope: "read:tags",
    summary: "Get a tag",
    description: "In any spelling, without the `#`. A tag that nobody has used yet exists as well.",
    returns: tag,
    run: getTag,
  }),
  listPosts: apiOperation("GET /api/v1/tags/{tag}/posts", {
    replica: true,
    scope: "read:tags",
    summary: "List a tag's posts",
    description: "Public posts only, newest first.",
    paginated: true,
    returns: post,
    volatile: ["views"],
    run: listTagPosts,
  }),
  follow: apiOperation("POST /api/v1/tags/{tag}/follow", {
    writes: "follows",
    scope: "write:tags",
    summary: "Follow a tag",
    description: `Its posts join your home feed. Following a tag twice has no further effect. You cannot follow more than ${MAX_FOLLOWED_TAGS}.`,
    returns: tagFollowState,
    errors: ["conflict"],
    run: followTag,
  }),
  unfollow: apiOperation("DELETE /api/v1/tags/{tag}/follow", {
    writes: "follows",
    scope: "write:tags",
    summary: "Unfollow a tag",
    returns: tagFollowState,
    run: unfollowTag,
  }),
};
