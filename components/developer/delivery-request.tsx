import { CopyButton } from "@/components/ui/copy-button";
import type { DeliveryDetails } from "@/lib/domain/webhooks/schema";
import { Transcript } from "./transcript";

/** The request of a delivery: its relevant headers and its exact body. */
export function DeliveryRequest({ headers, body }: { headers: DeliveryDetails["requestHeaders"]; body: string }) {
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
