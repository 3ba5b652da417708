"use client";

import { removedPosts } from "@/components/posts/edited-posts";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { call } from "@/lib/client/call";
import { MenuItem } from "@/components/ui/menu";
import { useDone } from "@/components/shell/use-done";

/** The acts that hide a person. */
export type Hiding = "block" | "mute";

interface HideDialogProps {
  person: { id: string; handle: string };
  /** Null while it is closed. */
  hiding: Hiding | null;
  onClose: () => void;
  /** Called once the person is hidden, before the page is reloaded. */
  onHidden?: (hiding: Hiding) => void;
}

/** Asks for confirmation before blocking or muting a person, and explains the effect. */
export function HideDialog({ person: { id, handle }, hiding, onClose, onHidden }: HideDialogProps) {
  const done = useDone();

  async function hide(how: Hiding) {
    if (how === "block") await call("POST /api/users/{handle}/block", { handle });
    else await call("POST /api/users/{handle}/mute", { handle });
    removedPosts.remove(id);
    onHidden?.(how);
    done(how === "block" ? `You blocked @${handle}.` : `You muted @${handle}.`);
  }

  const onOpenChange = (open: boolean) => !open && onClose();
  return (
    <>
      <ConfirmDialog
        title={`Block @${handle}?`}
        action="Block"
        danger
        open={hiding === "block"}
        onOpenChange={onOpenChange}
        onConfirm={() => hide("block")}
      >
        Neither of you will see the other’s profile, posts and comments any more. You stop following each other, and
        open duels between you end. We won’t tell them. You can unblock them in your settings.
      </ConfirmDialog>
      <ConfirmDialog
        title={`Mute @${handle}?`}
        action="Mute"
        open={hiding === "mute"}
        onOpenChange={onOpenChange}
        onConfirm={() => hide("mute")}
      >
        Their posts leave your feeds and searches, and you get no notifications from them. Their profile stays open to
        you. We won’t tell them.
      </ConfirmDialog>
    </>
  );
}

interface HideItemsProps {
  handle: string;
  muted?: boolean;
  onSelect: (hiding: Hiding) => void;
}

/** Menu items that hide a person. The menu's owner renders the HideDialog. */
export function HideItems({ handle, muted = false, onSelect }: HideItemsProps) {
  return (
    <>
      {!muted && <MenuItem icon="volume-x" label={`Mute @${handle}`} onSelect={() => onSelect("mute")} />}
      <MenuItem icon="ban" label={`Block @${handle}`} danger onSelect={() => onSelect("block")} />
    </>
  );
}
