import { Code } from "@/components/api-docs/code";
import { CodeCard } from "@/components/api-docs/code-card";
import { Guide } from "@/components/api-docs/guide";
import { Term } from "@/components/api-docs/prose";

export function FirstPost({ siteUrl }: { siteUrl: string }) {
  return (
    <Guide
      id="start"
      title="Your first post"
      aside={
        <CodeCard title="In a terminal">
          <Code tongue="curl" code={steps(siteUrl)} />
        </CodeCard>
      }
    >
      <ol className="space-y-2 pl-5 [&_li]:list-decimal!">
        <li>
          Sign in and make a key in <a href="/settings/developer">Settings → Developer</a>. Tick the scope{" "}
          <Term>write:posts</Term>. The key is shown once.
        </li>
        <li>Put it into an environment variable, so that it stands in no file.</li>
        <li>Send the request. The post is on the board, and the answer holds its id.</li>
      </ol>
      <p>
        The same account, the same XP, the same quests: what comes through the API counts as what is written in the app.
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
      title="Keys"
      aside={
        <CodeCard title="Either header">
          <Code tongue="http" code={HEADERS} />
        </CodeCard>
      }
    >
      <p>
        Every request but the one for the OpenAPI document carries a key. A key belongs to one account and acts as it,
        within the scopes that it was made with. Each operation needs exactly one scope.
      </p>
      <ul>
        <li>A key may expire, and can be revoked at any time: it stops at once, everywhere.</li>
        <li>
          Rotating a key gives it a new secret. The old one keeps working for a day, or as long as you say, and the
          settings show how often it is still used.
        </li>
        <li>
          A mistyped key is told apart from an expired or revoked one: see <a href="#error-invalid_key">the errors</a>.
        </li>
        <li>Keys are for servers. Who has yours can do what it can do.</li>
      </ul>
    </Guide>
  );
}

const HEADERS = `GET /api/v1/me HTTP/1.1
Authorization: Bearer pb_live_…

GET /api/v1/me HTTP/1.1
X-API-Key: pb_live_…`;
