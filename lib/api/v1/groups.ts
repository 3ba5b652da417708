import { MAX_CONTENT } from "@/lib/domain/posts/rules";
import type { Group } from ".";

/** The title and description of each group of operations. */
export const GROUPS: Record<Group, { title: string; description: string }> = {
  posts: {
    title: "Posts",
    description: `Short posts of up to ${MAX_CONTENT} characters and four images, shared with everyone, your followers or nobody else.`,
  },
  engagement: {
    title: "Likes, comments, bookmarks",
    description: "React to any post you can see. Repeating an action changes nothing and notifies nobody twice.",
  },
  users: { title: "People", description: "Public profiles, their posts, and who follows whom." },
  me: {
    title: "Your account",
    description: "The account that owns the API key: stats, notifications, bookmarks, followers and following.",
  },
  feed: {
    title: "Feed",
    description: "Public posts that are free and do not belong to a community.",
  },
  builds: { title: "Builds", description: "The marketplace of projects that people have built." },
  blog: { title: "Blog", description: "Posts by the team behind Pegboard." },
  news: { title: "News", description: "Short news articles, each with its source." },
  images: { title: "Images", description: "Upload an image first, then attach it to a post by id." },
  leaderboards: { title: "Leaderboards", description: "The top players of each game." },
  reports: { title: "Reports", description: "Ask the moderators to look at something, or at somebody." },
  webhooks: {
    title: "Webhooks",
    description:
      "Register endpoints to receive what your account does as it happens: signed, numbered in order, and delivered at least once.",
  },
  events: {
    title: "Events",
    description:
      "The last 30 days of events on your account, in order, for catching up on deliveries that a receiver missed.",
  },
  meta: { title: "OpenAPI", description: "This API as a machine-readable document." },
};
