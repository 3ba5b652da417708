import { useEffect } from "react";
import { setAppBadge } from "@/lib/client/app-badge";
import { closeShownNotifications } from "@/lib/client/push/shown";
import { usePulse } from "@/lib/client/pulse";
import { unreadLabel } from "./live-unread";

/** Shows how many notifications are unread in the page's title and icon, and on that of an installed site. */
export function UnreadSigns({ rendered }: { rendered: number }) {
  const count = usePulse("notifications") ?? rendered;
  const isAny = count > 0;
  useEffect(() => (count > 0 ? prefixTitle(`(${unreadLabel(count)}) `) : undefined), [count]);
  useEffect(() => {
    if (!isAny) return;
    let unmark: (() => void) | undefined;
    let isWanted = true;
    import("./mark-icons").then(
      ({ markIcons }) => isWanted && (unmark = markIcons()),
      () => undefined,
    );
    return () => {
      isWanted = false;
      unmark?.();
    };
  }, [isAny]);
  useEffect(() => setAppBadge(count), [count]);
  useEffect(() => {
    if (!isAny) closeShownNotifications().catch(() => undefined);
  }, [isAny]);
  return null;
}

/** Keeps the prefix before the title of whichever page is shown. Returns the function that takes it away. */
function prefixTitle(prefix: string): () => void {
  let own = document.title;
  const show = () => {
    const { title } = document;
    if (title === "" || title === prefix + own) return;
    own = title;
    document.title = prefix + own;
  };
  document.title = prefix + own;
  const observer = new MutationObserver(show);
  observer.observe(document.head, { childList: true, subtree: true, characterData: true });
  return () => {
    observer.disconnect();
    if (document.title === prefix + own) document.title = own;
  };
}
