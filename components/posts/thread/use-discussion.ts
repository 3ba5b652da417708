"use client";

import { useEffect, useReducer, useRef, useState } from "react";
import { noteDeed } from "@/components/quests/deeds";
import { reportFailure } from "@/components/shell/report-failure";
import type { Viewer } from "@/components/shell/viewer";
import { call, messageOf } from "@/lib/client/call";
import type { Thread } from "@/lib/domain/timeline/schema";
import { type Comment, discussion, type Said } from "./discussion";

export interface FirstComments {
  threads: readonly Thread[];
  nextCursor: string | null;
  /** A comment that was asked for by its address, with what it answers. */
  branch: readonly Comment[];
}

interface CommentPage<T> {
  data: T[];
  nextCursor: string | null;
}

const flat = (threads: readonly Thread[]): Comment[] =>
  threads.flatMap(({ replies, ...comment }) => [comment, ...replies]);

/** The discussion under a post: what was heard of it so far, and the ways to hear and say more. */
export function useDiscussion(postId: string, first: FirstComments, viewer: Viewer | null) {
  const [known, dispatch] = useReducer(discussion, first, ({ threads, branch }) =>
    discussion([], { type: "heard", comments: [...flat(threads), ...branch] }),
  );
  /** Where each list goes on: the top-level's under its own name, replies under their comment's id. */
  const [cursors, setCursors] = useState<Record<string, string | null>>({ top: first.nextCursor });
  const [loading, setLoading] = useState<string | null>(null);
  const source = `/api/timeline/posts/${postId}`;
  useLinkedComment(source, known, (comments) => dispatch({ type: "heard", comments }));

  async function hear<T extends Comment>(list: string, path: string, flatten: (items: T[]) => Comment[]) {
    setLoading(list);
    try {
      const cursor = cursors[list];
      const page = await call<CommentPage<T>>("GET", cursor ? `${path}&cursor=${encodeURIComponent(cursor)}` : path);
      dispatch({ type: "heard", comments: flatten(page.data) });
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
      const comment = await call<Comment>("POST", `/api/posts/${postId}/comments`, {
        content: draft.content,
        ...(draft.parentId && { parent_id: draft.parentId }),
      });
      dispatch({ type: "arrived", draftId: draft.id, comment });
      noteDeed("comment");
    } catch (error) {
      dispatch({ type: "failed", draftId: draft.id, message: messageOf(error) });
    }
  }

  return {
    known,
    loading,
    more: cursors.top !== null,
    loadMore: () => hear<Thread>("top", `${source}/threads?limit=20`, flat),
    loadReplies: (comment: Said) =>
      hear<Comment>(comment.id, `${source}/comments/${comment.id}/replies?limit=20`, (comments) => comments),
    say(content: string, parentId: string | null) {
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
      });
    },
    sayAgain: ({ delivery: _, ...comment }: Said) => void send(comment),
    withdraw: ({ id }: Said) => dispatch({ type: "withdrawn", draftId: id }),
  };
}

export type UsedDiscussion = ReturnType<typeof useDiscussion>;

/** A link from a notification may name a comment that stands further down than was drawn. */
function useLinkedComment(source: string, known: readonly Said[], hear: (comments: Comment[]) => void) {
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
    // It may be gone; the page then stands as it is.
    call<{ data: Comment[] }>("GET", `${source}/comments/${wanted}`).then(
      ({ data }) => hear(data),
      () => undefined,
    );
    // eslint-disable-next-line react-hooks/exhaustive-deps -- looked at again when more is known
  }, [known.length]);
}
