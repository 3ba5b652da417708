import { useEffect, useState } from "react";
import { call } from "@/lib/client/call";
import type { PostCounts, TimelinePost } from "@/lib/domain/writing/posts/schema";

/** How often an open post that is in view asks for its counts. */
const PERIOD_MS = 15_000;

/** An open post with the counts of a moment ago. They stay as they are while the tab is hidden, or nothing answers. */
export function useLiveCounts(post: TimelinePost): TimelinePost {
  const [known, setKnown] = useState<{ of: TimelinePost; counts: PostCounts }>();

  useEffect(() => {
    const refresh = () => {
      if (document.visibilityState !== "visible") return;
      call("GET /api/timeline/posts/{id}/counts", { id: post.id }).then(
        (counts) => setKnown({ of: post, counts }),
        () => undefined,
      );
    };
    const timer = setInterval(refresh, PERIOD_MS);
    document.addEventListener("visibilitychange", refresh);
    return () => {
      clearInterval(timer);
      document.removeEventListener("visibilitychange", refresh);
    };
  }, [post]);

  return known?.of === post ? { ...post, ...known.counts } : post;
}
