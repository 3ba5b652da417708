import { UnreadSigns } from "@/components/notifications/unread-signs";
import { ShortcutListener } from "@/components/shortcuts/shortcut-listener";
import { OfflineGuard } from "./block-offline";
import { ConnectionNotes } from "./connection-notes";
import { FocusKeeper } from "./keep-focus";
import { WritesPausedNote } from "./writes-paused-note";

export interface PartsProps {
  /** How many notifications of a member are unread; null for a visitor. */
  unread: number | null;
  /** Whether the site is currently read-only; undefined where it never is. */
  writesPaused?: boolean;
}

export default function AfterPageParts({ unread, writesPaused }: PartsProps) {
  const isMember = unread !== null;
  return (
    <>
      <ShortcutListener />
      <OfflineGuard />
      <FocusKeeper />
      {isMember && <ConnectionNotes />}
      {isMember && <UnreadSigns rendered={unread} />}
      {isMember && writesPaused !== undefined && <WritesPausedNote initially={writesPaused} />}
    </>
  );
}
