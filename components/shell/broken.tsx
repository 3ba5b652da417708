"use client";

import { Button } from "@/components/ui/button";
import { buttonStyle } from "@/components/ui/button-style";
import { Stranded } from "./stranded";

export interface BrokenProps {
  error: Error & { digest?: string };
  reset: () => void;
}

/** Loaded anew, and so no Link: nothing of what broke goes along. */
const FEED = "/";

export function Broken({ error, reset }: BrokenProps) {
  return (
    <Stranded
      title="The ball got stuck"
      actions={
        <>
          <Button variant="primary" onClick={reset}>
            Try again
          </Button>
          <a href={FEED} className={buttonStyle({})}>
            To the feed
          </a>
        </>
      }
    >
      <p>Something broke on our side while making this page. Trying again often helps.</p>
      {error.digest && (
        <p className="mt-2 text-13">
          If you write to us about it, name <code className="font-mono">{error.digest}</code>.
        </p>
      )}
    </Stranded>
  );
}
