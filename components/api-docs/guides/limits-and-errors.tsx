import { CodeCard, Json } from "@/components/api-docs/code";
import { Guide } from "@/components/api-docs/prose";
import { errorHref } from "@/components/api-docs/hrefs";
import { REQUEST_RETENTION_DAYS } from "@/lib/domain/accounts/request-log/rules";
import { MAX_CONTENT } from "@/lib/domain/writing/posts/rules";

export interface Rate {
  count: number;
  seconds: number;
}

/** The rate limits of this deployment. */
export interface Rates {
  v1Free: Rate;
  v1Pro: Rate;
  v1FreeAccount: Rate;
  v1ProAccount: Rate;
  images: Rate;
  authFailures: Rate;
  writeHourly: Rate;
  writePosts: Rate;
  writeComments: Rate;
  writeMarks: Rate;
  writeFollows: Rate;
  writeWebhooks: Rate;
}

export function Limits({ rates }: { rates: Rates }) {
  const { v1Free, v1Pro, images, authFailures } = rates;
  return (
    <Guide
      id="limits"
      title="Rate limits"
      aside={{ title: "On every response", language: "http", code: headers(v1Free) }}
    >
      <p>
        An API key allows {rateText(v1Free)}, or {rateText(v1Pro)} for accounts on the <code>pro</code> tier. Uploads
        are also limited to {rateText(images)}. The window slides, so there is no full minute to wait for.
      </p>
      <ul>
        <li>
          Requests over the limit get a <a href={errorHref("rate_limited")}>429</a> with <code>Retry-After</code> in
          seconds.
        </li>
        <li>
          Every response, including errors, shows what is left, in the common headers and in those of the IETF draft.
        </li>
        <li>
          All keys of an account share a limit of {rateText(rates.v1FreeAccount)}, or {rateText(rates.v1ProAccount)} on
          the <code>pro</code> plan. The headers show whichever limit is closer.
        </li>
        <li>
          Writes also count against the account’s budget, shared with the app: {rateText(rates.writePosts, "posts")},{" "}
          {rateText(rates.writeComments, "comments")}, {rateText(rates.writeMarks, "likes and bookmarks")},{" "}
          {rateText(rates.writeFollows, "follows")}, and {rateText(rates.writeHourly, "of these")} in total;{" "}
          {rateText(rates.writeWebhooks, "changes to webhooks")}. The <code>RateLimit</code> header of a write names
          each budget that it spent, and what is left of it. A retry with the same <code>Idempotency-Key</code> is not
          counted twice.
        </li>
        <li>
          Requests with an invalid key are limited to {rateText(authFailures)} per IP address. They never count against
          valid keys.
        </li>
      </ul>
    </Guide>
  );
}

function rateText({ count, seconds }: Rate, what = "requests"): string {
  const span = seconds === 60 ? "per minute" : seconds === 3600 ? "per hour" : `in ${seconds} seconds`;
  return `${count.toLocaleString("en")} ${what} ${span}`;
}

const headers = ({ count, seconds }: Rate) => `HTTP/1.1 200 OK
X-RateLimit-Limit: ${count}
X-RateLimit-Remaining: ${count - 3}
X-RateLimit-Reset: 1795254360
RateLimit-Policy: "default";q=${count};w=${seconds}
RateLimit: "default";r=${count - 3};t=42`;

export function Failing({ siteUrl }: { siteUrl: string }) {
  return (
    <Guide
      id="failing"
      title="Errors"
      aside={
        <CodeCard title="400 Bad Request">
          <Json value={failure(siteUrl)} />
        </CodeCard>
      }
    >
      <p>
        All errors have the same format. Branch on <code>code</code>; <code>message</code> is for people: it says how to
        fix the problem, and may be reworded.
      </p>
      <ul>
        <li>
          <code>errors</code> lists every invalid field, <code>param</code> is the path of the first.
        </li>
        <li>
          <code>request_id</code> equals the <code>X-Request-Id</code> header. Include it when you contact support.
        </li>
        <li>
          Unknown body fields are an error, so that typos do not go unnoticed. Unknown query parameters are ignored.
          Fields are in camelCase, except for those of errors, <code>media_ids</code>, <code>parent_id</code> and{" "}
          <code>expires_at</code>.
        </li>
        <li>Anything you are not allowed to see returns a 404, exactly as if it did not exist.</li>
        <li>
          What your keys requested in the last {REQUEST_RETENTION_DAYS} days, and what failed, is under{" "}
          <a href="/settings/developer/requests">Settings → Developer → Requests</a>.
        </li>
        <li>
          After a 500 or 503, nothing was changed. Try again; for writes, with the same <code>Idempotency-Key</code>.
          The code <code>outcome_unknown</code> alone says that a write may have been done: with the same key it is done
          once, and without one, check first.
        </li>
      </ul>
    </Guide>
  );
}

const failure = (siteUrl: string) => ({
  error: {
    type: "invalid_request_error",
    code: "invalid_request",
    message: `content has at most ${MAX_CONTENT} characters (and 1 more)`,
    request_id: "req_8sKd02mXq1ZpVtB7cYwR4uLn",
    param: "content",
    doc_url: `${siteUrl}/docs/errors/invalid_request`,
    errors: [
      { param: "content", message: `content has at most ${MAX_CONTENT} characters` },
      { param: "colour", message: "colour is not a field of this request" },
    ],
  },
});
