import { readFileSync } from "node:fs";
import path from "node:path";
import type { oas31 } from "zod-openapi";
import { eventsOf } from "@/lib/description/events";
import { operationsOf, schemasOf } from "@/lib/description/operations";
import { componentOf } from "@/lib/description/schemas";
import { methodsOf } from "./methods";
import { typescriptOf } from "./typescript";

/** The whole client as one TypeScript file that depends on nothing. */
export function writeClient(document: oas31.OpenAPIObject): string {
  const baseUrl = document.servers?.[0]?.url ?? "";
  const runtime = readFileSync(path.join(process.cwd(), "lib/description/client/runtime.ts"), "utf8");
  return (
    [
      `/**\n * ${document.info.title} ${document.info.version}: a client made from ${baseUrl}/api/v1/openapi.json\n * Documentation: ${baseUrl}/docs/api\n */`,
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
  const types = declared.map(
    ([name, schema]) => `${comment(schema.description)}export type ${name} = ${typescriptOf(schema)};`,
  );
  const events = eventsOf(document).flatMap(({ schema }) => componentOf(schema) ?? []);
  return [
    ...types,
    `/** What webhooks deliver. */\nexport type WebhookEvent =\n${events.map((name) => `  | ${name}`).join("\n")};`,
  ];
}

const comment = (words: string | undefined) => (words ? `/** ${words} */\n` : "");
