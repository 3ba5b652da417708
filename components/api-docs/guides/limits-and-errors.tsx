import { Code, Json } from "@/components/api-docs/code";
import { CodeCard } from "@/components/api-docs/code-card";
import { Guide } from "@/components/api-docs/guide";
import { Term } from "@/components/api-docs/prose";

export interface Rate {
  count: number;
  seconds: number;
}

/** What this deployment allows. */
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
      title="Limits"
      aside={
        <CodeCard title="On every answer">
          <Code tongue="http" code={headers(v1Free)} />
        </CodeCard>
      }
    >
      <p>
        A key may make {inWords(v1Free)}, or {inWords(v1Pro)} for an account of the tier <Term>pro</Term>. Uploads are{" "}
        {inWords(images)} beside that. The window slides: there is no full minute to wait for.
      </p>
      <ul>
        <li>
          Over it, the answer is <a href="#error-rate_limited">429</a> with <Term>Retry-After</Term> in seconds.
        </li>
        <li>Every answer tells what is left, errors too, in the common headers and in those of the IETF draft.</li>
        <li>
          All keys of an account together may make {inWords(rates.v1FreeAccount)}, or {inWords(rates.v1ProAccount)} for{" "}
          <Term>pro</Term>. The headers show this limit when it is the tighter one.
        </li>
        <li>
          Writes also have a budget of the account, shared with the app: {inWords(rates.writePosts, "posts")},{" "}
          {inWords(rates.writeComments, "comments")}, {inWords(rates.writeMarks, "likes and bookmarks")},{" "}
          {inWords(rates.writeFollows, "follows")}, and {inWords(rates.writeHourly, "of these")} in all;{" "}
          {inWords(rates.writeWebhooks, "changes to webhooks")}. A retry with its <Term>Idempotency-Key</Term> is never
          counted twice.
        </li>
        <li>
          Wrong keys count against the address that they come from, {inWords(authFailures)}. A good key is never refused
          for them.
        </li>
      </ul>
    </Guide>
  );
}

function inWords({ count, seconds }: Rate, what = "requests"): string {
  const span = seconds === 60 ? "a minute" : seconds === 3600 ? "an hour" : `in ${seconds} seconds`;
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
      title="When it fails"
      aside={
        <CodeCard title="400 Bad Request">
          <Json value={failure(siteUrl)} />
        </CodeCard>
      }
    >
      <p>
        Every failure has one form. Decide by <Term>code</Term>; <Term>message</Term> is for people, says how to mend
        it, and may be reworded.
      </p>
      <ul>
        <li>
          <Term>errors</Term> lists every bad field at once, <Term>param</Term> is the first one&apos;s path.
        </li>
        <li>
          <Term>request_id</Term> equals the header <Term>X-Request-Id</Term>. Quote it when you ask for help.
        </li>
        <li>
          A body field that we do not know is an error, so a typing mistake never passes in silence. Unknown query
          parameters are ignored.
        </li>
        <li>What you may not see answers exactly as what never was: 404.</li>
        <li>
          After a 500 or 503 nothing was changed. Try again, writes with the same <Term>Idempotency-Key</Term>.
        </li>
      </ul>
    </Guide>
  );
}

const failure = (siteUrl: string) => ({
  error: {
    type: "invalid_request_error",
    code: "invalid_request",
    message: "content has at most 280 characters (and 1 more)",
    request_id: "req_8sKd02mXq1ZpVtB7cYwR4uLn",
    param: "content",
    doc_url: `${siteUrl}/docs/api#error-invalid_request`,
    errors: [
      { param: "content", message: "content has at most 280 characters" },
      { param: "colour", message: "colour is not a field of this request" },
    ],
  },
});
