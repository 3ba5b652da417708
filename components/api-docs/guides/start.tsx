import { Guide } from "@/components/api-docs/prose";
import { errorHref } from "@/components/api-docs/hrefs";

export function FirstPost({ siteUrl }: { siteUrl: string }) {
  return (
    <Guide
      id="start"
      title="Your first post"
      aside={{ title: "In a terminal", language: "curl", code: steps(siteUrl) }}
    >
      <ol className="space-y-2 pl-5 [&_li]:list-decimal!">
        <li>
          Sign in and create an API key in <a href="/settings/developer">Settings → Developer</a>. Select the scope{" "}
          <code>write:posts</code>. The key is only shown once.
        </li>
        <li>Put it in an environment variable, so that it does not end up in a file.</li>
        <li>Send the request. The post is on the board, and the response contains its id.</li>
      </ol>
      <p>
        It counts the same as posting in the app. To try things where nobody sees them, use the{" "}
        <a href="/docs/api/sandbox.md">sandbox</a>. Programs to copy are in the{" "}
        <a href="/docs/api/cookbook.md">cookbook</a>: a bot that answers mentions, a mirror to RSS, a leaderboard.
      </p>
    </Guide>
  );
}

const steps = (siteUrl: string) => `export PEGBOARD_KEY=pb_live_…

curl -X POST "${siteUrl}/api/v1/posts" \\
  -H "Authorization: Bearer $PEGBOARD_KEY" \\
  -H "Content-Type: application/json" \\
  -d '{"content":"Hello from the board"}'`;

export function Authentication() {
  return (
    <Guide
      id="authentication"
      title="Authentication"
      aside={{ title: "Either header", language: "http", code: HEADERS }}
    >
      <p>
        Every request except the one for the OpenAPI document needs an API key. A key belongs to one account and acts on
        its behalf, within the scopes chosen when it was created. Each operation requires exactly one scope.
      </p>
      <ul>
        <li>Keys can expire, and can be revoked at any time with immediate effect.</li>
        <li>
          Rotating a key gives it a new secret. The old one keeps working for a day, or as long as you choose, and the
          settings show how often it is still used.
        </li>
        <li>
          Mistyped, expired and revoked keys get different <a href={errorHref("invalid_key")}>error codes</a>.
        </li>
        <li>Use keys on servers only: whoever has your key can act as you.</li>
      </ul>
    </Guide>
  );
}

const HEADERS = `GET /api/v1/me HTTP/1.1
Authorization: Bearer pb_live_…

GET /api/v1/me HTTP/1.1
X-API-Key: pb_live_…`;
