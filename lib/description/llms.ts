import type { oas31 } from "zod-openapi";
import { errorsOf } from "./errors";
import { eventsOf } from "./events";
import { type DescribedOperation, groupsOf, type Schema, schemasOf } from "./operations";
import { boundsOf, fieldsOf, typeOf } from "./schemas";

/** The API in plain words, for readers that are language models (llmstxt.org). */
export function llmsText(document: oas31.OpenAPIObject): string {
  const info: oas31.InfoObject & { summary?: string } = document.info;
  const siteUrl = document.servers?.[0]?.url ?? "";
  const schemas = schemasOf(document);
  return (
    [
      `# ${info.title}`,
      `> ${info.summary}`,
      info.description ?? "",
      "## Elsewhere",
      [
        `- [OpenAPI 3.1](${siteUrl}/api/v1/openapi.json): the whole description, schemas and examples included`,
        `- [Reference](${siteUrl}/docs/api): the same for people, with guides`,
        `- [TypeScript client](${siteUrl}/sdk/pegboard.ts): one file without dependencies`,
      ].join("\n"),
      ...groupsOf(document).flatMap(({ title, description, operations }) => [
        `## ${title}`,
        description,
        ...operations.map((operation) => tell(operation, schemas)),
      ]),
      "## Shapes",
      ...Object.entries(schemas)
        .filter(([name, { properties }]) => properties && !/(Page|Event)$/.test(name))
        .map(([name, schema]) => `### ${name}\n\n${schema.description ?? ""}\n\n${list(schema, schemas)}`),
      "## Events",
      ...eventsOf(document).map(
        ({ name, summary, example }) => `- \`${name}\`: ${summary} data: \`${JSON.stringify(example.data)}\``,
      ),
      "## Errors",
      errorsOf(document)
        .map(({ code, status, when, remedy }) => `- ${status} \`${code}\`: ${when} ${remedy}`)
        .join("\n"),
    ].join("\n\n") + "\n"
  );
}

function tell(
  { method, path, summary, description, parameters, body, answer }: DescribedOperation,
  schemas: Record<string, Schema>,
): string {
  const asked = parameters
    .filter(({ in: place }) => place !== "header")
    .map(({ name, in: place, description: words }) => `- \`${name}\` (${place}): ${words}`);
  const lines = [
    `### ${method} ${path}`,
    `${summary}. ${description.replaceAll("\n\n", " ")}`,
    asked.join("\n"),
    body.kind === "none" ? "" : `Body:\n${list(body.schema, schemas)}`,
    `Answers ${answer.status}${answer.schema ? ` \`${typeOf(answer.schema)}\`` : " without a body"}.`,
  ];
  return lines.filter(Boolean).join("\n\n");
}

function list(schema: Schema, schemas: Record<string, Schema>): string {
  return fieldsOf(schema, schemas)
    .map(({ name, schema: field, required }) => {
      const bounds = [required ? "" : "optional", ...boundsOf(field)].filter(Boolean).join(", ");
      return `- \`${name}\`: ${typeOf(field)}${bounds && ` (${bounds})`}${field.description ? `. ${field.description}` : ""}`;
    })
    .join("\n");
}
