"use client";

import { Ban, VolumeX } from "lucide-react";
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
          <VolumeX aria-hidden />
          Mute @{handle}
        </MenuItem>
      )}
      <MenuItem danger onSelect={() => onSelect("block")}>
        <Ban aria-hidden />
        Block @{handle}
      </MenuItem>
    </>
  );
}
