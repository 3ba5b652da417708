import { MAX_CONTENT, MAX_MEDIA } from "@/lib/domain/writing/posts/rules";
import type { Group } from ".";

export const GROUPS: Record<Group, { title: string; description: string }> = {
  posts: {
    title: "Posts",
    description: `Short posts of up to ${MAX_CONTENT} characters and ${MAX_MEDIA} images, shared with everyone, your followers or nobody else.`,
  },
  scheduled: {
    title: "Scheduled posts",
    description: "Posts that go out by themselves at a moment of up to a year ahead. Until then they can be changed.",
  },
  quotes: {
    title: "Quotes",
    description: "Posts that quote a public post, whose author can take theirs out again.",
  },
  engagement: {
    title: "Likes, reposts, comments, bookmarks",
    description: "React to any post you can see. Repeating an action changes nothing and notifies nobody twice.",
  },
  users: { title: "People", description: "Public profiles, their posts, and who follows whom." },
  me: {
    title: "Your account",
    description: "The account that owns the API key: profile, notifications, bookmarks, followers and following.",
  },
  feed: {
    title: "Feed",
    description: "Public posts that are free and do not belong to a community.",
  },
  search: { title: "Search", description: "Public posts by their words, and people by name or handle." },
  tags: {
    title: "Tags",
    description: "What posts are about: each hashtag's posts, how much it is used, and the ones that you follow.",
  },
  quests: { title: "Quests", description: "Today's quests, your progress, and the coins that they earn." },
  coins: {
    title: "Coins",
    description: "Your balance, its history, and what your next drop is bound to. No key can bet, buy or top up.",
  },
  rooms: {
    title: "Rooms",
    description: "Rooms to talk in: create them, join them, and host them.",
  },
  messages: { title: "Messages", description: "What is said in the rooms you are in, and reactions to it." },
  ranked: { title: "Duels", description: "Your ratings and duels, and the leaderboards of the ranked games." },
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
  requests: {
    title: "Request log",
    description: "What your keys have requested in the last week and how it was answered, for finding what fails.",
  },
  sandbox: {
    title: "Sandbox",
    description:
      "A place of your own to test in: keys that begin with pb_test_, people to act as, and a clock that you move.",
  },
  meta: { title: "OpenAPI", description: "This API as a machine-readable document." },
};
