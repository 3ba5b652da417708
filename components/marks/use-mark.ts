"use client";

import { useEffect, useRef, useSyncExternalStore } from "react";
import { noteDeed } from "@/components/quests/deeds";
import { reportFailure } from "@/components/shell/report-failure";
import { call } from "@/lib/client/call";
import { createMarks, type Mark } from "./marks";

/** One store for the page: a post that stands in two lists is liked in both. */
const marks = createMarks(async (path, on) => {
  const answer = await call<{ likeCount?: number; repostCount?: number }>(on ? "POST" : "DELETE", path);
  if (on && path.endsWith("/like")) noteDeed("like");
  if (on && path.endsWith("/follow")) noteDeed("follow");
  return answer.likeCount ?? answer.repostCount;
}, reportFailure);

/** How a mark stands, and what changes it. `path` takes POST and DELETE; `rendered` is what the server said when it made the page. */
export function useMark(path: string, rendered: Mark): { mark: Mark; toggle: () => void } {
  const first = useRef(rendered);
  useEffect(() => {
    if (first.current.on === rendered.on && first.current.count === rendered.count) return;
    first.current = rendered;
    marks.forget(path);
  }, [path, rendered]);
  const mark =
    useSyncExternalStore(
      marks.subscribe,
      () => marks.read(path),
      () => undefined,
    ) ?? rendered;
  return { mark, toggle: () => void marks.toggle(path, mark) };
}
