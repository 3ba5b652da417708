import { LinkTabs } from "@/components/ui/link-tabs";
import type { FeedName } from "@/lib/domain/timeline/schema";

export function FeedTabs({ current }: { current: FeedName }) {
  return (
    <div className="px-1 *:-mb-px *:border-b-0 md:px-3">
      <LinkTabs
        label="Feed"
        tabs={[
          { href: "/", label: "For you", current: current === "for-you" },
          { href: "/?feed=everyone", label: "Everyone", current: current === "everyone" },
        ]}
      />
    </div>
  );
}
