import type { Group } from ".";

/** The words over each group of operations. */
export const GROUPS: Record<Group, { title: string; description: string }> = {
  posts: {
    title: "Posts",
    description:
      "What you write on the board: up to 280 characters, up to four images, for everybody, your followers or yourself.",
  },
  engagement: {
    title: "Likes, comments, bookmarks",
    description:
      "What you do with a post that you can see. Doing the same again changes nothing and tells nobody twice.",
  },
  users: { title: "People", description: "Public profiles, what they post, and who follows whom." },
  me: { title: "Your account", description: "You, as the key's owner: your figures, notices, bookmarks and circle." },
  feed: {
    title: "Feed",
    description: "What everybody may read: public posts that are free and belong to no community.",
  },
  builds: { title: "Builds", description: "The marketplace of things that people made." },
  blog: { title: "Blog", description: "What the makers of the platform write." },
  news: { title: "News", description: "Short articles, each with its source." },
  images: { title: "Images", description: "Uploaded first, then named by a post." },
  leaderboards: { title: "Leaderboards", description: "The best of every game." },
  webhooks: {
    title: "Webhooks",
    description:
      "Endpoints of yours that are told what your account does, as it happens: signed, in order, at least once.",
  },
  events: {
    title: "Catching up",
    description: "What your account did, in order, for thirty days: to catch up on what a receiver missed.",
  },
  meta: { title: "This description", description: "The API described for machines." },
};
