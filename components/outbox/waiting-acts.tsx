import { useId, useState } from "react";
import { useStore } from "zustand/react";
import { Button } from "@/components/ui/button";
import { Icon } from "@/components/ui/icon";
import { RelativeTime } from "@/components/ui/relative-time";
import type { StoredAct } from "@/lib/client/outbox/acts";
import type { Outbox } from "@/lib/client/outbox/outbox";

/** Says what waits in this browser or could not be sent, and opens a list of it. Floats: the layout stays. */
export function WaitingActs({ outbox }: { outbox: Outbox }) {
  const { acts, blocked } = useStore(outbox.store);
  const [isOpen, setOpen] = useState(false);
  const listId = useId();
  const failed = acts.filter(({ failure }) => failure !== null).length;
  const waiting = acts.length - failed;
  const isShown = acts.length > 0;
  return (
    <div className={isShown ? CARD : undefined}>
      {isShown && isOpen && (
        <div id={listId} role="region" aria-label="Not sent yet" className="max-h-[50dvh] overflow-y-auto px-4 pt-3">
          <p className="text-13 text-muted">
            {blocked ??
              "These go out by themselves, in this order, once you’re connected, even if you close this page."}
          </p>
          <ul className="divide-y divide-line">
            {acts.map((act) => (
              <Waiting key={act.id} act={act} outbox={outbox} />
            ))}
          </ul>
        </div>
      )}
      <div className={isShown ? "flex items-center gap-2.5 px-4 py-2" : undefined}>
        {isShown && (
          <Icon
            name={waiting > 0 ? "hourglass" : "circle-exclamation-point"}
            className={waiting > 0 ? "size-5 shrink-0 text-brand" : "size-5 shrink-0 text-bad"}
          />
        )}
        {/* The live region must exist before its message to be announced. */}
        <p role="status">{isShown && summaryOf({ waiting, failed, isBlocked: blocked !== null })}</p>
        {isShown && (
          <Button
            size="small"
            variant="bare"
            aria-expanded={isOpen}
            aria-controls={isOpen ? listId : undefined}
            onClick={() => setOpen(!isOpen)}
            className="ml-auto"
          >
            {isOpen ? "Close" : "See"}
            <span className="sr-only"> what was not sent</span>
          </Button>
        )}
      </div>
    </div>
  );
}

const CARD =
  "fixed inset-x-4 bottom-[calc(4.5rem+env(safe-area-inset-bottom))] z-30 animate-enter-up rounded-card border border-line bg-surface text-15 shadow-float md:right-auto md:bottom-6 md:left-6 md:w-92";

const countThings = (count: number) => (count === 1 ? "1 thing" : `${count} things`);

function summaryOf({ waiting, failed, isBlocked }: { waiting: number; failed: number; isBlocked: boolean }): string {
  if (waiting === 0) return `${countThings(failed)} could not be sent.`;
  const verb = waiting === 1 ? "waits" : "wait";
  return `${countThings(waiting)} ${verb} ${isBlocked ? "until you sign in" : "for a connection"}.`;
}

function Waiting({ act, outbox }: { act: StoredAct; outbox: Outbox }) {
  const { label, at, sentAt, failure } = act;
  return (
    <li className="flex items-start gap-2 py-2.5">
      <div className="min-w-0 grow">
        <p dir="auto" className="wrap-anywhere">
          {label}
        </p>
        <p className={failure === null ? "text-13 text-muted" : "text-13 text-bad"}>
          <RelativeTime at={new Date(at).toISOString()} />
          {failure !== null ? `. ${failure}` : sentAt !== null && ", may have reached us"}
        </p>
      </div>
      {failure !== null && (
        <Button size="small" onClick={() => void outbox.sendAgain(act)}>
          Send again
        </Button>
      )}
      <Button size="small" variant="bare" onClick={() => void outbox.takeBack(act)}>
        {failure === null ? "Take back" : "Discard"}
      </Button>
    </li>
  );
}
