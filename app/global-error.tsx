"use client";

import { ReplayEarlyPresses } from "@/components/hydration/replay-early-presses";
import { RenderError, type RenderErrorProps } from "@/components/shell/render-error";
import { fontVariables } from "./fonts";
import "./globals.css";

/** Replaces the root layout when that fails, so it renders a whole document. */
export default function GlobalError(props: RenderErrorProps) {
  return (
    <html lang="en" className={fontVariables}>
      <body>
        <title>Something went wrong</title>
        <main>
          <RenderError {...props} />
        </main>
        <ReplayEarlyPresses />
      </body>
    </html>
  );
}
