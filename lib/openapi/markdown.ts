import type { oas31 } from "zod-openapi";
import { JSON_TEXT, literal } from "./literal";
import {
  type DocumentedOperation,
  groupsOf,
  type OperationGroup,
  type Parameter,
  type Schema,
  schemasOf,
  errorsOf,
  eventsOf,
} from "./operations";
import { sampleRequestOf, type Language, SNIPPETS } from "./snippets";
import { constraintsOf, fieldsOf, typeOf } from "./schemas";

/** Returns every page of the reference's groups, by the group's key, and the schemas. */
export function markdownPages(document: oas31.OpenAPIObject, siteUrl: string): Record<string, string> {
  const schemas = schemasOf(document);
  const groups = groupsOf(document).map((group) => [group.key, groupMarkdown(group, schemas, siteUrl)] as const);
  return {
    ...Object.fromEntries(groups),
    schemas: `${["# Schemas", ...schemaSections(schemas, "##")].join("\n\n")}\n`,
  };
}

/** A section for each object that is not a page of a list or an event. */
const schemaSections = (schemas: Record<string, Schema>, heading: string): string[] =>
  Object.entries(schemas)
    .filter(([name, { properties }]) => properties && !/(Page|Event)$/.test(name))
    .map(([name, schema]) => [`${heading} ${name}`, schema.description ?? "", fieldList(schema, schemas)].join("\n\n"));

function groupMarkdown(
  { title, description, operations }: OperationGroup,
  schemas: Record<string, Schema>,
  siteUrl: string,
): string {
  const sections = operations.map((operation) => operationSection(operation, schemas, siteUrl));
  return `${[`# ${title}`, description, ...sections].join("\n\n")}\n`;
}

function operationSection(operation: DocumentedOperation, schemas: Record<string, Schema>, siteUrl: string): string {
  const { id, method, path, summary, description, scope, parameters, body, response, errors } = operation;
  const sample = sampleRequestOf(operation, siteUrl);
  const codes = errors.map(({ status, codes: named }) => `${status} ${named.map((code) => `\`${code}\``).join(", ")}`);
  return [
    `## ${summary}`,
    `\`${method} ${path}\` · \`${id}\` · ${scope === null ? "no key" : `scope \`${scope}\``}`,
    description,
    parameters.length > 0 && `### Parameters\n\n${parameters.map(parameterLine).join("\n")}`,
    body.kind !== "none" && `### Body\n\n${fieldList(body.schema, schemas)}`,
    "### Request",
    ...Object.entries(SNIPPETS).map(([language, write]) => fenced(FENCES[language as Language], write(sample))),
    `### Response\n\n${response.status}${response.schema ? ` \`${typeOf(response.schema)}\`` : ", without a body"}`,
    response.example !== undefined && fenced("json", literal(response.example, JSON_TEXT)),
    codes.length > 0 && `Errors: ${codes.join("; ")}.`,
  ]
    .filter(Boolean)
    .join("\n\n");
}

/** The info string of each language after the backticks of a code block. */
export const FENCES: Record<Language, string> = { curl: "sh", javascript: "js", python: "python", go: "go" };

/** Fences are longer than any run of backticks in the code. */
export function fenced(language: string, code: string): string {
  const longest = Math.max(2, ...Array.from(code.matchAll(/`+/g), ([run]) => run.length));
  const fence = "`".repeat(longest + 1);
  return `${fence}${language}\n${code}\n${fence}`;
}

function parameterLine({ name, in: place, required, description, schema }: Parameter): string {
  const bounds = [place, required ? "" : "optional", ...constraintsOf(schema)].filter(Boolean).join(", ");
  return `- \`${name}\` (${bounds}): ${description}`;
}

function fieldList(schema: Schema, schemas: Record<string, Schema>): string {
  return fieldsOf(schema, schemas)
    .map(({ name, schema: field, required }) => {
      const bounds = [required ? "" : "optional", ...constraintsOf(field)].filter(Boolean).join(", ");
      return `- \`${name}\`: ${typeOf(field)}${bounds && ` (${bounds})`}${field.description ? `. ${field.description}` : ""}`;
    })
    .join("\n");
}

/** Lists what describes the API, for language models (llmstxt.org). */
export function llmsIndex(document: oas31.OpenAPIObject): string {
  const siteUrl = document.servers?.[0]?.url ?? "";
  const groups = groupsOf(document).map(
    ({ key, title, description }) => `- [${title}](${siteUrl}/docs/api/${key}.md): ${description}`,
  );
  const texts = [
    introduction(document),
    "## Operations, with samples to run",
    [...groups, `- [Schemas](${siteUrl}/docs/api/schemas.md): every object that they send and return`].join("\n"),
    "## Guides",
    [
      `- [Programs to copy](${siteUrl}/docs/api/cookbook.md): a bot, a follower of a tag, a mirror to RSS, a leaderboard, a receiver`,
      `- [Clients for Python and PHP](${siteUrl}/docs/api/clients.md): typed, without dependencies`,
      `- [Apps](${siteUrl}/docs/api/apps.md): acting for other people, by OAuth`,
      `- [The npm package](${siteUrl}/docs/api/cli.md), ${siteUrl}/sdk/pegboard.tgz: client, command line, events without a public address`,
      `- [Model Context Protocol](${siteUrl}/docs/api/mcp.md): the operations as tools, at ${siteUrl}/mcp`,
    ].join("\n"),
    "## Errors",
    errorsOf(document)
      .map(({ code, status, when }) => `- [${code}](${siteUrl}/docs/errors/${code}.md): ${status}. ${when}`)
      .join("\n"),
    "## Whole",
    [
      `- [All of it in one text](${siteUrl}/llms-full.txt): every operation, schema, event and error`,
      `- [OpenAPI 3.1](${siteUrl}/api/v1/openapi.json): the complete machine-readable description, with schemas and examples`,
      `- [TypeScript client](${siteUrl}/sdk/pegboard.ts): a single file without dependencies`,
    ].join("\n"),
  ];
  return `${texts.join("\n\n")}\n`;
}

/** Describes the whole API in one text, for language models. */
export function llmsFull(document: oas31.OpenAPIObject): string {
  const siteUrl = document.servers?.[0]?.url ?? "";
  const schemas = schemasOf(document);
  const texts = [
    introduction(document),
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
  ];
  return `${texts.join("\n\n")}\n`;
}

function introduction({ info }: oas31.OpenAPIObject): string {
  const { title, summary, description = "" } = info as oas31.InfoObject & { summary?: string };
  return [`# ${title}`, `> ${summary}`, description].join("\n\n");
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
