import { Icon } from "@/components/ui/icon";
import { useRouter } from "next/navigation";
import { useEffect, useRef, useState, useTransition } from "react";
import { call } from "@/lib/client/call";
import { MAX_NEWER } from "@/lib/domain/writing/posts/rules";
import type { FeedName } from "@/lib/domain/writing/posts/schema";

/** The minimum time between checks, which run when the viewer returns to the tab or to the top. */
const AT_MOST_EVERY_MS = 60_000;

export default function NewerPosts({ feed, after }: { feed: FeedName; after: string }) {
  const router = useRouter();
  const [known, setKnown] = useState({ after, count: 0 });
  const [refreshing, startTransition] = useTransition();
  const count = known.after === after ? known.count : 0;
  useLookUps(feed, after, (found) => setKnown({ after, count: found }));

  if (count === 0) return null;
  return (
    <div className="pointer-events-none sticky top-16 z-20 h-0 border-0!">
      <button
        type="button"
        aria-busy={refreshing}
        onClick={() =>
          startTransition(() => {
            router.refresh();
            scrollTo({ top: 0 });
          })
        }
        className="pointer-events-auto mx-auto mt-3 flex h-9 animate-enter-up items-center gap-1.5 rounded-full bg-brand px-4 text-13 font-semibold text-brand-ink shadow-float key pointer-coarse:h-11"
      >
        <Icon name="arrow-up" className="size-4" />
        <span role="status">
          {count === MAX_NEWER
            ? `More than ${MAX_NEWER - 1} new posts`
            : count === 1
              ? "1 new post"
              : `${count} new posts`}
        </span>
      </button>
    </div>
  );
}

function useLookUps(feed: FeedName, after: string, found: (count: number) => void) {
  const answer = useRef(found);
  useEffect(() => void (answer.current = found));

  useEffect(() => {
    let askedAt = Date.now();
    let wasAway = false;
    function lookUp() {
      if (document.hidden || Date.now() - askedAt < AT_MOST_EVERY_MS) return;
      askedAt = Date.now();
      // A failure is ignored: the next check will do.
      call("GET /api/timeline/newer", { feed, after }).then(
        ({ count }) => answer.current(count),
        () => undefined,
      );
    }
    function onScroll() {
      if (scrollY > innerHeight) wasAway = true;
      else if (scrollY === 0 && wasAway) {
        wasAway = false;
        lookUp();
      }
    }
    document.addEventListener("visibilitychange", lookUp);
    addEventListener("scroll", onScroll, { passive: true });
    return () => {
      document.removeEventListener("visibilitychange", lookUp);
      removeEventListener("scroll", onScroll);
    };
  }, [feed, after]);
}
