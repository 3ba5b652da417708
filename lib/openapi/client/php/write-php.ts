import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import type { oas31 } from "zod-openapi";
import {
  type ClientMethod,
  type Direction,
  isOpen,
  type MethodGroup,
  methodGroupsOf,
} from "@/lib/openapi/client/methods";
import { eventsOf, type Schema, schemasOf } from "@/lib/openapi/operations";
import { componentOf } from "@/lib/openapi/schemas";

/** Writes the client in PHP, a file a class, which needs no extension that can be left out but OpenSSL. */
export function writePhp(document: oas31.OpenAPIObject): Record<string, string> {
  const baseUrl = document.servers?.[0]?.url ?? "";
  const groups = methodGroupsOf(document);
  const types = new PhpTypes(schemasOf(document));
  const operations = groups.map(
    (group) => [`src/Operations/${classOf(group.name)}.php`, groupClass(group, types)] as const,
  );
  const events = eventsOf(document).map(({ schema }) => types.of(schema, "returned"));
  return {
    ...runtimeFiles(),
    "src/Pegboard.php": clientClass(groups, baseUrl),
    ...Object.fromEntries(operations),
    "src/Types.php": types.class(events),
  };
}

function runtimeFiles(): Record<string, string> {
  const folder = path.join(import.meta.dirname, "runtime");
  const names = readdirSync(folder).toSorted();
  return Object.fromEntries(names.map((name) => [`src/${name}`, readFileSync(path.join(folder, name), "utf8")]));
}

const classOf = (group: string) => group.replace(/^\w/, (letter) => letter.toUpperCase());

const opening = (namespace: string) => `<?php\n\ndeclare(strict_types=1);\n\nnamespace ${namespace};\n`;

function clientClass(groups: readonly MethodGroup[], baseUrl: string): string {
  const properties = groups.map(({ name }) => `    public readonly Operations\\${classOf(name)} $${name};`);
  const guide = `${baseUrl}/docs/api/clients.md`;
  const made = groups.map(({ name }) => `        $this->${name} = new Operations\\${classOf(name)}($transport);`);
  return `${opening("Pegboard")}
/** The API, by group of operations. Documentation: ${guide} */
final class Pegboard
{
${properties.join("\n")}

    /**
     * @param string|\\Closure(): string $key an API key, or what returns a current access token of an app: it is asked
     *     before every call
     * @param float $timeoutSeconds how long one attempt may take
     * @param int $retries how often to repeat a request that is safe to repeat
     */
    public function __construct(
        #[\\SensitiveParameter] string|\\Closure $key,
        string $baseUrl = ${text(baseUrl)},
        float $timeoutSeconds = Transport::DEFAULT_TIMEOUT_SECONDS,
        int $retries = Transport::DEFAULT_RETRIES,
    ) {
        $transport = new Transport($key, $baseUrl, $timeoutSeconds, $retries);
${made.join("\n")}
    }
}
`;
}

function groupClass({ name, methods }: MethodGroup, types: PhpTypes): string {
  const texts = methods.map((method) => methodText(method, types));
  const used = [...new Set(texts.flatMap(({ components }) => components))].toSorted();
  const imports = used.map((component) => ` * @phpstan-import-type ${component} from Types`);
  const docblock = imports.length > 0 ? `/**\n${imports.join("\n")}\n */\n` : "";
  return `${opening("Pegboard\\Operations")}
use Pegboard\\CallOptions;
use Pegboard\\Omit;
use Pegboard\\Paginated;
use Pegboard\\Transport;
use Pegboard\\Types;

${docblock}final class ${classOf(name)}
{
    /** @internal */
    public function __construct(private readonly Transport $transport)
    {
    }

${texts.map(({ code }) => code).join("\n\n")}
}
`;
}

interface Argument {
  /** As the API names it. */
  field: string;
  native: string;
  documented: string;
  description?: string;
  required: boolean;
  /** In a query, null is as good as nothing. */
  inQuery?: boolean;
}

/** Writes one method. Its arguments: path parameters, a file, what is in the body or query, then call options. */
function methodText(method: ClientMethod, types: PhpTypes): { code: string; components: string[] } {
  const { operation, name, summary, pathParameters, query, json, form, item, once } = method;
  const inBody = json ? bodyArguments(json.schema, types) : [];
  const inForm = form ? formArguments(form) : [];
  const inQuery = query.map(({ name, schema, required, description }) => ({
    ...argument(name, schema, types, { required, description }),
    inQuery: true,
  }));
  const all: Argument[] = [
    ...pathParameters.map((field) => ({ field, ...TEXT, required: true })),
    ...[...inForm, ...inBody, ...inQuery].toSorted((a, b) => Number(b.required) - Number(a.required)),
  ];
  const names = [...all.map(({ field }) => field), "options"];
  if (new Set(names).size < names.length) throw new Error(`${operation.id} has two arguments of the same name`);
  const address = addressOf(method);
  const parts = [
    query.length > 0 && `query: ${fieldsText(inQuery)}`,
    json && `json: ${fieldsText(inBody)}`,
    form && `form: ${fieldsText(inForm)}`,
    once && "once: true",
  ].filter(Boolean);
  const sent = `$this->transport->send(${[text(operation.method), address, "$options", ...parts].join(", ")})`;
  const list = `return new Paginated($this->transport, ${address}, ${fieldsText(inQuery)}, $options)`;
  const { documented, native } = returnOf(method, types);
  const tags = [...all.flatMap(parameterTag), ...(documented ? [`@return ${documented}`] : [])];
  const documentation = [prose(summary), ...(tags.length > 0 ? ["", ...tags] : [])];
  const code = [
    "/**",
    ...documentation.map((line) => ` * ${line}`.trimEnd()),
    " */",
    `public function ${name}(`,
    ...all.map((one) => `    ${declared(one)},`),
    "    ?CallOptions $options = null,",
    `): ${native} {`,
    `    ${item ? list : `${native === "void" ? "" : "return "}${sent}`};`,
    "}",
  ];
  return { code: code.map((line) => `    ${line}`).join("\n"), components: types.namedIn(documentation.join("\n")) };
}

function returnOf({ operation, item }: ClientMethod, types: PhpTypes): { documented?: string; native: string } {
  if (item) return { documented: `Paginated<${types.component(item, "returned")}>`, native: "Paginated" };
  const { schema } = operation.response;
  return schema ? { documented: types.of(schema, "returned"), native: "array" } : { native: "void" };
}

function addressOf({ operation, pathParameters }: ClientMethod): string {
  const { path } = operation;
  if (pathParameters.length === 0) return text(path);
  const ids = pathParameters.map((field) => `$${field}`);
  return `Transport::path(${[text(path.replace(/\{\w+\}/g, "%s")), ...ids].join(", ")})`;
}

/** What the declaration of an argument does not say. */
function parameterTag({ field, documented, description, required, inQuery }: Argument): string[] {
  if (documented === "string" && required && !description) return [];
  const type = required ? documented : `${documented}|${inQuery ? "null" : "Omit"}`;
  return [[`@param ${type} $${field}`, ...(description ? [prose(description)] : [])].join(" ")];
}

function declared({ field, native, required, inQuery }: Argument): string {
  if (required) return `${native} $${field}`;
  if (inQuery) return `${native}|null $${field} = null`;
  return `${native === "mixed" ? native : `${native}|Omit`} $${field} = Omit::Value`;
}

const TEXT = { native: "string", documented: "string" };

function formArguments({ file, texts }: NonNullable<ClientMethod["form"]>): Argument[] {
  return [
    { field: file, ...TEXT, required: true, description: "its content" },
    ...texts.map((field) => ({ field, ...TEXT, required: false })),
  ];
}

/** A body is given as its fields. */
function bodyArguments(schema: Schema, types: PhpTypes): Argument[] {
  const { properties = {}, required = [] } = types.resolve(schema);
  return Object.entries(properties as Record<string, Schema>).map(([field, part]) =>
    argument(field, part, types, { required: required.includes(field), description: part.description }),
  );
}

function argument(
  field: string,
  schema: Schema,
  types: PhpTypes,
  { required, description }: { required: boolean; description?: string },
): Argument {
  const documented = types.of(schema, "sent");
  return { field, native: nativeOf(schema, types), documented, description, required };
}

/** The type that PHP itself checks. */
function nativeOf(schema: Schema, types: PhpTypes): string {
  const resolved = types.resolve(schema);
  const parts = (resolved.anyOf ?? resolved.oneOf) as Schema[] | undefined;
  const alternatives = parts
    ? parts.map((part) => nativeOf(part, types))
    : [resolved.type ?? typeof resolved.const].flat().map((type) => NATIVE[type] ?? "mixed");
  return alternatives.includes("mixed") ? "mixed" : [...new Set(alternatives)].join("|");
}

const NATIVE: Record<string, string> = {
  string: "string",
  integer: "int",
  number: "int|float",
  boolean: "bool",
  null: "null",
  array: "array",
  object: "array",
};

const fieldsText = (fields: readonly Argument[]) =>
  `[${fields.map(({ field }) => `${text(field)} => $${field}`).join(", ")}]`;

/** The types of values, as PHPDoc writes them. Only those that the client uses are written. */
class PhpTypes {
  private readonly written = new Map<string, string>();

  constructor(private readonly schemas: Record<string, Schema>) {}

  /** The class whose documentation declares them. */
  class(events: readonly string[]): string {
    const declared = [...this.written]
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, shape]) => ` * @phpstan-type ${name} ${shape}`);
    return `${opening("Pegboard")}
/**
 * The shapes of what the API takes and returns.
 *
${declared.join("\n")}
 * @phpstan-type WebhookEvent ${events.join("|")}
 */
final class Types
{
}
`;
  }

  /** The components that a text names. */
  namedIn(words: string): string[] {
    return [...new Set(words.match(/\b[A-Z]\w+/g))].filter((name) => this.written.has(name));
  }

  resolve(schema: Schema): Schema {
    return this.schemas[componentOf(schema) ?? ""] ?? schema;
  }

  of(schema: Schema, direction: Direction): string {
    const typeOf = (part: Schema) => this.of(part, direction);
    const component = componentOf(schema);
    if (component) return this.component(component, direction);
    if (schema.const !== undefined) return literal(schema.const);
    if (schema.enum) return isOpen(schema, direction) ? "string" : schema.enum.map(literal).join("|");
    const choices = (schema.anyOf ?? schema.oneOf) as Schema[] | undefined;
    if (choices) return [...new Set(choices.map(typeOf))].join("|");
    if (Array.isArray(schema.type)) return schema.type.map((type) => typeOf({ ...schema, type })).join("|");
    if (schema.type === "array") return `list<${typeOf((schema.items ?? {}) as Schema)}>`;
    if (schema.properties) return this.shapeOf(schema, direction);
    if (schema.type === "object") return `array<string, ${this.valuesOf(schema, direction)}>`;
    return PRIMITIVES[schema.type ?? ""] ?? "mixed";
  }

  component(name: string, direction: Direction): string {
    const schema = this.schemas[name];
    if (!schema) return "mixed";
    if (!this.written.has(name)) {
      this.written.set(name, "");
      this.written.set(name, this.of(schema, direction));
    }
    return name;
  }

  private valuesOf({ additionalProperties }: Schema, direction: Direction): string {
    return additionalProperties && typeof additionalProperties === "object"
      ? this.of(additionalProperties as Schema, direction)
      : "mixed";
  }

  private shapeOf({ properties = {}, required = [] }: Schema, direction: Direction): string {
    const fields = Object.entries(properties as Record<string, Schema>).map(
      ([field, part]) => `${field}${required.includes(field) ? "" : "?"}: ${this.of(part, direction)}`,
    );
    return `array{${fields.join(", ")}}`;
  }
}

const PRIMITIVES: Record<string, string> = {
  string: "string",
  integer: "int",
  number: "int|float",
  boolean: "bool",
  null: "null",
};

const text = (value: string) => `'${value.replace(/[\\']/g, "\\$&")}'`;
const literal = (value: unknown) => (typeof value === "string" ? text(value) : String(value));
const prose = (words: string) => words.replaceAll("*/", "* /").replaceAll(/\s+/g, " ");
