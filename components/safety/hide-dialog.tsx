import { useState } from "react";
import { removedPosts } from "@/components/posts/edited-posts";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { call } from "@/lib/client/call";
import { MenuItem } from "@/components/ui/menu";
import { useDone } from "@/components/shell/use-done";

export type Hiding = "block" | "mute";

interface HideDialogProps {
  person: { id: string; handle: string };
  /** Null while it is closed. */
  hiding: Hiding | null;
  onClose: () => void;
  /** Called once the person is hidden, before the page is reloaded. */
  onHidden?: (hiding: Hiding) => void;
}

const HIDING = {
  block: {
    action: "Block",
    text:
      "Neither of you will see the other’s profile, posts and comments any more. You stop following " +
      "each other, and open duels between you end. We won’t tell them. You can unblock them in your settings.",
    done: "You blocked",
  },
  mute: {
    action: "Mute",
    text:
      "Their posts leave your feeds and searches, and you get no notifications from them. " +
      "Their profile stays open to you. We won’t tell them.",
    done: "You muted",
  },
} as const;

export function HideDialog({ person: { id, handle }, hiding, onClose, onHidden }: HideDialogProps) {
  const done = useDone();
  // Keeps its words while it closes.
  const [last, setLast] = useState<Hiding>("block");
  if (hiding && hiding !== last) setLast(hiding);
  const how = hiding ?? last;
  const { action, text } = HIDING[how];

  async function hide() {
    await call(`POST /api/users/{handle}/${how}`, { handle });
    removedPosts.remove(id);
    onHidden?.(how);
    done(`${HIDING[how].done} @${handle}.`);
  }

  return (
    <ConfirmDialog
      title={`${action} @${handle}?`}
      action={action}
      danger={how === "block"}
      open={hiding !== null}
      onOpenChange={(open) => !open && onClose()}
      onConfirm={hide}
    >
      {text}
    </ConfirmDialog>
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
