import { EVENTS_PAGE, operationAddress } from "@/components/api-docs/addresses";
import { Code, Json } from "@/components/api-docs/code";
import { CodeCard } from "@/components/api-docs/code-card";
import { Guide } from "@/components/api-docs/guide";
import { LANGUAGE_KEYS, LanguageLabels, SHOWN_IN } from "@/components/api-docs/languages";
import { Term } from "@/components/api-docs/prose";
import { MAX_ENDPOINTS, TIMEOUT_MS } from "@/lib/domain/webhooks/rules";
import { RECEIVER } from "./receiver";

/** `example` is the body of one event. */
export function Webhooks({ example, schedule }: { example: unknown; schedule: readonly number[] }) {
  return (
    <>
      <Guide
        id="be-told"
        title="Be told: webhooks"
        aside={
          <CodeCard title="What arrives">
            <Json value={example} />
          </CodeCard>
        }
      >
        <p>
          Register an HTTPS address with <a href={operationAddress("webhooks.create")}>POST /api/v1/webhooks</a> and
          what your account does, in the app or through the API, is posted there. Up to {MAX_ENDPOINTS} addresses;{" "}
          <Term>*</Term> subscribes to <a href={EVENTS_PAGE}>every event</a>.
        </p>
        <ul>
          <li>Answer with any 2xx within {TIMEOUT_MS / 1000} seconds; do the work afterwards.</li>
          <li>Anything else is tried again: {inWords(schedule)}. Redirects are failures.</li>
          <li>
            A delivery may come twice and out of order. Its <Term>id</Term> stays the same: act on each once.{" "}
            <Term>sequence</Term> shows a gap.
          </li>
          <li>
            An endpoint that keeps failing is disabled, and you are told before.{" "}
            <a href={operationAddress("webhooks.update")}>Enabling it</a> starts afresh and sends nothing old.
          </li>
          <li>
            <a href={operationAddress("webhooks.test")}>Send a test</a>, read{" "}
            <a href={operationAddress("webhooks.listDeliveries")}>every delivery</a> with what was answered,{" "}
            <a href={operationAddress("webhooks.redeliver")}>send one again</a>, and{" "}
            <a href={operationAddress("events.list")}>catch up</a> on what was missed for 30 days.
          </li>
        </ul>
      </Guide>
      <Guide
        id="receiver"
        title="A receiver that trusts nobody"
        aside={
          <CodeCard title={<LanguageLabels />}>
            {LANGUAGE_KEYS.map((language) => (
              <Code
                key={language}
                tongue={language === "python" ? "python" : "javascript"}
                className={SHOWN_IN[language]}
                code={language === "python" ? RECEIVER.python : RECEIVER.javascript}
              />
            ))}
          </CodeCard>
        }
      >
        <p>
          Anybody can post to your address. The signature tells what is from us: <Term>v1</Term> is the HMAC-SHA256, in
          hex, of the timestamp, a dot and the raw body, keyed by the whole secret that the endpoint was made with.
        </p>
        <ul>
          <li>Compute it over the bytes as they came, never over parsed and rewritten JSON.</li>
          <li>Compare in constant time, and refuse a timestamp more than 300 seconds off.</li>
          <li>
            While a rotated secret has its grace there are two <Term>v1</Term>: one that fits is enough.
          </li>
          <li>
            Libraries for <a href="https://www.standardwebhooks.com">Standard Webhooks</a> check the headers{" "}
            <Term>webhook-id</Term>, <Term>webhook-timestamp</Term> and <Term>webhook-signature</Term>, with the same
            secret.
          </li>
        </ul>
      </Guide>
    </>
  );
}

function inWords(schedule: readonly number[]): string {
  const waits = schedule
    .slice(1)
    .map((seconds) => (seconds < 60 ? `${seconds} s` : seconds < 3600 ? `${seconds / 60} min` : `${seconds / 3600} h`));
  return `after ${waits.join(", ")}, each a little more or less`;
}
