import { Code, CodeCard } from "@/components/api-docs/code";
import { Guide } from "@/components/api-docs/guide";
import { InlineCode } from "@/components/api-docs/prose";
import { TOOLSETS } from "@/lib/openapi/toolsets";

export function LanguageModels({ siteUrl }: { siteUrl: string }) {
  const [, ...further] = Object.keys(TOOLSETS);
  return (
    <Guide
      id="language-models"
      title="Language models"
      aside={
        <CodeCard title="Claude Code">
          <Code
            language="curl"
            code={`claude mcp add --transport http pegboard \\\n  ${siteUrl}/mcp \\\n  --header "Authorization: Bearer $PEGBOARD_KEY"`}
          />
        </CodeCard>
      }
    >
      <p>
        <InlineCode>/mcp</InlineCode> speaks the Model Context Protocol: every operation that the scopes of your key
        allow is a tool, such as <InlineCode>posts_create</InlineCode>. Limits, errors and idempotency are those of the
        API.
      </p>
      <ul>
        <li>
          A connection only reads, unless its address ends with <InlineCode>?write=true</InlineCode>. Give a model’s key
          the scopes that it needs, and no others.
        </li>
        <li>
          Ask for further tools by <InlineCode>?toolsets=posts,rooms</InlineCode>. There are {further.join(", ")}.
        </li>
        <li>
          What people write stands in results as data between two marks, with their handles. Deletions need{" "}
          <InlineCode>confirm: true</InlineCode>. No tool bets or buys.
        </li>
        <li>
          Hosts that start programs take <InlineCode>pegboard mcp</InlineCode> of the{" "}
          <a href="/docs/api/cli.md">npm package</a>. Cursor, VS Code and others are in{" "}
          <a href="/docs/api/mcp.md">the guide</a>.
        </li>
      </ul>
    </Guide>
  );
}
