"use client";

import { Broken, type BrokenProps } from "@/components/shell/broken";
import { fontVariables } from "./fonts";
import "./globals.css";

/** Stands in for the root layout when that has failed, so it brings a whole page. */
export default function GlobalError(props: BrokenProps) {
  return (
    <html lang="en" className={fontVariables}>
      <body>
        <title>Something broke · Pegboard</title>
        <main>
          <Broken {...props} />
        </main>
      </body>
    </html>
  );
}
