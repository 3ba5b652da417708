"use client";

import { StuckPage } from "@/components/shell/stuck-page";
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
              <a href={HERE} className="button button-primary button-normal">
                Try again
              </a>
            }
          />
        </main>
      </body>
    </html>
  );
}
