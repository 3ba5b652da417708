import { VisuallyHidden } from "@/components/ui/visually-hidden";

const MOST_SHOWN = 99;

export function UnreadBadge({ count }: { count: number }) {
  if (count === 0) return null;
  return (
    <span className="grid h-5 min-w-5 place-items-center rounded-full bg-brand px-1.5 text-13 leading-none font-semibold text-brand-ink">
      {count > MOST_SHOWN ? `${MOST_SHOWN}+` : count}
      <VisuallyHidden> unread</VisuallyHidden>
    </span>
  );
}
