"use client";

import { type DragEvent, useState } from "react";

/** Accepts files dropped onto an element; `over` while they are dragged above it. */
export function usePictureDrop(add: (files: Iterable<File>) => void) {
  const [over, setOver] = useState(false);
  const carriesFiles = (event: DragEvent) => event.dataTransfer.types.includes("Files");
  return {
    over,
    handlers: {
      onDragOver(event: DragEvent) {
        if (!carriesFiles(event)) return;
        event.preventDefault();
        setOver(true);
      },
      onDragLeave(event: DragEvent) {
        if (!event.currentTarget.contains(event.relatedTarget as Node | null)) setOver(false);
      },
      onDrop(event: DragEvent) {
        if (!carriesFiles(event)) return;
        event.preventDefault();
        setOver(false);
        add(event.dataTransfer.files);
      },
    },
  };
}
