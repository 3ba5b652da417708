"use client";

import { Ellipsis, Flag, Pin, PinOff, Reply, Trash2 } from "lucide-react";
import { IconButton } from "@/components/ui/icon-button";
import { Menu, MenuItem, MenuSeparator } from "@/components/ui/menu";
import { QUICK_REACTIONS } from "./quick-reactions";

interface MessageMenuProps {
  pinned: boolean;
  mayPin: boolean;
  mayDelete: boolean;
  mayReport: boolean;
  tabIndex: number;
  onReply: () => void;
  onReact: (emoji: string) => void;
  onPin: () => void;
  onDelete: () => void;
  onReport: () => void;
}

/** The menu of a message. */
export function MessageMenu({ pinned, mayPin, mayDelete, mayReport, tabIndex, ...act }: MessageMenuProps) {
  return (
    <Menu
      trigger={
        <IconButton label="More about this message" tabIndex={tabIndex} className="touch-target size-8!">
          <Ellipsis aria-hidden />
        </IconButton>
      }
    >
      <div role="group" aria-label="React" className="grid grid-cols-6">
        {QUICK_REACTIONS.map((emoji) => (
          <MenuItem key={emoji} onSelect={() => act.onReact(emoji)} className="min-h-11 justify-center px-0! text-17">
            {emoji}
          </MenuItem>
        ))}
      </div>
      <MenuSeparator />
      <MenuItem onSelect={act.onReply}>
        <Reply aria-hidden />
        Reply
      </MenuItem>
      {mayPin && (
        <MenuItem onSelect={act.onPin}>
          {pinned ? <PinOff aria-hidden /> : <Pin aria-hidden />}
          {pinned ? "Unpin" : "Pin"}
        </MenuItem>
      )}
      {mayReport && (
        <MenuItem onSelect={act.onReport}>
          <Flag aria-hidden />
          Report
        </MenuItem>
      )}
      {mayDelete && (
        <MenuItem danger onSelect={act.onDelete}>
          <Trash2 aria-hidden />
          Delete
        </MenuItem>
      )}
    </Menu>
  );
}
