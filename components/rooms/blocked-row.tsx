import { Icon } from "@/components/ui/icon";

/** Replaces messages of people whom the viewer has blocked. */
export const BLOCKED_TEXT = "Message from somebody you blocked";

/** A blocked person's message, hidden until the viewer chooses to see it. */
export function BlockedRow({ onShow, tabIndex }: { onShow: () => void; tabIndex: number }) {
  return (
    <p className="flex items-center gap-3 px-4 py-1 text-13 text-muted md:px-6">
      <span className="grid w-8 shrink-0 place-items-center">
        <Icon name="ban" className="size-4" />
      </span>
      <span className="min-w-0 truncate">{BLOCKED_TEXT}</span>
      <button type="button" tabIndex={tabIndex} onClick={onShow} className="touch-target shrink-0 link">
        Show<span className="sr-only"> the message</span>
      </button>
    </p>
  );
}
