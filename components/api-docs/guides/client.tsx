import { Code, CodeCard } from "@/components/api-docs/code";
import { Guide } from "@/components/api-docs/guide";
import { InlineCode } from "@/components/api-docs/prose";

export function Client({ siteUrl }: { siteUrl: string }) {
  return (
    <Guide
      id="client"
      title="TypeScript client"
      aside={
        <>
          <CodeCard title="Install">
            <Code language="curl" code={`npm install ${siteUrl}/sdk/pegboard.tgz`} />
          </CodeCard>
          <CodeCard title="Use">
            <Code language="javascript" code={USE} />
          </CodeCard>
        </>
      }
    >
      <p>
        Typed, without dependencies, for Node.js, Deno, Bun, workers and browsers. It is generated from the OpenAPI
        document, so it covers every operation and field.
      </p>
      <ul>
        <li>Await a list to get one page, or iterate over it to get everything.</li>
        <li>
          Writes carry an <InlineCode>Idempotency-Key</InlineCode> and are retried when the connection breaks or the API
          asks to wait, for as long as it asks. The few writes that take no key are never retried.
        </li>
        <li>
          Every attempt may take 30 seconds, or <InlineCode>timeoutMs</InlineCode>.
        </li>
        <li>Fields and values that a newer server adds pass through; the types say that there may be more.</li>
        <li>
          Errors are thrown as <InlineCode>PegboardError</InlineCode>, with <InlineCode>code</InlineCode> and{" "}
          <InlineCode>requestId</InlineCode>.
        </li>
        <li>
          <InlineCode>verifyWebhook</InlineCode> verifies a delivery and returns its typed event.
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
