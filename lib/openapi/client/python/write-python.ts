import { readFileSync } from "node:fs";
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

/** Writes the client in Python as a single module, which needs only the standard library. */
export function writePython(document: oas31.OpenAPIObject): string {
  const baseUrl = document.servers?.[0]?.url ?? "";
  const types = new PythonTypes(schemasOf(document));
  const groups = methodGroupsOf(document);
  const classes = groups.map((group) => groupClass(group, types));
  const events = eventsOf(document).map(({ schema }) => types.of(schema, "returned", "WebhookEvent"));
  const runtime = readFileSync(path.join(import.meta.dirname, "runtime.py"), "utf8");
  return (
    [
      `"""${document.info.title} ${document.info.version}: a client generated from ${baseUrl}/api/v1/openapi.json\n\nDocumentation: ${baseUrl}/docs/api/clients.md\n"""`,
      runtime.trim(),
      ...types.classes(),
      `# The body of a webhook delivery. Its \`event\` says which.\nWebhookEvent = Union[\n${events.map((name) => `    ${name},`).join("\n")}\n]`,
      ...classes,
      clientClass(groups, baseUrl),
    ].join("\n\n\n") + "\n"
  );
}

function clientClass(groups: readonly MethodGroup[], baseUrl: string): string {
  const fields = groups.map(({ name }) => `        self.${snake(name)} = ${classOf(name)}(transport)`);
  return `class Pegboard:
    """The API, by group of operations.

    \`key\` is an API key, or what returns a current access token of an app: it is asked before every call.
    \`timeout\` is how long one attempt may take, in seconds; \`retries\`, how often to repeat what is safe to repeat.
    """

    def __init__(
        self,
        key: Union[str, Callable[[], str]],
        *,
        base_url: str = ${text(baseUrl)},
        timeout: float = DEFAULT_TIMEOUT_SECONDS,
        retries: int = DEFAULT_RETRIES,
    ) -> None:
        transport = Transport(key, base_url, timeout, retries)
${fields.join("\n")}`;
}

const classOf = (group: string) => `${pascal(group)}Operations`;

function groupClass({ name, methods }: MethodGroup, types: PythonTypes): string {
  const texts = methods.map((method) => methodText(method, types, pascal(name)));
  return `class ${classOf(name)}:\n    def __init__(self, transport: Transport) -> None:\n        self._transport = transport\n\n${texts.join("\n\n")}`;
}

interface Argument {
  /** As the API names it. */
  field: string;
  type: string;
  required: boolean;
  /** In a query, null is as good as nothing. */
  inQuery?: boolean;
}

/** Writes one method. Path parameters and a file are positional; what is in the body or query is named. */
function methodText(method: ClientMethod, types: PythonTypes, group: string): string {
  const { operation, name, summary, pathParameters, query, json, form, item, once } = method;
  const context = `${group}${pascal(name)}`;
  const inBody = json ? bodyFields(json.schema, types, context) : [];
  const inForm = (form?.texts ?? []).map((field) => ({ field, type: "str", required: false }));
  const inQuery = query.map(({ name, required, schema }) => ({
    field: name,
    type: types.of(schema, "sent", context + pascal(name)),
    required,
    inQuery: true,
  }));
  const named = [...inBody, ...inForm, ...inQuery].toSorted((a, b) => Number(b.required) - Number(a.required));
  const args = [
    "self",
    ...pathParameters.map((parameter) => `${argument(parameter)}: str`),
    form && `${argument(form.file)}: Union[bytes, BinaryIO]`,
    named.length > 0 && "*",
    ...named.map(declared),
    "**options: Unpack[Options]",
  ].filter((one) => typeof one === "string");
  const repeated = args.find((one, index) => args.findIndex((other) => nameOf(other) === nameOf(one)) !== index);
  if (repeated) throw new Error(`${operation.id} has two arguments ${repeated}`);
  const address = addressOf(method);
  const { schema } = operation.response;
  const returned = item ? `Paginated[${types.component(item, "returned")}]` : types.returned(schema, context);
  const parts = [
    query.length > 0 && `query=${fieldsText(inQuery)}`,
    json && `json=${fieldsText(inBody)}`,
    form && `form=${fieldsText([{ field: form.file }, ...inForm])}`,
    once && "once=True",
  ].filter(Boolean);
  const sent = `self._transport.send(${[text(operation.method), address, "options", ...parts].join(", ")})`;
  const single = schema ? `return cast(${text(returned)}, ${sent})` : sent;
  const result = item ? `return Paginated(self._transport, ${address}, ${fieldsText(inQuery)}, options)` : single;
  const lines = [`def ${snake(name)}(`, ...args.map((one) => `    ${one},`), `) -> ${returned}:`];
  return [...lines, `    ${docstring(summary)}`, `    ${result}`].map((line) => `    ${line}`).join("\n");
}

function declared({ field, type, required, inQuery }: Argument): string {
  if (required) return `${argument(field)}: ${type}`;
  return inQuery ? `${argument(field)}: Optional[${type}] = None` : `${argument(field)}: ${type} = UNSET`;
}

function addressOf({ operation, pathParameters }: ClientMethod): string {
  const { path } = operation;
  if (pathParameters.length === 0) return text(path);
  return `_path(${[text(path.replace(/\{\w+\}/g, "{}")), ...pathParameters.map(argument)].join(", ")})`;
}

const nameOf = (argument: string) => argument.split(":")[0];

/** A body is given as its fields. */
function bodyFields(schema: Schema, types: PythonTypes, context: string): Argument[] {
  const { properties = {}, required = [] } = types.resolve(schema);
  return Object.entries(properties as Record<string, Schema>).map(([field, part]) => ({
    field,
    type: types.of(part, "sent", context + pascal(field)),
    required: required.includes(field),
  }));
}

const fieldsText = (fields: readonly { field: string }[]) =>
  `{${fields.map(({ field }) => `${text(field)}: ${argument(field)}`).join(", ")}}`;

/** The types of values: a class for every object. Only those that the client uses are written. */
class PythonTypes {
  private readonly written = new Map<string, { schema: Schema; text: string }>();

  constructor(private readonly schemas: Record<string, Schema>) {}

  classes(): string[] {
    return [...this.written.values()].map(({ text }) => text);
  }

  resolve(schema: Schema): Schema {
    return this.schemas[componentOf(schema) ?? ""] ?? schema;
  }

  /** Returns a type. An object without a name of its own is named after where it is. */
  of(schema: Schema, direction: Direction, place: string): string {
    const typeOf = (part: Schema) => this.of(part, direction, place);
    const component = componentOf(schema);
    if (component) return this.component(component, direction);
    if (schema.const !== undefined) return `Literal[${literal(schema.const)}]`;
    if (schema.enum) return isOpen(schema, direction) ? "str" : `Literal[${schema.enum.map(literal).join(", ")}]`;
    const choices = (schema.anyOf ?? schema.oneOf) as Schema[] | undefined;
    if (choices) return union(choices.map(typeOf));
    if (Array.isArray(schema.type)) return union(schema.type.map((type) => typeOf({ ...schema, type })));
    if (schema.type === "array") return `List[${typeOf((schema.items ?? {}) as Schema)}]`;
    if (schema.properties) return this.object(place, schema, direction);
    if (schema.type === "object") return `Dict[str, ${this.valuesOf(schema, direction, place)}]`;
    return PRIMITIVES[schema.type ?? ""] ?? "Any";
  }

  /** What a method returns: nothing, if its response has no body. */
  returned(schema: Schema | undefined, place: string): string {
    return schema ? this.of(schema, "returned", place) : "None";
  }

  component(name: string, direction: Direction): string {
    const schema = this.schemas[name];
    if (!schema) return "Any";
    return schema.properties ? this.object(name, schema, direction) : this.of(schema, direction, name);
  }

  private valuesOf({ additionalProperties }: Schema, direction: Direction, place: string): string {
    return additionalProperties && typeof additionalProperties === "object"
      ? this.of(additionalProperties as Schema, direction, `${place}Value`)
      : "Any";
  }

  private object(name: string, schema: Schema, direction: Direction): string {
    const known = this.written.get(name);
    if (known && JSON.stringify(known.schema) !== JSON.stringify(schema)) throw new Error(`Two types are ${name}`);
    if (known) return name;
    const entry = { schema, text: "" };
    this.written.set(name, entry);
    const { properties = {}, required = [] } = schema;
    const fields = Object.entries(properties as Record<string, Schema>).map(([field, part]) => {
      const type = this.of(part, direction, name + pascal(field));
      return { field, type: required.includes(field) ? type : `NotRequired[${type}]`, description: part.description };
    });
    entry.text = fields.some(({ field }) => KEYWORDS.has(field))
      ? `${name} = TypedDict(${text(name)}, {${fields.map(({ field, type }) => `${text(field)}: ${text(type)}`).join(", ")}})`
      : [
          `class ${name}(TypedDict):`,
          ...(schema.description ? [`    ${docstring(schema.description)}\n`] : []),
          ...fields.flatMap(({ field, type, description }) => [
            `    ${field}: ${type}`,
            ...(description ? [`    ${docstring(description)}`] : []),
          ]),
        ].join("\n");
    return name;
  }
}

const PRIMITIVES: Record<string, string> = {
  string: "str",
  integer: "int",
  number: "float",
  boolean: "bool",
  null: "None",
};

const KEYWORDS = new Set(["from", "is", "in", "not", "and", "or", "class", "def", "del", "global", "import", "pass"]);

/** An argument that is a keyword of Python ends with an underscore. */
const argument = (field: string) => (KEYWORDS.has(field) ? `${field}_` : field);

function union(types: readonly string[]): string {
  const different = [...new Set(types)];
  return different.length === 1 ? different[0]! : `Union[${different.join(", ")}]`;
}

/** Strings of JSON are strings of Python. */
const text = (value: string) => JSON.stringify(value);
const literal = (value: unknown) =>
  value === null ? "None" : typeof value === "boolean" ? (value ? "True" : "False") : JSON.stringify(value);
const docstring = (words: string) =>
  `"""${words.replaceAll("\\", "\\\\").replaceAll('"""', "'''").replace(/"$/, '\\"')}"""`;

const pascal = (name: string) => name.replace(/(?:^|_)(\w)/g, (_match, letter: string) => letter.toUpperCase());

/** `listVersions` is `list_versions`. */
const snake = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
