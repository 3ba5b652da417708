import type { Comment as CreatedComment } from "@/lib/domain/engagement/schema";
import type { TimelineComment } from "@/lib/domain/timeline/schema";

/** One of the reader's own, just written, comes without its mentions. */
export type Comment = CreatedComment & Partial<Pick<TimelineComment, "mentions">>;

/** A comment as it stands on the page; one of the reader's own may still be on its way. */
export type Said = Comment & {
  delivery: { phase: "sent" } | { phase: "sending" } | { phase: "failed"; message: string };
};

/** Every comment that the page knows of, in no order: their places follow from what they answer. */
export type Discussion = readonly Said[];

export type DiscussionEvent =
  | { type: "heard"; comments: readonly Comment[] }
  | { type: "writing"; comment: Comment }
  | { type: "arrived"; draftId: string; comment: Comment }
  | { type: "failed"; draftId: string; message: string }
  | { type: "withdrawn"; draftId: string };

export function discussion(known: Discussion, event: DiscussionEvent): Discussion {
  switch (event.type) {
    case "heard":
      return joined(
        known,
        event.comments.map((comment) => ({ ...comment, delivery: { phase: "sent" } })),
      );
    case "writing":
      return counted(
        [...known.filter(({ id }) => id !== event.comment.id), { ...event.comment, delivery: { phase: "sending" } }],
        event.comment.parentId,
        1,
      );
    case "arrived":
      return joined(
        known.filter(({ id }) => id !== event.draftId),
        [{ ...event.comment, delivery: { phase: "sent" } }],
      );
    case "failed":
      return changed(counted(known, parentOf(known, event.draftId), -1), event.draftId, {
        phase: "failed",
        message: event.message,
      });
    case "withdrawn":
      return known.filter(({ id }) => id !== event.draftId);
  }
}

/** What answers a comment, or with null what answers the post: the newest first at the top, in order below it. */
export function answersTo(known: Discussion, parentId: string | null): Said[] {
  const direction = parentId === null ? -1 : 1;
  return known
    .filter((said) => said.parentId === parentId)
    .sort((a, b) => direction * (a.createdAt < b.createdAt || (a.createdAt === b.createdAt && a.id < b.id) ? -1 : 1));
}

/** How many replies there are that the page has not shown. */
export function hiddenReplies(known: Discussion, comment: Said): number {
  const shown = known.filter(({ parentId, delivery }) => parentId === comment.id && delivery.phase !== "failed").length;
  return Math.max(0, comment.replyCount - shown);
}

function joined(known: Discussion, heard: readonly Said[]): Discussion {
  const newer = new Map(heard.map((said) => [said.id, said]));
  return [...known.filter(({ id }) => !newer.has(id)), ...newer.values()];
}

function counted(known: Discussion, parentId: string | null, by: number): Discussion {
  return known.map((said) =>
    said.id === parentId ? { ...said, replyCount: Math.max(0, said.replyCount + by) } : said,
  );
}

function changed(known: Discussion, id: string, delivery: Said["delivery"]): Discussion {
  return known.map((said) => (said.id === id ? { ...said, delivery } : said));
}

function parentOf(known: Discussion, id: string): string | null {
  return known.find((said) => said.id === id)?.parentId ?? null;
}
