"use client";

import { Button } from "@/components/ui/button";
import { buttonStyle } from "@/components/ui/button-style";
import { ErrorPage } from "./error-page";

export interface RenderErrorProps {
  error: Error & { digest?: string };
  /** Asks the server again. `reset` would only render what it answered once more. */
  retry: () => void;
}

/** Not a Link: a full reload leaves the broken state behind. */
const FEED = "/";

export function RenderError({ error, retry }: RenderErrorProps) {
  return (
    <ErrorPage
      title="The ball got stuck"
      actions={
        <>
          <Button variant="primary" onClick={retry}>
            Try again
          </Button>
          <a href={FEED} className={buttonStyle({})}>
            Go to the feed
          </a>
        </>
      }
    >
      <p>Something went wrong on our side while loading this page. Trying again often helps.</p>
      {error.digest && (
        <p className="mt-2 text-13">
          If you write to us about it, mention <code className="font-mono">{error.digest}</code>.
        </p>
      )}
    </ErrorPage>
  );
}
