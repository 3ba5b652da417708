import clsx from "clsx";
import { EVENTS, operationHref } from "@/components/api-docs/hrefs";
import { Code, CodeCard, Json } from "@/components/api-docs/code";
import { Guide } from "@/components/api-docs/prose";
import { LanguageLabels, SHOWN_IN } from "@/components/api-docs/languages";
import { MAX_ENDPOINTS, TIMEOUT_MS } from "@/lib/domain/consequences/webhooks/rules";
import { RECEIVER } from "./receiver";

/** No receiver can be written in curl: its readers see the first of these. */
const RECEIVER_LANGUAGES = ["javascript", "python", "go"] as const;

/** `example` is the body of one delivery, `schedule` the delay of each attempt in seconds. */
export function Webhooks({ example, schedule }: { example: unknown; schedule: readonly number[] }) {
  return (
    <>
      <Guide
        id="receive-webhooks"
        title="Webhooks"
        aside={
          <CodeCard title="A delivery">
            <Json value={example} />
          </CodeCard>
        }
      >
        <p>
          Register an HTTPS URL with <a href={operationHref("webhooks.create")}>POST /api/v1/webhooks</a> to receive the
          events on your account, from the app and the API alike. You can have up to {MAX_ENDPOINTS} endpoints;{" "}
          <code>*</code> subscribes to <a href={EVENTS}>every event</a> of what you do, and <code>incoming.*</code> to
          what others do to you: follows, likes, comments, mentions, reposts, quotes, and that each was undone.
        </p>
        <ul>
          <li>
            A <code>filter</code> narrows an endpoint to one post or person;{" "}
            <a href={operationHref("events.matches")}>try it</a> on your latest events first.
          </li>
          <li>Respond with any 2xx within {TIMEOUT_MS / 1000} seconds, and do the work afterwards.</li>
          <li>Anything else is retried {scheduleText(schedule)}. Redirects count as failures.</li>
          <li>
            Deliveries can arrive twice or out of order. Process each <code>id</code> once; gaps in{" "}
            <code>sequence</code> show what is missing.
          </li>
          <li>
            An endpoint that keeps failing is disabled, after a warning.{" "}
            <a href={operationHref("webhooks.update")}>Re-enabling it</a> resets its failures and does not send what was
            missed: that is in the log of events, and <code>gaps</code> of the endpoint says from when to when.
          </li>
          <li>
            On a machine without a public address, take <a href="/docs/api/cli.md">pegboard listen</a>.
          </li>
          <li>
            What was deleted, or done by somebody you have blocked or muted, is not sent, even if it was queued already.
          </li>
          <li>
            <a href={operationHref("webhooks.test")}>Send a test event</a>, inspect{" "}
            <a href={operationHref("webhooks.listDeliveries")}>every delivery</a> with its response,{" "}
            <a href={operationHref("webhooks.redeliver")}>redeliver</a> one, and{" "}
            <a href={operationHref("events.list")}>catch up</a> on the last 30 days.
          </li>
        </ul>
      </Guide>
      <Guide
        id="receiver"
        title="Verifying signatures"
        aside={
          <CodeCard title={<LanguageLabels />}>
            {RECEIVER_LANGUAGES.map((language) => (
              <Code
                key={language}
                language={language}
                className={clsx(SHOWN_IN[language], language === "javascript" && SHOWN_IN.curl)}
                code={RECEIVER[language]}
              />
            ))}
          </CodeCard>
        }
      >
        <p>
          Anyone can send requests to your URL. The signature proves that a delivery is from us: <code>v1</code> is the
          HMAC-SHA256, in hex, of the timestamp, a dot and the raw body, keyed with the whole secret of the endpoint.
        </p>
        <ul>
          <li>Compute it over the raw bytes, not over parsed and re-serialized JSON.</li>
          <li>Compare in constant time, and reject timestamps that are more than 300 seconds off.</li>
          <li>
            During the grace period after a rotation there are two <code>v1</code> values. One match is enough.
          </li>
          <li>
            Libraries for <a href="https://www.standardwebhooks.com">Standard Webhooks</a> verify the headers{" "}
            <code>webhook-id</code>, <code>webhook-timestamp</code> and <code>webhook-signature</code>, with the same
            secret.
          </li>
        </ul>
      </Guide>
    </>
  );
}

function scheduleText(schedule: readonly number[]): string {
  const waits = schedule
    .slice(1)
    .map((seconds) => (seconds < 60 ? `${seconds} s` : seconds < 3600 ? `${seconds / 60} min` : `${seconds / 3600} h`));
  return `after ${waits.join(", ")}, with some jitter`;
}
