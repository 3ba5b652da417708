import { describe, expect, test } from "vitest";
import type { oas31 } from "zod-openapi";
import { ID_PREFIXES, type IdPrefix } from "@/lib/domain/kernel/id";
import { openApiDocument } from "@/lib/openapi/document/openapi-document";
import { eventsOf, operationsOf } from "@/lib/openapi/operations";

const ID = /\b([a-z]+)_[0-9A-Za-z]{22}\b/g;
const PREFIXES = new Set<string>(Object.values(ID_PREFIXES));

/** Fields that hold an id of one kind wherever they stand. */
const FIELDS: Record<string, IdPrefix> = {
  postId: "post",
  commentId: "cmt",
  parentId: "cmt",
  parent_id: "cmt",
  userId: "user",
  endpointId: "whe",
  deliveryId: "whd",
  eventId: "evt",
  media_ids: "media",
};

/** What the `id` of a value is, by a field that only its kind has. The first that fits decides. */
const KINDS: readonly [field: string, prefix: IdPrefix][] = [
  ["alt", "media"],
  ["expires_at", "media"],
  ["audience", "post"],
  ["replyCount", "cmt"],
  ["preview", "ntf"],
  ["sequence", "whd"],
  ["nextAttemptAt", "whd"],
  ["url", "whe"],
  ["event", "evt"],
  ["handle", "user"],
];

const document = openApiDocument("https://pegboard.example");
const examples: [string, unknown][] = [
  ...eventsOf(document).map(({ name, example }): [string, unknown] => [name, example]),
  ...operationsOf(document).flatMap(({ id, body, response, parameters }): [string, unknown][] => [
    [`${id} parameters`, Object.fromEntries(parameters.map(({ name, example }) => [name, example]))],
    [`${id} request`, "example" in body ? body.example : undefined],
    [`${id} response`, response.example],
  ]),
];

describe("every example id in the documentation", () => {
  test("begins with the prefix of a real kind of id", () => {
    const text = JSON.stringify(document satisfies oas31.OpenAPIObject);
    const made = [...text.matchAll(ID)].filter(([, prefix = ""]) => !PREFIXES.has(prefix)).map(([id]) => id);
    expect([...new Set(made)]).toEqual([]);
  });

  test("is of the kind that its field contains", () => {
    const wrong = examples.flatMap(([name, example]) =>
      [...idsIn(example)]
        .filter(({ id, prefix }) => !id.startsWith(`${prefix}_`))
        .map(({ field, id, prefix }) => `${name}: ${field} is ${id}, not ${prefix}_…`),
    );
    expect(wrong).toEqual([]);
  });

  test("is in every field where one is expected", () => {
    const fields = new Set(examples.flatMap(([, example]) => [...idsIn(example)].map(({ field }) => field)));
    expect([...fields].toSorted()).toEqual(
      [...Object.keys(FIELDS).filter((name) => !OPTIONAL.has(name)), "id"].toSorted(),
    );
  });
});

/** Optional, and in no example. */
const OPTIONAL = new Set(["parentId", "parent_id", "media_ids"]);

function* idsIn(value: unknown): Generator<{ field: string; id: string; prefix: IdPrefix }> {
  if (typeof value !== "object" || value === null) return;
  const kind = KINDS.find(([field]) => field in value)?.[1];
  for (const [field, inner] of Object.entries(value)) {
    const prefix = field === "id" ? kind : FIELDS[field];
    for (const id of [inner].flat()) {
      if (prefix && typeof id === "string") yield { field, id, prefix };
      else yield* idsIn(id);
    }
  }
}
