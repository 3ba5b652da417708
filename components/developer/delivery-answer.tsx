import { MAX_ANSWER_BYTES } from "@/lib/domain/webhooks/rules";
import type { DeliveryDetails } from "@/lib/domain/webhooks/schema";
import { Transcript } from "./transcript";

/** A character cut in two at the end is left out. */
const LONGEST_CHARACTER = 4;

/** What the receiver said to the last attempt, as text and nothing else. */
export function DeliveryAnswer({
  delivery: { attempts, responseStatus, responseBody, error },
}: {
  delivery: DeliveryDetails;
}) {
  if (responseStatus === null)
    return <Transcript title="Answer" nothing={attempts === 0 ? "Not sent yet." : (error ?? "No answer came.")} />;
  if (!responseBody) return <Transcript title={`Answer ${responseStatus}`} nothing="An empty body." />;
  const isCut = new TextEncoder().encode(responseBody).length > MAX_ANSWER_BYTES - LONGEST_CHARACTER;
  return (
    <Transcript title={`Answer ${responseStatus}`} text={responseBody} textName="The answer's body">
      {isCut && (
        <p className="border-b border-line px-3.5 py-2 text-13 text-muted">
          A long answer: these are its first {MAX_ANSWER_BYTES / 1000} kB, which is as much as we read.
        </p>
      )}
    </Transcript>
  );
}
