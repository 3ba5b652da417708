import { tags as api } from "@/lib/api/v1/tags";
import { hideTag, showTag } from "@/lib/domain/writing/tags/moderation";
import { sessionOperation, sessionRoutes } from "@/lib/http/operation";

const moderate = { staff: "moderator", writes: "moderation", returns: null } as const;

export const tags = {
  ...sessionRoutes({ follow: api.follow, unfollow: api.unfollow }),
  hide: sessionOperation("PUT /api/moderation/tags/{tag}/hidden", { ...moderate, run: hideTag }),
  show: sessionOperation("DELETE /api/moderation/tags/{tag}/hidden", { ...moderate, run: showTag }),
};
