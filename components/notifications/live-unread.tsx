import { usePulse } from "@/lib/client/pulse";

export function LiveUnread({ rendered }: { rendered: number }) {
  return <UnreadBadge count={usePulse("notifications") ?? rendered} />;
}

const MAX_SHOWN = 99;

export const unreadLabel = (count: number) => (count > MAX_SHOWN ? `${MAX_SHOWN}+` : String(count));

function UnreadBadge({ count }: { count: number }) {
  if (count === 0) return null;
  return (
    <span className="grid h-5 min-w-5 place-items-center rounded-full bg-brand px-1.5 text-13 leading-none font-semibold text-brand-ink">
      {unreadLabel(count)}
      <span className="sr-only"> unread</span>
    </span>
  );
}
