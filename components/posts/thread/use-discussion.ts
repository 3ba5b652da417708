import { useEffect, useReducer, useRef, useState } from "react";
import { noteUserAction } from "@/components/quests/user-actions";
import { reportFailure } from "@/components/shell/report-failure";
import type { Viewer } from "@/components/shell/viewer-context";
import { formFailure } from "@/components/ui/failure-note";
import { labelOf } from "@/components/outbox/label";
import { call } from "@/lib/client/call";
import { submit } from "@/lib/client/outbox/submit";
import { TakenBack } from "@/lib/client/outbox/taken-back";
import type { Thread } from "@/lib/domain/writing/comments/schema";
import { countComment } from "@/components/posts/comment-counts";
import { type Comment, discussion, type ThreadComment } from "./discussion";

export interface FirstComments {
  threads: readonly Thread[];
  nextCursor: string | null;
  /** The comment that the URL names, with its ancestors. */
  branch: readonly Comment[];
}

interface CommentPage<T> {
  data: T[];
  nextCursor: string | null;
}

const REPLIES_A_PAGE = 20;

const flat = (threads: readonly Thread[]): Comment[] =>
  threads.flatMap(({ replies, ...comment }) => [comment, ...replies]);

export function useDiscussion(
  { id: postId, comments: rendered }: { id: string; comments: number },
  first: FirstComments,
  viewer: Viewer | null,
) {
  const [known, dispatch] = useReducer(discussion, first, ({ threads, branch }) =>
    discussion([], { type: "loaded", comments: [...flat(threads), ...branch] }),
  );
  /** The cursor of each list: `top` for top-level comments, a comment's id for its replies. */
  const [cursors, setCursors] = useState<Record<string, string | null>>({ top: first.nextCursor });
  const [loading, setLoading] = useState<string | null>(null);
  useLinkedComment(postId, known, (comments) => dispatch({ type: "loaded", comments }));

  async function load<T extends Comment>(
    list: string,
    read: (page: { cursor?: string; limit: number }) => Promise<CommentPage<T>>,
    flatten: (items: T[]) => Comment[],
  ) {
    setLoading(list);
    try {
      const page = await read({ cursor: cursors[list] ?? undefined, limit: REPLIES_A_PAGE });
      dispatch({ type: "loaded", comments: flatten(page.data) });
      setCursors((before) => ({ ...before, [list]: page.nextCursor }));
    } catch (error) {
      reportFailure(error);
    } finally {
      setLoading(null);
    }
  }

  async function send(draft: Comment) {
    dispatch({ type: "writing", comment: draft });
    try {
      const submitted = await submit(
        "POST /api/posts/{id}/comments",
        { id: postId, content: draft.content, ...(draft.parentId && { parent_id: draft.parentId }) },
        // The same key, so that sending it again creates no second comment.
        { label: labelOf("comment", draft.content), key: draft.id },
      );
      if (submitted.phase === "waiting") dispatch({ type: "waiting", draftId: draft.id });
      const comment = submitted.phase === "waiting" ? await submitted.sent : submitted.output;
      dispatch({ type: "arrived", draftId: draft.id, comment });
      countComment(postId, rendered, 1);
      noteUserAction("comment");
    } catch (error) {
      if (error instanceof TakenBack) return dispatch({ type: "takenBack", draftId: draft.id });
      dispatch({ type: "failed", draftId: draft.id, failure: formFailure(error) });
    }
  }

  return {
    known,
    loading,
    more: cursors.top !== null,
    loadMore: () => load("top", (page) => call("GET /api/timeline/posts/{id}/threads", { id: postId, ...page }), flat),
    loadReplies: (comment: ThreadComment) =>
      load(
        comment.id,
        (page) =>
          call("GET /api/timeline/posts/{id}/comments/{commentId}/replies", {
            id: postId,
            commentId: comment.id,
            ...page,
          }),
        (comments) => comments,
      ),
    post(content: string, parentId: string | null) {
      if (!viewer) return;
      const { id, name, handle, image } = viewer;
      const now = new Date().toISOString();
      void send({
        id: `draft-${crypto.randomUUID()}`,
        content,
        createdAt: now,
        author: { id, name, handle, image },
        parentId,
        replyCount: 0,
        editedAt: null,
        deleted: false,
      });
    },
    retry: ({ delivery: _, ...comment }: ThreadComment) => void send(comment),
    /** @throws CallError when it was not saved */
    async edit({ id }: ThreadComment, content: string) {
      dispatch({ type: "edited", comment: await call("PATCH /api/comments/{id}", { id, content }) });
    },
    /** @throws CallError when it was not deleted */
    async remove({ id }: ThreadComment) {
      await call("DELETE /api/comments/{id}", { id });
      dispatch({ type: "removed", id });
      countComment(postId, rendered, -1);
    },
    discard: ({ id }: ThreadComment) => dispatch({ type: "discarded", draftId: id }),
  };
}

export type DiscussionState = ReturnType<typeof useDiscussion>;

/** A link may point to a comment that is not on the first page. */
function useLinkedComment(postId: string, known: readonly ThreadComment[], onLoaded: (comments: Comment[]) => void) {
  const asked = useRef(false);
  useEffect(() => {
    const wanted = decodeURIComponent(location.hash.slice(1));
    if (!wanted.startsWith("cmt_")) return;
    const found = document.getElementById(wanted);
    if (found) {
      if (asked.current) found.scrollIntoView({ block: "center" });
      asked.current = false;
      return;
    }
    if (asked.current) return;
    asked.current = true;
    // It may have been deleted.
    call("GET /api/timeline/posts/{id}/comments/{commentId}", { id: postId, commentId: wanted }).then(
      ({ data }) => onLoaded(data),
      () => undefined,
    );
    // oxlint-disable-next-line react/exhaustive-deps -- runs again when more is loaded
  }, [known.length]);
}
