import { SharedBalance } from "@/components/coins/shared-balance";
import { UnreadSigns } from "@/components/notifications/unread-signs";
import { ShortcutListener } from "@/components/shortcuts/shortcut-listener";
import { Toaster } from "@/components/ui/toast";
import { PulseConnection } from "@/lib/client/pulse-connection";
import { OfflineGuard } from "./block-offline";
import { ConnectionNotes } from "./connection-notes";
import { FocusKeeper } from "./keep-focus";
import type { Viewer } from "./viewer-context";
import { WritesPausedNote } from "./writes-paused-note";

export interface PartsProps {
  viewer: Viewer | null;
  /** Whether the site is currently read-only; undefined where it never is. */
  writesPaused?: boolean;
}

export default function AfterPageParts({ viewer, writesPaused }: PartsProps) {
  return (
    <>
      <Toaster />
      <ShortcutListener />
      <OfflineGuard />
      <FocusKeeper />
      {viewer && <PulseConnection account={viewer.id} />}
      {viewer && <SharedBalance account={viewer.id} />}
      {viewer && <ConnectionNotes />}
      {viewer && <UnreadSigns rendered={viewer.unread} />}
      {viewer && writesPaused !== undefined && <WritesPausedNote initially={writesPaused} />}
    </>
  );
}
