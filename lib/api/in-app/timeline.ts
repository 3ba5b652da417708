import { z } from "zod";
import {
  countNewer,
  listBookmarked,
  listEveryone,
  listForYou,
  listMediaOf,
  listPostsOf,
} from "@/lib/domain/timeline/queries";
import { moment } from "@/lib/domain/moment";
import { feedName, thread, timelineComment, timelinePost } from "@/lib/domain/timeline/schema";
import { getBranch, listReplies, listThreads } from "@/lib/domain/timeline/threads";
import { appEndpoint } from "@/lib/http/endpoint";

const newer = z.object({
  feed: feedName,
  after: moment.meta({ description: "When the newest post that is shown was made." }),
});

/** The next pages of the lists that the site shows, each post with what its reader did with it. */
export const timeline = {
  everyone: appEndpoint("GET /api/timeline/everyone", {
    summary: "Read everybody's posts",
    session: "optional",
    paginated: true,
    returns: timelinePost,
    run: listEveryone,
  }),
  forYou: appEndpoint("GET /api/timeline/for-you", {
    summary: "Read the posts of your circle",
    paginated: true,
    returns: timelinePost,
    run: listForYou,
  }),
  bookmarks: appEndpoint("GET /api/timeline/bookmarks", {
    summary: "Read what you kept",
    paginated: true,
    returns: timelinePost,
    run: listBookmarked,
  }),
  postsOf: appEndpoint("GET /api/timeline/users/{handle}/posts", {
    summary: "Read somebody's posts and reposts",
    session: "optional",
    paginated: true,
    returns: timelinePost,
    run: listPostsOf,
  }),
  mediaOf: appEndpoint("GET /api/timeline/users/{handle}/media", {
    summary: "Read somebody's posts with images",
    session: "optional",
    paginated: true,
    returns: timelinePost,
    run: listMediaOf,
  }),
  threads: appEndpoint("GET /api/timeline/posts/{id}/threads", {
    summary: "Read the discussion of a post",
    session: "optional",
    paginated: true,
    returns: thread,
    errors: ["not_found"],
    run: listThreads,
  }),
  branch: appEndpoint("GET /api/timeline/posts/{id}/comments/{commentId}", {
    summary: "Read a comment and what it answers",
    session: "optional",
    returns: z.object({ data: z.array(timelineComment) }),
    errors: ["not_found"],
    run: getBranch,
  }),
  replies: appEndpoint("GET /api/timeline/posts/{id}/comments/{commentId}/replies", {
    summary: "Read the replies to a comment",
    session: "optional",
    paginated: true,
    returns: timelineComment,
    errors: ["not_found"],
    run: listReplies,
  }),
  newer: appEndpoint("GET /api/timeline/newer", {
    summary: "Count newer posts",
    session: "optional",
    query: newer,
    returns: z.object({ count: z.number().int() }),
    run: countNewer,
  }),
};
