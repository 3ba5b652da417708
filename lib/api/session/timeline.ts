import { z } from "zod";
import {
  countNewer,
  getCounts,
  getTimelinePost,
  listBookmarksTimeline,
  listEveryone,
  listForYou,
  listMediaOf,
  listPostsOf,
} from "@/lib/domain/writing/posts/timeline";
import { listTagTimeline } from "@/lib/domain/writing/tags/queries";
import { listQuotesTimeline } from "@/lib/domain/writing/posts/quotes";
import { listLikersOf, listRepostersOf } from "@/lib/domain/writing/engagement/people";
import { listedPerson } from "@/lib/domain/people/directory/schema";
import { moment } from "@/lib/domain/kernel/moment";
import { feedName, postCounts, timelinePost } from "@/lib/domain/writing/posts/schema";
import { thread, timelineComment } from "@/lib/domain/writing/comments/schema";
import { getBranch, listReplies, listThreads } from "@/lib/domain/writing/comments/threads";
import { sessionOperation } from "@/lib/http/operation";

const newer = z.object({
  feed: feedName,
  after: moment.meta({ description: "When the newest post that is shown was made." }),
});

const open = { replica: true, session: "optional" } as const;
const people = { ...open, paginated: true, returns: listedPerson } as const;
const posts = { ...open, paginated: true, returns: timelinePost } as const;

/** Further pages of the site's lists, each post with the viewer's own likes, reposts and bookmarks. */
export const timeline = {
  everyone: sessionOperation("GET /api/timeline/everyone", { ...posts, run: listEveryone }),
  forYou: sessionOperation("GET /api/timeline/for-you", {
    replica: true,
    paginated: true,
    returns: timelinePost,
    run: listForYou,
  }),
  bookmarks: sessionOperation("GET /api/timeline/bookmarks", {
    replica: true,
    paginated: true,
    returns: timelinePost,
    run: listBookmarksTimeline,
  }),
  postsOf: sessionOperation("GET /api/timeline/users/{handle}/posts", { ...posts, run: listPostsOf }),
  mediaOf: sessionOperation("GET /api/timeline/users/{handle}/media", { ...posts, run: listMediaOf }),
  tagged: sessionOperation("GET /api/timeline/tags/{tag}/posts", { ...posts, run: listTagTimeline }),
  quotes: sessionOperation("GET /api/timeline/posts/{id}/quotes", { ...posts, run: listQuotesTimeline }),
  likers: sessionOperation("GET /api/timeline/posts/{id}/likes", { ...people, run: listLikersOf }),
  reposters: sessionOperation("GET /api/timeline/posts/{id}/reposts", { ...people, run: listRepostersOf }),
  post: sessionOperation("GET /api/timeline/posts/{id}", {
    session: "optional",
    returns: timelinePost,
    run: getTimelinePost,
  }),
  counts: sessionOperation("GET /api/timeline/posts/{id}/counts", { ...open, returns: postCounts, run: getCounts }),
  threads: sessionOperation("GET /api/timeline/posts/{id}/threads", {
    ...open,
    paginated: true,
    returns: thread,
    run: listThreads,
  }),
  branch: sessionOperation("GET /api/timeline/posts/{id}/comments/{commentId}", {
    ...open,
    returns: z.object({ data: z.array(timelineComment) }),
    run: getBranch,
  }),
  replies: sessionOperation("GET /api/timeline/posts/{id}/comments/{commentId}/replies", {
    ...open,
    paginated: true,
    returns: timelineComment,
    run: listReplies,
  }),
  newer: sessionOperation("GET /api/timeline/newer", {
    ...open,
    query: newer,
    returns: z.object({ count: z.number().int() }),
    run: countNewer,
  }),
};
