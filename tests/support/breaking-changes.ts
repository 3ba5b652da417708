import type { oas31 } from "zod-openapi";

type Document = oas31.OpenAPIObject;
type Schema = oas31.SchemaObject & oas31.ReferenceObject;
type Direction = "asked" | "answered";

const METHODS = ["get", "post", "put", "patch", "delete"] as const;

/** The changes from `before` to `after` that would break a client written for `before`. */
export function breakingChanges(before: Document, after: Document): string[] {
  const was = operations(before);
  const is = operations(after);
  return [...was].flatMap(([name, operation]) => {
    const now = is.get(name);
    if (!now) return [`${name} is gone`];
    return [...ofOperation(operation, now, { before, after })].map((change) => `${name}: ${change}`);
  });
}

interface Documents {
  before: Document;
  after: Document;
}

function operations({ paths = {}, webhooks = {} }: Document): Map<string, oas31.OperationObject> {
  const items = [...Object.entries(paths), ...Object.entries(webhooks)];
  return new Map(
    items.flatMap(([path, item]) =>
      METHODS.flatMap((method) => (item[method] ? [[`${method.toUpperCase()} ${path}`, item[method]] as const] : [])),
    ),
  );
}

function* ofOperation(was: oas31.OperationObject, is: oas31.OperationObject, documents: Documents): Generator<string> {
  if (was.operationId !== is.operationId) yield `the operationId ${was.operationId} became ${is.operationId}`;
  if (was["x-required-scope"] !== is["x-required-scope"])
    yield `needs the scope ${is["x-required-scope"]} in place of ${was["x-required-scope"]}`;
  yield* ofParameters(parameters(was), parameters(is), documents);
  yield* ofBodies(was, is, documents);
  for (const [status, response] of Object.entries<oas31.ResponseObject>(was.responses ?? {})) {
    if (!/^2/.test(status)) continue;
    const now = is.responses?.[status] as oas31.ResponseObject | undefined;
    if (!now) yield `no longer answers ${status}`;
    else yield* ofSchemas(json(response), json(now), { ...documents, at: "answer", direction: "answered" });
  }
}

function* ofParameters(
  was: oas31.ParameterObject[],
  is: oas31.ParameterObject[],
  documents: Documents,
): Generator<string> {
  for (const parameter of was) {
    const now = is.find(({ name, in: place }) => name === parameter.name && place === parameter.in);
    if (!now) yield `the parameter ${parameter.name} is gone`;
    else
      yield* ofSchemas(parameter.schema as Schema, now.schema as Schema, {
        ...documents,
        at: parameter.name,
        direction: "asked",
      });
  }
  for (const { name, required } of is) {
    if (required && !was.find((parameter) => parameter.name === name)?.required)
      yield `the parameter ${name} became required`;
  }
}

function* ofBodies(was: oas31.OperationObject, is: oas31.OperationObject, documents: Documents): Generator<string> {
  const [before, after] = [
    was.requestBody as oas31.RequestBodyObject | undefined,
    is.requestBody as oas31.RequestBodyObject | undefined,
  ];
  if (before && !after) yield "no longer takes a body";
  if (after?.required && !before?.required) yield "its body became required";
  if (before && after) yield* ofSchemas(json(before), json(after), { ...documents, at: "body", direction: "asked" });
}

interface Place extends Documents {
  at: string;
  direction: Direction;
}

function* ofSchemas(before: Schema | undefined, after: Schema | undefined, place: Place): Generator<string> {
  if (!before) return;
  if (!after) return yield `${place.at} is gone`;
  const was = resolve(before, place.before);
  const is = resolve(after, place.after);
  yield* ofTypes(was, is, place);
  yield* ofBounds(was, is, place);
  yield* ofProperties(was, is, place);
  if (was.items) yield* ofSchemas(was.items as Schema, is.items as Schema, { ...place, at: `${place.at}[]` });
}

/** Types of responses may only narrow; types of requests may only widen. */
function* ofTypes(was: Schema, is: Schema, { at, direction }: Place): Generator<string> {
  const [narrower, wider] = direction === "answered" ? [is, was] : [was, is];
  const missing = types(narrower).filter(
    (type) => !types(wider).includes(type) && !(type === "integer" && types(wider).includes("number")),
  );
  if (missing.length > 0) yield `${at} was ${types(was).join("|")} and is ${types(is).join("|")}`;
  if (direction === "asked" && is.enum) {
    const refused = (was.enum ?? []).filter((value) => !is.enum?.includes(value));
    if (refused.length > 0) yield `${at} no longer takes ${refused.join(", ")}`;
  }
}

function* ofBounds(was: Schema, is: Schema, { at, direction }: Place): Generator<string> {
  if (direction === "answered") return;
  for (const bound of ["maximum", "maxLength", "maxItems"] as const) {
    if ((is[bound] ?? Infinity) < (was[bound] ?? Infinity)) yield `${at}: ${bound} fell to ${is[bound]}`;
  }
  for (const bound of ["minimum", "minLength", "minItems"] as const) {
    if ((is[bound] ?? -Infinity) > (was[bound] ?? -Infinity)) yield `${at}: ${bound} rose to ${is[bound]}`;
  }
}

function* ofProperties(was: Schema, is: Schema, place: Place): Generator<string> {
  for (const [name, property] of Object.entries(was.properties ?? {})) {
    const now = is.properties?.[name];
    if (!now) yield `${place.at}.${name} is gone`;
    else yield* ofSchemas(property as Schema, now as Schema, { ...place, at: `${place.at}.${name}` });
  }
  const [promised, kept] = place.direction === "answered" ? [was, is] : [is, was];
  for (const name of promised.required ?? []) {
    if (kept.required?.includes(name) || !is.properties?.[name]) continue;
    yield place.direction === "answered"
      ? `${place.at}.${name} is no longer always there`
      : `${place.at}.${name} became required`;
  }
}

function types(schema: Schema): string[] {
  if (schema.anyOf) return schema.anyOf.flatMap((choice) => types(choice as Schema));
  if (schema.type === undefined) return schema.$ref ? [schema.$ref] : [];
  return Array.isArray(schema.type) ? schema.type : [schema.type];
}

function resolve(schema: Schema, document: Document): Schema {
  const name = schema.$ref?.replace("#/components/schemas/", "");
  return name === undefined ? schema : ((document.components?.schemas?.[name] ?? {}) as Schema);
}

const parameters = ({ parameters = [] }: oas31.OperationObject) => parameters as oas31.ParameterObject[];
const json = ({ content }: { content?: oas31.ContentObject }) =>
  content?.["application/json"]?.schema as Schema | undefined;
