import { DAY_MS } from "@/lib/domain/kernel/durations";
import { cancelScheduledPost, changeScheduledPost, schedulePost } from "@/lib/domain/writing/scheduled/commands";
import { listScheduledPosts } from "@/lib/domain/writing/scheduled/queries";
import { FAILED_RETENTION_MS, MAX_WAITING } from "@/lib/domain/writing/scheduled/rules";
import {
  EXAMPLE_MOMENT,
  newScheduledPost,
  scheduledPost,
  scheduledPostChanges,
} from "@/lib/domain/writing/scheduled/schema";
import { apiOperation } from "@/lib/http/operation";

/** docs/contract.md#posts */
export const scheduled = {
  list: apiOperation("GET /api/v1/me/scheduled-posts", {
    replica: true,
    scope: "read:posts",
    summary: "List your scheduled posts",
    description: `Those that wait for their moment, the soonest first. Before them, for ${FAILED_RETENTION_MS / DAY_MS} days, those that could not be posted then, with the reason.`,
    paginated: true,
    returns: scheduledPost,
    run: listScheduledPosts,
  }),
  create: apiOperation("POST /api/v1/me/scheduled-posts", {
    writes: "posts",
    scope: "write:posts",
    summary: "Schedule a post",
    description: `Like creating one with \`publish_at\`. At that moment it becomes a post with an id of its own, or a notification tells you why not. Up to ${MAX_WAITING} may wait.`,
    body: newScheduledPost,
    status: 202,
    returns: scheduledPost,
    example: { content: "Hello from the past", audience: "PUBLIC", publish_at: EXAMPLE_MOMENT },
    errors: ["invalid_media", "forbidden", "conflict"],
    run: schedulePost,
  }),
  update: apiOperation("PATCH /api/v1/me/scheduled-posts/{id}", {
    writes: "posts",
    scope: "write:posts",
    summary: "Change a scheduled post",
    description:
      "Until it is posted. Fields that you leave out stay as they are. A new moment lets one that could not be posted wait again.",
    body: scheduledPostChanges,
    returns: scheduledPost,
    example: { content: "Hello from a while ago" },
    errors: ["invalid_media", "conflict"],
    run: changeScheduledPost,
  }),
  cancel: apiOperation("DELETE /api/v1/me/scheduled-posts/{id}", {
    writes: "posts",
    scope: "write:posts",
    summary: "Cancel a scheduled post",
    description: "Until it is posted. Its images are deleted.",
    returns: null,
    run: cancelScheduledPost,
  }),
};
