import fc from "fast-check";
import type { DocumentedOperation, Schema } from "@/lib/openapi/operations";
import { formOf } from "./forms";
import type { Person } from "./people";
import { brokenBodyOf, parameterOf, valueOf } from "./values";

export interface FuzzedRequest {
  operation: DocumentedOperation;
  caller: number;
  path: string;
  query: [string, string][];
  headers: Record<string, string>;
  body?: string;
  form?: FormData;
  /** The expected outcome; `unknown` if only the general rules can be checked. */
  deserves: "refusal" | "no key" | "unknown";
}

interface World {
  people: readonly Person[];
  slugs: readonly string[];
  schemas: Record<string, Schema>;
}

export function requestsOf(operations: readonly DocumentedOperation[], world: World): fc.Arbitrary<FuzzedRequest> {
  const keyed = operations.filter(({ scope }) => scope !== null);
  return fc
    .constantFrom(...keyed)
    .chain((operation) =>
      fc.nat({ max: world.people.length - 1 }).chain((caller) => requestOf(operation, caller, world)),
    );
}

function requestOf(operation: DocumentedOperation, caller: number, world: World): fc.Arbitrary<FuzzedRequest> {
  const body =
    operation.body.kind === "json"
      ? bodyOf(operation.body.schema, world.schemas)
      : operation.body.kind === "form"
        ? formOf()
        : strayBody(operation.method);
  return fc
    .record({
      path: pathOf(operation, caller, world),
      query: queryOf(operation),
      headers: headersOf(operation),
      body,
      keyless: fc.constantFrom(...Array<boolean>(30).fill(false), true),
    })
    .map(({ path, query, headers, body: { text, form, deserves }, keyless }) => ({
      operation,
      caller,
      path,
      query,
      headers,
      body: text,
      form,
      deserves: keyless ? "no key" : deserves,
    }));
}

export type Body = { text?: string; form?: FormData; deserves: "refusal" | "unknown" };

function bodyOf(schema: Schema, schemas: Record<string, Schema>): fc.Arbitrary<Body> {
  return fc.oneof(
    {
      arbitrary: valueOf(schema, schemas).map((value): Body => ({ text: JSON.stringify(value), deserves: "unknown" })),
      weight: 3,
    },
    { arbitrary: brokenBodyOf(schema, schemas).map((text): Body => ({ text, deserves: "refusal" })), weight: 1 },
  );
}

function strayBody(method: string): fc.Arbitrary<Body> {
  if (method === "GET") return fc.constant({ deserves: "unknown" });
  return fc.oneof(
    { arbitrary: fc.constant<Body>({ deserves: "unknown" }), weight: 5 },
    {
      arbitrary: fc.constantFrom<Body>({ text: '{"a":1}', deserves: "refusal" }, { text: "{}", deserves: "unknown" }),
      weight: 1,
    },
  );
}

/** Ids of the caller's own disposable rows, anybody's kept ones, missing resources, and invalid ones. */
function pathOf({ path }: DocumentedOperation, caller: number, { people, slugs }: World): fc.Arbitrary<string> {
  const own = people[caller]?.disposable.posts ?? [];
  const others = people.filter((_person, index) => index !== caller).map(({ kept }) => kept);
  const pools: Record<string, string[]> = {
    id: path.includes("/webhooks/")
      ? others.map(({ endpoint }) => endpoint)
      : [...own, ...others.flatMap(({ publicPost, privatePost }) => [publicPost, privatePost])],
    handle: people.map(({ account }) => account.handle),
    slug: [...slugs],
    game: ["plinko", "plinko-streak", "plinko-high-roller", "chess"],
  };
  const name = (param: string) =>
    fc.oneof(
      { arbitrary: fc.constantFrom(...(pools[param] ?? ["x"])), weight: 5 },
      {
        arbitrary: fc
          .string({ minLength: 1, maxLength: 30, unit: "grapheme" })
          .filter((text) => !/^\.+$/.test(text) && text.isWellFormed()),
        weight: 1,
      },
    );
  const params = [...path.matchAll(/\{(\w+)\}/g)].map(([, param]) => param!);
  return fc
    .tuple(...params.map(name))
    .map((values) =>
      params.reduce(
        (address, param, index) => address.replace(`{${param}}`, encodeURIComponent(values[index] ?? "")),
        path,
      ),
    );
}

function queryOf({ parameters }: DocumentedOperation): fc.Arbitrary<[string, string][]> {
  const asked = parameters.filter((parameter) => parameter.in === "query");
  const one = (name: string, schema: Schema) =>
    fc.option(
      parameterOf(schema).map((value): [string, string] => [name, value]),
      { nil: undefined },
    );
  return fc
    .tuple(...asked.map(({ name, schema }) => one(name, schema)))
    .map((given) => given.filter((pair) => pair !== undefined));
}

function headersOf({ idempotent, method }: DocumentedOperation): fc.Arbitrary<Record<string, string>> {
  if (idempotent)
    return fc.oneof(
      fc.constant({}),
      fc.constantFrom("one", "two", "three", '"one"').map((key) => ({ "Idempotency-Key": key })),
    );
  return method === "GET"
    ? fc.constantFrom<Record<string, string>>({}, { "If-None-Match": '"x"' }, { "If-None-Match": "*" })
    : fc.constant({});
}
