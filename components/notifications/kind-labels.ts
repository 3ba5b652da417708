import type { NotificationKind } from "@/lib/domain/consequences/notifications/rules";

/** What each kind is called in settings. */
export const KIND_LABELS: Record<NotificationKind, { label: string; hint?: string }> = {
  likes: { label: "Likes", hint: "Of your posts and builds." },
  reposts: { label: "Reposts" },
  quotes: { label: "Quotes", hint: "Posts that quote one of yours." },
  follows: { label: "New followers" },
  comments: { label: "Comments and replies", hint: "On your posts and builds, and to what you said." },
  mentions: { label: "Mentions", hint: "In posts, comments and rooms." },
  duels: { label: "Duels", hint: "Challenges and results. Challenges still wait on the page of duels." },
};
