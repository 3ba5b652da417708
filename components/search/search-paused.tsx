import { Hourglass } from "lucide-react";
import { EmptyState } from "@/components/ui/empty-state";

/** In place of results, when there were too many searches from one network or from everybody. */
export function SearchPaused({ retryAfter }: { retryAfter: number }) {
  return (
    <EmptyState icon={<Hourglass />} title="Too many searches">
      Searching is paused for a moment. Try again in {retryAfter === 1 ? "a second" : `${retryAfter} seconds`}.
    </EmptyState>
  );
}
