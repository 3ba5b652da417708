import { type ReactNode, useEffect, useId, useState } from "react";
import { useAction } from "@/components/shell/use-action";
import { Button } from "@/components/ui/button";
import { CopyButton } from "@/components/ui/copy-button";
import { ErrorNote } from "@/components/ui/error-note";
import { Icon } from "@/components/ui/icon";
import { formatNumber } from "@/components/ui/number";
import { ExactTime } from "@/components/ui/relative-time";
import { Skeleton } from "@/components/ui/skeleton";
import { call } from "@/lib/client/call";
import { messageOf } from "@/lib/client/call-error";
import { MAX_RESPONSE_BYTES } from "@/lib/domain/consequences/webhooks/rules";
import type { Delivery, DeliveryDetails as Details } from "@/lib/domain/consequences/webhooks/schema";

export interface DeliveryProps {
  endpoint: { id: string; enabled: boolean };
  /** The delivery as listed; when it changes, the details are reloaded. */
  delivery: Delivery;
  onChange: (delivery: Delivery) => void;
}

type Reading = { phase: "reading" } | { phase: "read"; details: Details } | { phase: "failed"; message: string };

export function DeliveryDetails({ endpoint, delivery, onChange }: DeliveryProps) {
  const [reading, setReading] = useState<Reading>({ phase: "reading" });
  const [tries, setTries] = useState(0);
  const { id, status, attempts, nextAttemptAt } = delivery;
  const version = `${status} ${attempts}`;

  useEffect(() => {
    let current = true;
    call("GET /api/developer/webhooks/{id}/deliveries/{deliveryId}", {
      id: endpoint.id,
      deliveryId: id,
    }).then(
      (details) => current && setReading({ phase: "read", details }),
      (error: unknown) =>
        current && setReading((was) => (was.phase === "read" ? was : { phase: "failed", message: messageOf(error) })),
    );
    return () => {
      current = false;
    };
  }, [endpoint.id, id, version, tries]);

  if (reading.phase === "reading") return <Loading />;
  if (reading.phase === "failed") {
    return (
      <div className="grid justify-items-start gap-3">
        <ErrorNote>{reading.message}</ErrorNote>
        <Button size="small" onClick={() => setTries(tries + 1)}>
          Try again
        </Button>
      </div>
    );
  }
  const { details } = reading;
  return (
    <div className="grid gap-6">
      <AttemptList attempts={details.attemptLog} total={details.attempts} nextAttemptAt={nextAttemptAt} />
      <div className="grid gap-6 wide:grid-cols-2">
        <DeliveryRequest headers={details.requestHeaders} body={details.requestBody} />
        <DeliveryAnswer delivery={details} />
      </div>
      <Redeliver endpoint={endpoint} delivery={delivery} onChange={onChange} />
    </div>
  );
}

function Loading() {
  return (
    <div role="status" className="grid gap-6">
      <span className="sr-only">Loading the delivery</span>
      <Skeleton className="h-14" />
      <div className="grid gap-6 wide:grid-cols-2">
        <Skeleton className="h-52" />
        <Skeleton className="h-52" />
      </div>
      <Skeleton className="h-8 w-32" />
    </div>
  );
}

interface AttemptListProps {
  /** Oldest first; only the latest are kept. */
  attempts: Details["attemptLog"];
  total: number;
  nextAttemptAt: string | null;
}

function AttemptList({ attempts, total, nextAttemptAt }: AttemptListProps) {
  const forgotten = total - attempts.length;
  return (
    <div role="group" aria-label="Attempts">
      <h3 className="mb-1.5 font-sans text-13 font-semibold">Attempts</h3>
      <ol start={forgotten + 1} className="grid gap-1 text-13">
        {attempts.map((attempt, index) => (
          <li key={attempt.at} className="flex gap-2">
            <span className="w-5 shrink-0 text-right text-muted">{forgotten + index + 1}.</span>
            {attempt.error ? (
              <Icon name="x" label="Failed" className="mt-0.5 size-3.5 shrink-0 text-bad" />
            ) : (
              <Icon name="check" label="Succeeded" className="mt-0.5 size-3.5 shrink-0 text-good" />
            )}
            <span className="min-w-0 wrap-anywhere">
              {attempt.error ?? `The receiver answered ${attempt.responseStatus}.`}{" "}
              <span className="text-muted">
                <ExactTime at={attempt.at} seconds />, {formatNumber(attempt.durationMs)} ms
              </span>
            </span>
          </li>
        ))}
        {nextAttemptAt && (
          <li className="flex gap-2 text-muted">
            <span className="w-5 shrink-0 text-right">{total + 1}.</span>
            <span>
              {total === 0 ? "The first" : "Next"} attempt: <ExactTime at={nextAttemptAt} seconds />
            </span>
          </li>
        )}
      </ol>
    </div>
  );
}

function DeliveryRequest({ headers, body }: { headers: Details["requestHeaders"]; body: string }) {
  return (
    <Transcript
      title="Request"
      aside={<CopyButton text={body} what="the body" variant="bare" />}
      text={body}
      textName="Request body"
    >
      <dl className="grid gap-x-3 border-b border-line px-3.5 py-2.5 font-mono text-13 sm:grid-cols-[auto_1fr]">
        {headers.map(({ name, value }) => (
          <div key={name} className="contents">
            <dt className="text-muted">{name}:</dt>
            <dd className="min-w-0 break-all max-sm:mb-1">
              {value ?? <span className="font-sans text-muted">different for each attempt</span>}
            </dd>
          </div>
        ))}
      </dl>
    </Transcript>
  );
}

/** The longest UTF-8 character in bytes: one that was cut in two is dropped. */
const LONGEST_CHARACTER = 4;

/** The receiver's response to the last attempt, as plain text. */
function DeliveryAnswer({ delivery: { attempts, responseStatus, responseBody, error } }: { delivery: Details }) {
  if (responseStatus === null)
    return <Transcript title="Response" nothing={attempts === 0 ? "Not sent yet." : (error ?? "No response.")} />;
  if (!responseBody) return <Transcript title={`Response ${responseStatus}`} nothing="Empty body." />;
  const isCut = new TextEncoder().encode(responseBody).length > MAX_RESPONSE_BYTES - LONGEST_CHARACTER;
  return (
    <Transcript title={`Response ${responseStatus}`} text={responseBody} textName="Response body">
      {isCut && (
        <p className="border-b border-line px-3.5 py-2 text-13 text-muted">
          We only read the first {MAX_RESPONSE_BYTES / 1000} kB of a response.
        </p>
      )}
    </Transcript>
  );
}

type TranscriptProps = { title: string; aside?: ReactNode; children?: ReactNode } & (
  { text: string; textName: string } | { nothing: string }
);

/** A request or response, verbatim. Long text scrolls, by keyboard too. No landmark, since several can be open. */
function Transcript({ title, aside, children, ...content }: TranscriptProps) {
  const heading = useId();
  return (
    <div
      role="group"
      aria-labelledby={heading}
      className="flex min-w-0 flex-col overflow-hidden rounded-control border border-line bg-surface"
    >
      <div className="flex min-h-(--control-small) items-center justify-between gap-3 border-b border-line pl-3.5">
        <h3 id={heading} className="font-sans text-13 font-semibold">
          {title}
        </h3>
        {aside}
      </div>
      {children}
      {"nothing" in content ? (
        <p className="px-3.5 py-3 text-13 text-muted">{content.nothing}</p>
      ) : (
        <pre
          tabIndex={0}
          role="group"
          aria-label={content.textName}
          className="max-h-72 overflow-auto px-3.5 py-2.5 font-mono text-13 leading-relaxed wrap-anywhere whitespace-pre-wrap -outline-offset-2"
        >
          <code>{content.text}</code>
        </pre>
      )}
    </div>
  );
}

/** Redelivers with the same body and id. */
function Redeliver({ endpoint: { id, enabled }, delivery, onChange }: DeliveryProps) {
  const { pending, act } = useAction();

  async function send() {
    onChange(await call("POST /api/webhooks/{id}/deliveries/{deliveryId}/redeliver", { id, deliveryId: delivery.id }));
  }

  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
      <Button size="small" pending={pending} disabled={!enabled} onClick={() => act(send)}>
        <Icon name="rotate-cw" />
        Redeliver
      </Button>
      <p className="text-13 text-muted">
        {enabled ? "Same body, same id, so your server can recognize a duplicate." : "Enable the webhook to resend it."}
      </p>
    </div>
  );
}
