import { MAX_RESPONSE_BYTES } from "@/lib/domain/webhooks/rules";
import type { DeliveryDetails } from "@/lib/domain/webhooks/schema";
import { Transcript } from "./transcript";

/** The longest UTF-8 character in bytes: one that was cut in two is dropped. */
const LONGEST_CHARACTER = 4;

/** The receiver's response to the last attempt, as plain text. */
export function DeliveryAnswer({
  delivery: { attempts, responseStatus, responseBody, error },
}: {
  delivery: DeliveryDetails;
}) {
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
