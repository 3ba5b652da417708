import { describe, expect, test } from "vitest";
import { transpileClient, writeClient } from "@/lib/openapi/client/write-client";
import { openApiDocument } from "@/lib/openapi/document/openapi-document";
import { operationsOf } from "@/lib/openapi/operations";

type Method = (...args: unknown[]) => PromiseLike<unknown>;
interface ClientModule {
  Pegboard: new (options: object) => Record<string, Record<string, Method>>;
}

const document = openApiDocument("https://pegboard.example");
const source = transpileClient(writeClient(document));
const { Pegboard } = (await import(
  `data:text/javascript;base64,${Buffer.from(source).toString("base64")}`
)) as ClientModule;

/** What a server of a later version returns: every object has a field more, and every word is one not known yet. */
function newer(value: unknown): unknown {
  if (typeof value === "string") return /^[A-Za-z]+$/.test(value) ? `${value}_NEW` : value;
  if (Array.isArray(value)) return value.map(newer);
  if (value === null || typeof value !== "object") return value;
  const fields = Object.entries(value).map(([name, field]) => [name, name === "nextCursor" ? null : newer(field)]);
  return { ...Object.fromEntries(fields), addedLater: { since: "v1.9" } };
}

describe("a client of this version passes on what a newer server returns", () => {
  const operations = operationsOf(document).filter(({ scope }) => scope !== null);

  test.each(operations.map((operation) => ({ name: operation.id, ...operation })))(
    "from $name",
    async ({ id, parameters, body, response }) => {
      const returned = newer(response.example);
      const answer = () =>
        response.schema ? Response.json(returned, { status: response.status }) : new Response(null, { status: 204 });
      const pegboard = new Pegboard({ key: "pb_live_x", fetch: async () => answer() });
      const [group = "", method = ""] = id.split(".");
      const inPath = parameters.filter((parameter) => parameter.in === "path").map(({ name }) => name);
      const sent = body.kind === "json" ? [body.example] : body.kind === "form" ? [new Blob(["pixels"])] : [];
      expect(await pegboard[group]?.[method]?.(...inPath, ...sent)).toEqual(response.schema ? returned : undefined);
    },
  );

  test("from a list that is iterated", async () => {
    const page = newer(operationsOf(document).find(({ id }) => id === "feed.list")?.response.example);
    const pegboard = new Pegboard({ key: "pb_live_x", fetch: async () => Response.json(page) });
    const seen: unknown[] = [];
    for await (const post of pegboard.feed?.list?.() as unknown as AsyncIterable<unknown>) seen.push(post);
    expect(seen).toEqual((page as { data: unknown[] }).data);
    expect(seen).not.toEqual([]);
  });
});
