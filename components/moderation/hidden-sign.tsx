import { Icon } from "@/components/ui/icon";
import Link from "next/link";

/** A badge on content that moderators hid, which only its author sees. Links to the decision and the appeal. */
export function HiddenSign() {
  return (
    <Link
      href="/settings/moderation"
      prefetch={false}
      className="relative flex shrink-0 items-center gap-1 rounded-full bg-hover px-1.5 text-13 text-muted hover:underline"
    >
      <Icon name="eye-off" className="size-3.5" />
      Hidden
      <span className="sr-only"> by moderators</span>
    </Link>
  );
}
