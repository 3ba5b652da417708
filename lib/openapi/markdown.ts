import type { oas31 } from "zod-openapi";
import { JSON_TEXT, literal } from "./literal";
import {
  type DocumentedOperation,
  groupsOf,
  type OperationGroup,
  type Parameter,
  type Schema,
  schemasOf,
} from "./operations";
import { sampleRequestOf } from "./sample-request";
import { constraintsOf, fieldsOf, typeOf } from "./schemas";
import { type Language, SNIPPETS } from "./snippets";

/** Every page of the reference's groups, by the group's key, and the schemas. */
export function markdownPages(document: oas31.OpenAPIObject, siteUrl: string): Record<string, string> {
  const schemas = schemasOf(document);
  const groups = groupsOf(document).map((group) => [group.key, groupMarkdown(group, schemas, siteUrl)] as const);
  return {
    ...Object.fromEntries(groups),
    schemas: `${["# Schemas", ...schemaSections(schemas, "##")].join("\n\n")}\n`,
  };
}

/** A section for each object that is not a page of a list or an event. */
export const schemaSections = (schemas: Record<string, Schema>, heading: string): string[] =>
  Object.entries(schemas)
    .filter(([name, { properties }]) => properties && !/(Page|Event)$/.test(name))
    .map(([name, schema]) => [`${heading} ${name}`, schema.description ?? "", fieldList(schema, schemas)].join("\n\n"));

/** The page of a group of the reference as Markdown, with a sample of every operation in every language. */
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

const parameterLine = ({ name, in: place, required, description }: Parameter) =>
  `- \`${name}\` (${place}${required ? "" : ", optional"}): ${description}`;

/** The fields of an object, one per line. */
export function fieldList(schema: Schema, schemas: Record<string, Schema>): string {
  return fieldsOf(schema, schemas)
    .map(({ name, schema: field, required }) => {
      const bounds = [required ? "" : "optional", ...constraintsOf(field)].filter(Boolean).join(", ");
      return `- \`${name}\`: ${typeOf(field)}${bounds && ` (${bounds})`}${field.description ? `. ${field.description}` : ""}`;
    })
    .join("\n");
}
