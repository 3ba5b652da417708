import { ShortcutListener } from "@/components/shortcuts/shortcut-listener";
import { OfflineGuard } from "./block-offline";
import { ConnectionNotes } from "./connection-notes";
import { FocusKeeper } from "./keep-focus";
import { WritesPausedNote } from "./writes-paused-note";

export interface PartsProps {
  isMember: boolean;
  /** Whether the site is currently read-only; undefined where it never is. */
  writesPaused?: boolean;
}

export default function AfterPageParts({ isMember, writesPaused }: PartsProps) {
  return (
    <>
      <ShortcutListener />
      <OfflineGuard />
      <FocusKeeper />
      {isMember && <ConnectionNotes />}
      {isMember && writesPaused !== undefined && <WritesPausedNote initially={writesPaused} />}
    </>
  );
}
