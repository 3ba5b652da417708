import { Code } from "@/components/api-docs/code";
import { CodeCard } from "@/components/api-docs/code-card";
import { Guide } from "@/components/api-docs/guide";
import { Term } from "@/components/api-docs/prose";

export function Client({ siteUrl }: { siteUrl: string }) {
  return (
    <Guide
      id="client"
      title="A client to take along"
      aside={
        <>
          <CodeCard title="Fetch it">
            <Code tongue="curl" code={`curl -O "${siteUrl}/sdk/pegboard.ts"`} />
          </CodeCard>
          <CodeCard title="Use it">
            <Code tongue="javascript" code={USE} />
          </CodeCard>
        </>
      }
    >
      <p>
        One file of TypeScript that depends on nothing and runs in Node, Deno, Bun and workers. It is written from the
        OpenAPI document whenever that changes, so it knows every operation and every field.
      </p>
      <ul>
        <li>A list can be awaited for one page, or iterated over to its end.</li>
        <li>
          Writes carry an <Term>Idempotency-Key</Term> and are sent again when the connection breaks or the API asks to
          wait.
        </li>
        <li>
          Failures are thrown as <Term>PegboardError</Term>, with <Term>code</Term> and <Term>requestId</Term>.
        </li>
        <li>
          <Term>verifyWebhook</Term> checks a delivery and answers its event, typed.
        </li>
      </ul>
      <p>
        Without TypeScript take <a href="/sdk/pegboard.js">pegboard.js</a>. For Postman there is a{" "}
        <a href="/sdk/postman.json">collection</a>, for generators the{" "}
        <a href="/api/v1/openapi.json">OpenAPI document</a>, for language models <a href="/llms.txt">llms.txt</a>.
      </p>
    </Guide>
  );
}

const USE = `import { Pegboard, PegboardError } from "./pegboard.ts";

const pegboard = new Pegboard(process.env.PEGBOARD_KEY);

const { id } = await pegboard.posts.create({ content: "Hello" });
await pegboard.engagement.comment(id, { content: "And hello back" });

for await (const post of pegboard.feed.list({ limit: 50 })) {
  if (post.metrics.likes > 100) await pegboard.users.follow(post.author.handle);
}

try {
  await pegboard.posts.get("post_nowhere");
} catch (error) {
  if (!(error instanceof PegboardError)) throw error;
  console.log(error.code, error.requestId); // not_found req_…
}`;
