import type { ReactNode } from "react";
import { ErrorPage } from "./error-page";
import type { Outage } from "./watch-outage";

interface StuckPageProps {
  /** Of the error, as the log has it. */
  digest?: string;
  outage?: Outage;
  tryAgain: ReactNode;
}

/** Not a Link: a full reload leaves the broken state behind. */
const FEED = "/";

/**
 * Without `buttonStyle`, of which every page would load another copy: the root's error page shares no code with others.
 */
export function StuckPage({ digest, outage, tryAgain }: StuckPageProps) {
  return (
    <ErrorPage
      title={outage ? outage.title : "The ball got stuck"}
      actions={
        <>
          {tryAgain}
          <a href={FEED} className="button button-quiet button-normal">
            Go to the feed
          </a>
        </>
      }
    >
      <p role="status">
        {outage ? outage.text : "Something went wrong on our side while loading this page. Trying again often helps."}
      </p>
      {!outage && digest && (
        <p className="mt-2 text-13">
          If you write to us about it, mention <code className="font-mono">{digest}</code>.
        </p>
      )}
    </ErrorPage>
  );
}
