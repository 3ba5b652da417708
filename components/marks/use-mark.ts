import { useEffect, useRef } from "react";
import { useStore } from "zustand/react";
import { noteUserAction } from "@/components/quests/user-actions";
import { reportFailure } from "@/components/shell/report-failure";
import { submit } from "@/lib/client/outbox/submit";
import type { InputOf, OutputOf, Route } from "@/lib/client/routes";
import { createMarks, keyOf, type Mark } from "./marks";

type MarkName = "like" | "repost" | "bookmark" | "follow";
type MarkPath = { [R in Route]: R extends `POST ${infer Path extends `${string}/${MarkName}`}` ? Path : never }[Route];

/** A path that takes POST and DELETE, with its parameters. */
export type MarkTarget = { [P in MarkPath]: { path: P; params: InputOf<`POST ${P}`> } }[MarkPath];

/** One store for the page: a post that appears in two lists is liked in both. */
const marks = createMarks<MarkTarget>(async ({ path, params }, on) => {
  // TypeScript cannot tell that path and parameters belong together.
  const submitted = await submit(`${on ? "POST" : "DELETE"} ${path}`, params as never, { label: labelOf(path, on) });
  if (submitted.phase === "waiting") {
    // Shown as done until the server refuses it.
    submitted.sent.catch(() => marks.forget({ path, params } as MarkTarget));
    return undefined;
  }
  const answer: object = submitted.output;
  if (on && path.endsWith("/like")) noteUserAction("like");
  if (on && path === "/api/users/{handle}/follow") noteUserAction("follow");
  const { likeCount, repostCount }: Counts = answer;
  return likeCount ?? repostCount;
}, reportFailure);

const LABELS: Record<MarkName, [on: string, off: string]> = {
  like: ["Your like", "Taking a like back"],
  repost: ["Your repost", "Taking a repost back"],
  bookmark: ["A bookmark", "Removing a bookmark"],
  follow: ["Following somebody", "Unfollowing somebody"],
};

function labelOf(path: MarkPath, on: boolean): string {
  const [made, undone] = LABELS[path.slice(path.lastIndexOf("/") + 1) as MarkName];
  return on ? made : undone;
}

type Counts = Partial<OutputOf<"POST /api/posts/{id}/like"> & OutputOf<"POST /api/posts/{id}/repost">>;

/** A mark's state, and how to toggle it. `rendered` is the state with which the server rendered the page. */
export function useMark(target: MarkTarget, rendered: Mark): { mark: Mark; toggle: () => void } {
  const key = keyOf(target);
  const first = useRef(rendered);
  useEffect(() => {
    if (first.current.on === rendered.on && first.current.count === rendered.count) return;
    first.current = rendered;
    marks.forget(JSON.parse(key) as MarkTarget);
  }, [key, rendered]);
  const mark = useStore(marks.store, (shown) => shown[key]) ?? rendered;
  return { mark, toggle: () => void marks.toggle(target, mark) };
}
