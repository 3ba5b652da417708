"use client";

import { Icon } from "@/components/ui/icon";
import { Menu, MenuItem, MenuSeparator } from "@/components/ui/menu";
import { MoreButton } from "@/components/ui/more-button";

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
    <Menu trigger={<MoreButton label="More about this message" tabIndex={tabIndex} />}>
      <div role="group" aria-label="React" className="grid grid-cols-6">
        {QUICK_REACTIONS.map((emoji) => (
          <MenuItem key={emoji} onSelect={() => act.onReact(emoji)} className="min-h-11 justify-center px-0! text-17">
            {emoji}
          </MenuItem>
        ))}
      </div>
      <MenuSeparator />
      <MenuItem onSelect={act.onReply}>
        <Icon name="reply" />
        Reply
      </MenuItem>
      {mayPin && (
        <MenuItem onSelect={act.onPin}>
          <Icon name={pinned ? "pin-off" : "pin"} />
          {pinned ? "Unpin" : "Pin"}
        </MenuItem>
      )}
      {mayReport && (
        <MenuItem onSelect={act.onReport}>
          <Icon name="flag" />
          Report
        </MenuItem>
      )}
      {mayDelete && (
        <MenuItem danger onSelect={act.onDelete}>
          <Icon name="trash" />
          Delete
        </MenuItem>
      )}
    </Menu>
  );
}

/** The reactions that a menu offers. */
const QUICK_REACTIONS = ["👍", "❤️", "😂", "🎉", "😮", "😢"] as const;
