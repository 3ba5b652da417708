import { readFileSync } from "node:fs";
import path from "node:path";
import ts from "typescript";
import type { oas31 } from "zod-openapi";
import { eventsOf } from "@/lib/openapi/events";
import { operationsOf, schemasOf } from "@/lib/openapi/operations";
import { componentOf } from "@/lib/openapi/schemas";
import { methodsOf } from "./methods";
import { typescriptOf } from "./typescript";

/** Writes the client as a single TypeScript file without dependencies. */
export function writeClient(document: oas31.OpenAPIObject): string {
  const baseUrl = document.servers?.[0]?.url ?? "";
  const runtime = readFileSync(path.join(import.meta.dirname, "runtime.ts"), "utf8");
  return (
    [
      `/**\n * ${document.info.title} ${document.info.version}: a client generated from ${baseUrl}/api/v1/openapi.json\n * Documentation: ${baseUrl}/docs/api\n */`,
      `export class Pegboard {\n  private readonly transport: Transport;\n\n  constructor(options: Options | string) {\n    this.transport = new Transport(typeof options === "string" ? { key: options } : options, "${baseUrl}");\n  }\n\n${methodsOf(operationsOf(document))}\n}`,
      ...typesOf(document),
      runtime.trim(),
    ].join("\n\n") + "\n"
  );
}

function typesOf(document: oas31.OpenAPIObject): string[] {
  const declared = Object.entries(schemasOf(document)).filter(
    ([name]) => !/(Page|^Error|^OpenApiDocument)$/.test(name),
  );
  const bodies = bodiesOf(document);
  const types = declared.map(([name, schema]) => {
    const direction = bodies.has(name) ? "sent" : "returned";
    return `${comment(schema.description)}export type ${name} = ${typescriptOf(schema, direction)};`;
  });
  const events = eventsOf(document).flatMap(({ schema }) => componentOf(schema) ?? []);
  return [
    ...types,
    `/** The body of a webhook delivery. */\nexport type WebhookEvent =\n${events.map((name) => `  | ${name}`).join("\n")};`,
  ];
}

/** The names of the schemas of request bodies. */
function bodiesOf(document: oas31.OpenAPIObject): Set<string> {
  const bodies = operationsOf(document).map(({ body }) =>
    body.kind === "json" ? componentOf(body.schema) : undefined,
  );
  return new Set(bodies.filter((name) => name !== undefined));
}

const comment = (words: string | undefined) => (words ? `/** ${words} */\n` : "");

/** The client as JavaScript, for use without TypeScript. */
export function transpileClient(source: string): string {
  return ts.transpileModule(source, {
    compilerOptions: { target: ts.ScriptTarget.ES2022, module: ts.ModuleKind.ESNext },
  }).outputText;
}
