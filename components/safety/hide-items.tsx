"use client";

import { Icon } from "@/components/ui/icon";
import { MenuItem } from "@/components/ui/menu";
import type { Hiding } from "./hide-dialog";

interface HideItemsProps {
  handle: string;
  muted?: boolean;
  onSelect: (hiding: Hiding) => void;
}

/** Menu items that hide a person. The menu's owner renders the HideDialog. */
export function HideItems({ handle, muted = false, onSelect }: HideItemsProps) {
  return (
    <>
      {!muted && (
        <MenuItem onSelect={() => onSelect("mute")}>
          <Icon name="volume-x" />
          Mute @{handle}
        </MenuItem>
      )}
      <MenuItem danger onSelect={() => onSelect("block")}>
        <Icon name="ban" />
        Block @{handle}
      </MenuItem>
    </>
  );
}
