"use client";

import { StuckPage } from "@/components/shell/stuck-page";
import { buttonStyle } from "@/components/ui/button-style";
import { fontVariables } from "./fonts";
import "./globals.css";

/** The page that failed, loaded as a whole: none of what is on it works. */
const HERE = "";

/** Replaces the root layout when that fails, so it renders a whole document: of links, which need no hydration. */
export default function GlobalError({ error }: { error: Error & { digest?: string } }) {
  return (
    <html lang="en" className={fontVariables}>
      <body>
        <title>Something went wrong</title>
        <main>
          <StuckPage
            digest={error.digest}
            tryAgain={
              <a href={HERE} className={buttonStyle({ variant: "primary" })}>
                Try again
              </a>
            }
          />
        </main>
      </body>
    </html>
  );
}
