import type { FormFailure } from "@/components/ui/field";
import type { Comment as CreatedComment, TimelineComment } from "@/lib/domain/writing/comments/schema";

/** A comment. One that the viewer has just written has no mentions yet. */
export type Comment = CreatedComment & Partial<Pick<TimelineComment, "mentions" | "hidden">>;

/** A comment on the page. One of the viewer's own may still be in flight. */
export type ThreadComment = Comment & {
  delivery: { phase: "sent" } | { phase: "sending" | "waiting" } | { phase: "failed"; failure: FormFailure };
};

/** Every loaded comment, in no particular order: parents and times decide where each is shown. */
export type Discussion = readonly ThreadComment[];

type DiscussionEvent =
  | { type: "loaded"; comments: readonly Comment[] }
  | { type: "writing"; comment: Comment }
  | { type: "arrived"; draftId: string; comment: Comment }
  | { type: "failed"; draftId: string; failure: FormFailure }
  | { type: "discarded" | "takenBack" | "waiting"; draftId: string }
  | { type: "edited"; comment: Comment }
  | { type: "removed"; id: string };

export function discussion(known: Discussion, event: DiscussionEvent): Discussion {
  switch (event.type) {
    case "loaded":
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
        failure: event.failure,
      });
    case "waiting":
      return changed(known, event.draftId, { phase: "waiting" });
    case "takenBack":
      return counted(known, parentOf(known, event.draftId), -1).filter(({ id }) => id !== event.draftId);
    case "discarded":
      return known.filter(({ id }) => id !== event.draftId);
    case "edited":
      // Its mentions are known once the server renders it again.
      return known.map((comment) =>
        comment.id === event.comment.id ? { ...comment, ...event.comment, mentions: undefined } : comment,
      );
    case "removed":
      return removed(known, event.id);
  }
}

/** The replies to a comment, oldest first; with null, the top-level comments, newest first. */
export function repliesTo(known: Discussion, parentId: string | null): ThreadComment[] {
  const direction = parentId === null ? -1 : 1;
  return known
    .filter((comment) => comment.parentId === parentId)
    .sort((a, b) => direction * (a.createdAt < b.createdAt || (a.createdAt === b.createdAt && a.id < b.id) ? -1 : 1));
}

export function hiddenReplies(known: Discussion, comment: ThreadComment): number {
  const shown = known.filter(({ parentId, delivery }) => parentId === comment.id && delivery.phase !== "failed").length;
  return Math.max(0, comment.replyCount - shown);
}

function joined(known: Discussion, loaded: readonly ThreadComment[]): Discussion {
  const newer = new Map(loaded.map((comment) => [comment.id, comment]));
  return [...known.filter(({ id }) => !newer.has(id)), ...newer.values()];
}

function counted(known: Discussion, parentId: string | null, by: number): Discussion {
  return known.map((comment) =>
    comment.id === parentId ? { ...comment, replyCount: Math.max(0, comment.replyCount + by) } : comment,
  );
}

/** One with replies keeps its place; one without disappears, along with a deleted parent that has no other reply. */
function removed(known: Discussion, id: string): Discussion {
  const comment = known.find((comment) => comment.id === id);
  if (!comment) return known;
  if (comment.replyCount > 0)
    return known.map((comment) => (comment.id === id ? { ...comment, deleted: true } : comment));
  const left = counted(
    known.filter((comment) => comment.id !== id),
    comment.parentId,
    -1,
  );
  const parent = left.find(({ id: leftId }) => leftId === comment.parentId);
  return parent?.deleted && parent.replyCount === 0 ? removed(left, parent.id) : left;
}

function changed(known: Discussion, id: string, delivery: ThreadComment["delivery"]): Discussion {
  return known.map((comment) => (comment.id === id ? { ...comment, delivery } : comment));
}

function parentOf(known: Discussion, id: string): string | null {
  return known.find((comment) => comment.id === id)?.parentId ?? null;
}
