import type { oas31 } from "zod-openapi";
import { type DocumentedOperation, groupsOf, type OperationGroup } from "./operations";

/**
 * Returns the API as a Postman collection (v2.1): a folder per group, and an example response for every request. It can
 * run from top to bottom: what one request makes, later ones name by a variable, and it is deleted at the end.
 */
export function postmanCollection(document: oas31.OpenAPIObject) {
  const groups = groupsOf(document);
  const operations = groups.flatMap((group) => group.operations);
  const variables = variablesOf(operations);
  const isEnding = ({ id, method, path }: DocumentedOperation) =>
    ENDING.includes(id) || (method === "DELETE" && operations.some((other) => madeBy(other, variables)?.path === path));
  const items = (chosen: readonly DocumentedOperation[]) => chosen.map((operation) => itemOf(operation, variables));
  const folder = ({ title, description, operations: own }: OperationGroup) => ({
    name: title,
    description,
    item: items(own.filter((operation) => !isEnding(operation))),
  });
  const [first, last] = [FIRST, LAST].map((name) => groups.find(({ key }) => key === name)!);
  return {
    info: {
      name: document.info.title,
      description: document.info.description,
      schema: "https://schema.getpostman.com/json/collection/v2.1.0/collection.json",
    },
    auth: { type: "bearer", bearer: [{ key: "token", value: "{{key}}", type: "string" }] },
    variable: [
      { key: "baseUrl", value: document.servers?.[0]?.url ?? "" },
      { key: "key", value: "" },
      ...variables.map(({ name, example }) => ({ key: name, value: example })),
    ],
    item: [
      folder(first!),
      ...groups.filter(({ key }) => key !== FIRST && key !== LAST).map(folder),
      {
        name: "Clean up",
        description: "Ends what the requests above made.",
        item: items(operations.filter((one) => isEnding(one) && !last!.operations.includes(one)).toReversed()),
      },
      { ...folder(last!), item: [...folder(last!).item, ...items(last!.operations.filter(isEnding))] },
    ],
  };
}

/** The group that finds others to act on, and the one whose acts end with it. */
const [FIRST, LAST] = ["feed", "sandbox"];

/** Operations besides deletions that end what others use. */
const ENDING = ["rooms.leave", "sandbox.delete"];

/** A post of somebody else, which bodies name: one's own cannot be reported. */
const OTHER_POST = "otherPostId";

/** The file to upload, in the working directory of Postman or newman. */
const IMAGE = "image.png";

const FIND_OTHERS = `const post = pm.response.code === 200 && pm.response.json().data.at(-1);
if (post) {
  pm.collectionVariables.set("userHandle", post.author.handle);
  pm.collectionVariables.set("${OTHER_POST}", post.id);
}`;

/** What a path parameter names, as a variable of the collection. */
interface Variable {
  /** `postId` */
  name: string;
  /** The segment before the parameter, and the parameter: `posts`, `id`. */
  segment: string;
  parameter: string;
  example: string;
}

function variablesOf(operations: readonly DocumentedOperation[]): Variable[] {
  const found = new Map<string, Variable>();
  for (const { path, parameters } of operations)
    for (const [, segment = "", parameter = ""] of path.matchAll(/(?<![\w-])([\w-]+)\/\{(\w+)\}/g)) {
      const name = nameOf(segment, parameter);
      const { example } = parameters.find((one) => one.in === "path" && one.name === parameter)!;
      if (!found.has(name)) found.set(name, { name, segment, parameter, example: String(example ?? "") });
    }
  const own = found.get("postId");
  return [...found.values(), ...(own ? [{ ...own, name: OTHER_POST, segment: "" }] : [])];
}

/** Some parameters already name what they are of: `deliveryId`. */
function nameOf(segment: string, parameter: string): string {
  if (/[A-Z]/.test(parameter)) return parameter;
  const one = segment === "news" ? segment : segment.replace(/s$/, "");
  return one + parameter[0]!.toUpperCase() + parameter.slice(1);
}

/** The variable of what an operation makes, and the path of that. */
function madeBy({ method, path, response }: DocumentedOperation, variables: readonly Variable[]) {
  if (method !== "POST" || response.status !== 201) return undefined;
  const variable = variables.find(({ segment }) => path.endsWith(`/${segment}`));
  return variable && { variable, path: `${path}/{${variable.parameter}}` };
}

function itemOf(operation: DocumentedOperation, variables: readonly Variable[]) {
  const { summary, description, response } = operation;
  const request = requestOf(operation, variables);
  const saved = {
    name: summary,
    originalRequest: request,
    code: response.status,
    header: [{ key: "Content-Type", value: "application/json" }],
    body: response.example === undefined ? "" : JSON.stringify(response.example, null, 2),
  };
  const made = madeBy(operation, variables)?.variable;
  const script =
    operation.id === "feed.list"
      ? FIND_OTHERS
      : made &&
        `if (pm.response.code < 300) pm.collectionVariables.set("${made.name}", pm.response.json().${made.parameter});`;
  return {
    name: summary,
    request: { ...request, description },
    response: [saved],
    ...(script && { event: [{ listen: "test", script: { type: "text/javascript", exec: script.split("\n") } }] }),
  };
}

function requestOf(
  { method, path, parameters, idempotent, scope, body }: DocumentedOperation,
  variables: readonly Variable[],
) {
  const of = (place: string) => parameters.filter((parameter) => parameter.in === place);
  const segments = path
    .split("/")
    .slice(1)
    .map((segment) => segment.replace(/^\{(\w+)\}$/, ":$1"));
  const named = (parameter: string) =>
    variables.find(
      ({ segment, parameter: known }) => known === parameter && path.includes(`/${segment}/{${parameter}}`),
    );
  return {
    method,
    ...(scope === null ? { auth: { type: "noauth" } } : {}),
    header: idempotent
      ? [
          {
            key: "Idempotency-Key",
            value: "{{$guid}}",
            description: "A retry with the same key returns the same response.",
          },
        ]
      : [],
    url: {
      raw: `{{baseUrl}}/${segments.join("/")}`,
      host: ["{{baseUrl}}"],
      path: segments,
      query: of("query").map(({ name, required, description, schema, example }) => ({
        key: name,
        value: String(schema.default ?? (required ? example : undefined) ?? ""),
        description,
        disabled: !required,
      })),
      variable: of("path").map(({ name, description }) => ({
        key: name,
        value: `{{${named(name)!.name}}}`,
        description,
      })),
    },
    ...bodyOf(body, variables),
  };
}

function bodyOf(body: DocumentedOperation["body"], variables: readonly Variable[]) {
  if (body.kind === "json") {
    // Ids in examples are those of the path parameters. The last variable with an example is the one for bodies.
    const raw = variables
      .filter(({ example }) => example.includes("_"))
      .toReversed()
      .reduce(
        (json, { name, example }) => json.replaceAll(example, `{{${name}}}`),
        JSON.stringify(body.example, null, 2),
      );
    return { body: { mode: "raw", raw, options: { raw: { language: "json" } } } };
  }
  if (body.kind === "none") return {};
  const fields = Object.entries(body.schema.properties ?? {}).map(([key, field]) => ({
    key,
    ...("format" in field && field.format === "binary" ? { type: "file", src: IMAGE } : { type: "text" }),
    disabled: !body.schema.required?.includes(key),
  }));
  return { body: { mode: "formdata", formdata: fields } };
}
