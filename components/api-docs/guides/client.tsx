import { Code, CodeCard } from "@/components/api-docs/code";
import { Guide } from "@/components/api-docs/prose";
import { WHEEL } from "@/lib/openapi/client/python/wheel-name";
import { TOOLSETS } from "@/lib/openapi/toolsets";

export function Client({ siteUrl }: { siteUrl: string }) {
  return (
    <Guide
      id="client"
      title="Clients"
      aside={
        <>
          <CodeCard title="Install">
            <Code language="curl" code={`npm install ${siteUrl}/sdk/pegboard.tgz`} />
          </CodeCard>
          <CodeCard title="Use">
            <Code language="javascript" code={USE} />
          </CodeCard>
          <CodeCard title="Python">
            <Code language="python" code={pythonFor(siteUrl)} />
          </CodeCard>
        </>
      }
    >
      <p>
        The TypeScript client is typed and without dependencies, for Node.js, Deno, Bun, workers and browsers. It is
        generated from the OpenAPI document, so it covers every operation and field. There are clients like it in{" "}
        <a href="/docs/api/clients.md">Python and PHP</a>, for the standard library alone.
      </p>
      <ul>
        <li>Await a list to get one page, or iterate over it to get everything.</li>
        <li>
          Writes carry an <code>Idempotency-Key</code> and are retried when the connection breaks or the API asks to
          wait, for as long as it asks. The few writes that take no key are never retried.
        </li>
        <li>
          Every attempt may take 30 seconds, or <code>timeoutMs</code>, which each call can set as well.
        </li>
        <li>Fields and values that a newer server adds pass through; the types say that there may be more.</li>
        <li>
          Errors are thrown as <code>PegboardError</code>, with <code>code</code>, <code>requestId</code> and{" "}
          <code>docUrl</code>.
        </li>
        <li>
          <code>.withResponse()</code> also returns the headers, what is left of the limit, and the <code>etag</code>{" "}
          that <code>ifMatch</code> sends.
        </li>
        <li>
          <code>verifyWebhook</code> verifies a delivery and returns its typed event. Await it: nothing is verified
          before. The rule <code>no-floating-promises</code> of typescript-eslint finds where that was forgotten.
        </li>
      </ul>
      <p>
        The <a href="/docs/api/cli.md">package</a> has a command line, too. Without npm, take the client as a single
        file: <a href="/sdk/pegboard.ts">pegboard.ts</a> or <a href="/sdk/pegboard.js">pegboard.js</a>.
      </p>
    </Guide>
  );
}

const USE = `import { Pegboard, PegboardError } from "pegboard";

const pegboard = new Pegboard(process.env.PEGBOARD_KEY);

const { id } = await pegboard.posts.create({ content: "Hello" });
await pegboard.engagement.comment(id, { content: "Hello back" });

for await (const post of pegboard.feed.list({ limit: 50 })) {
  if (post.metrics.likes > 100) await pegboard.users.follow(post.author.handle);
}

try {
  await pegboard.posts.get("post_nowhere");
} catch (error) {
  if (!(error instanceof PegboardError)) throw error;
  console.log(error.code, error.requestId); // not_found req_…
}`;

const pythonFor = (siteUrl: string) => `# pip install ${siteUrl}/sdk/python/${WHEEL}
import os
from pegboard import Pegboard

pegboard = Pegboard(os.environ["PEGBOARD_KEY"])
post = pegboard.posts.create(content="Hello")
for post in pegboard.feed.list(limit=50):
    print(post["author"]["handle"], post["content"])`;

export function LanguageModels({ siteUrl }: { siteUrl: string }) {
  const [, ...further] = Object.keys(TOOLSETS);
  return (
    <Guide
      id="language-models"
      title="Language models"
      aside={{
        title: "Claude Code",
        language: "curl",
        code: `claude mcp add --transport http pegboard \\\n  ${siteUrl}/mcp \\\n  --header "Authorization: Bearer $PEGBOARD_KEY"`,
      }}
    >
      <p>
        <code>/mcp</code> speaks the Model Context Protocol: every operation that the scopes of your key allow is a
        tool, such as <code>posts_create</code>. Limits, errors and idempotency are those of the API.
      </p>
      <ul>
        <li>
          A connection only reads, unless its address ends with <code>?write=true</code>. Give a model’s key the scopes
          that it needs, and no others.
        </li>
        <li>
          Ask for further tools by <code>?toolsets=posts,rooms</code>. There are {further.join(", ")}.
        </li>
        <li>
          Results fence what people wrote between two random marks, and name its authors. Deletions need{" "}
          <code>confirm: true</code>. No tool bets or buys.
        </li>
        <li>
          Hosts that start programs take <code>pegboard mcp</code> of the <a href="/docs/api/cli.md">npm package</a>.
          Cursor, VS Code and others are in <a href="/docs/api/mcp.md">the guide</a>.
        </li>
      </ul>
    </Guide>
  );
}
