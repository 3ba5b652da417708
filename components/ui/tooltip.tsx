"use client";

import * as Primitive from "radix-ui/tooltip";
import type { ReactNode } from "react";

/** A word for a picture. It repeats what the control is called; what must be known stands on the page. */
export function Tooltip({ text, children }: { text: ReactNode; children: ReactNode }) {
  return (
    <Primitive.Provider delayDuration={400}>
      <Primitive.Root>
        <Primitive.Trigger asChild>{children}</Primitive.Trigger>
        <Primitive.Portal>
          <Primitive.Content
            sideOffset={6}
            collisionPadding={8}
            className="z-50 max-w-64 animate-fade rounded-control bg-ink px-2.5 py-1 text-13 text-bg shadow-float"
          >
            {text}
          </Primitive.Content>
        </Primitive.Portal>
      </Primitive.Root>
    </Primitive.Provider>
  );
}
