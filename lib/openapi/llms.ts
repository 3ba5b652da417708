import type { oas31 } from "zod-openapi";
import { errorsOf } from "./errors";
import { eventsOf } from "./events";
import { type DocumentedOperation, groupsOf, type Schema, schemasOf } from "./operations";
import { fieldList, schemaSections } from "./markdown";
import { typeOf } from "./schemas";

/** Describes the API in Markdown for language models (llmstxt.org). */
export function llmsText(document: oas31.OpenAPIObject): string {
  const info: oas31.InfoObject & { summary?: string } = document.info;
  const siteUrl = document.servers?.[0]?.url ?? "";
  const schemas = schemasOf(document);
  return (
    [
      `# ${info.title}`,
      `> ${info.summary}`,
      info.description ?? "",
      "## Links",
      [
        `- [OpenAPI 3.1](${siteUrl}/api/v1/openapi.json): the complete machine-readable description, with schemas and examples`,
        `- [Reference](${siteUrl}/docs/api): for people, with guides`,
        ...groupsOf(document).map(
          ({ key, title }) => `- [${title}](${siteUrl}/docs/api/${key}.md): its operations, with samples to run`,
        ),
        `- [Programs to copy](${siteUrl}/docs/api/cookbook.md): a bot, a mirror to RSS, a leaderboard, a receiver`,
        `- [The npm package](${siteUrl}/docs/api/cli.md), ${siteUrl}/sdk/pegboard.tgz: client, command line, events without a public address`,
        `- [Apps](${siteUrl}/docs/api/apps.md): acting for other people, by OAuth`,
        `- [TypeScript client](${siteUrl}/sdk/pegboard.ts): a single file without dependencies`,
        `- [Model Context Protocol](${siteUrl}/docs/api/mcp.md): the operations as tools, at ${siteUrl}/mcp`,
      ].join("\n"),
      ...groupsOf(document).flatMap(({ title, description, operations }) => [
        `## ${title}`,
        description,
        ...operations.map((operation) => operationText(operation, schemas)),
      ]),
      "## Schemas",
      ...schemaSections(schemas, "###"),
      "## Events",
      ...eventsOf(document).map(
        ({ name, summary, example }) => `- \`${name}\`: ${summary} data: \`${JSON.stringify(example.data)}\``,
      ),
      "## Errors",
      `${siteUrl}/docs/errors/{code}.md shows a request that an error answers, its response, and what to do.`,
      errorsOf(document)
        .map(({ code, status, when, remedy }) => `- ${status} \`${code}\`: ${when} ${remedy}`)
        .join("\n"),
    ].join("\n\n") + "\n"
  );
}

function operationText(
  { method, path, summary, description, parameters, body, response }: DocumentedOperation,
  schemas: Record<string, Schema>,
): string {
  const parameterList = parameters
    .filter(({ in: place }) => place !== "header")
    .map(({ name, in: place, description: text }) => `- \`${name}\` (${place}): ${text}`);
  const lines = [
    `### ${method} ${path}`,
    `${summary}. ${description.replaceAll("\n\n", " ")}`,
    parameterList.join("\n"),
    body.kind === "none" ? "" : `Body:\n${fieldList(body.schema, schemas)}`,
    `Returns ${response.status}${response.schema ? ` \`${typeOf(response.schema)}\`` : " without a body"}.`,
  ];
  return lines.filter(Boolean).join("\n\n");
}
