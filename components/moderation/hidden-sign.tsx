import { EyeOff } from "lucide-react";
import Link from "next/link";

/** Beside what moderators hid, which only its author sees: leads to the decision and the way to appeal. */
export function HiddenSign() {
  return (
    <Link
      href="/settings/moderation"
      prefetch={false}
      className="relative flex shrink-0 items-center gap-1 rounded-full bg-hover px-1.5 text-13 text-muted hover:underline"
    >
      <EyeOff aria-hidden className="size-3.5" />
      Hidden
      <span className="sr-only"> by moderators</span>
    </Link>
  );
}
