import { once } from "node:events";
import http from "node:http";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { openApiDocument } from "@/lib/openapi/document/openapi-document";
import { errorsOf, eventsOf, operationsOf } from "@/lib/openapi/operations";
import { generatedText } from "@/lib/openapi/generated-files";
import { tarballOf } from "@/lib/openapi/published";
import { BASE_URL, send } from "@/tests/support/api";

const document = openApiDocument(BASE_URL);
const operations = operationsOf(document);
const errors = errorsOf(document);
const events = eventsOf(document);

test("llms-full.txt describes every operation, error and event", async () => {
  const { status, text, headers } = await send("/llms-full.txt");
  expect(status).toBe(200);
  expect(headers.get("content-type")).toBe("text/plain; charset=utf-8");
  for (const { method, path } of operations) expect(text).toContain(`### ${method} ${path}\n`);
  for (const { code } of errors) expect(text).toContain(`\`${code}\``);
  for (const { name } of events) expect(text).toContain(`\`${name}\``);
});

test("llms.txt is an index, each of whose links leads to a text", async () => {
  const { text } = await send("/llms.txt");
  const links = [...text.matchAll(/\]\((\S+)\)/g)].map(([, link]) => new URL(link!).pathname);
  expect(links).toEqual([...new Set(links)]);
  expect(links).toEqual(expect.arrayContaining(["/docs/api/posts.md", "/docs/errors/not_found.md", "/llms-full.txt"]));
  for (const link of links) expect((await send(link)).status, link).toBe(200);
  expect(text.length).toBeLessThan((await send("/llms-full.txt")).text.length / 5);
});

test("the Postman collection has every operation, with the key and base URL as variables", async () => {
  const { json } = await send("/sdk/postman.json");
  const { item, variable } = json as {
    item: { item: { request: { method: string; url: { raw: string } } }[] }[];
    variable: { key: string }[];
  };
  const requests = item.flatMap((folder) =>
    folder.item.map(
      ({ request }) => `${request.method} ${request.url.raw.replace("{{baseUrl}}", "").replace(/:(\w+)/g, "{$1}")}`,
    ),
  );
  expect(requests.toSorted()).toEqual(operations.map(({ method, path }) => `${method} ${path}`).toSorted());
  const keys = variable.map(({ key }) => key);
  expect(keys.slice(0, 2)).toEqual(["baseUrl", "key"]);
  const used = [...JSON.stringify(item).matchAll(/\{\{(\w+)\}\}/g)].map(([, name]) => name!);
  expect(used.filter((name) => !keys.includes(name))).toEqual([]);
});

describe.each([
  ["/api/v1/openapi.json", "openapi-document.ts"],
  ["/sdk/pegboard.ts", "client-typescript.ts"],
  ["/sdk/pegboard.js", "client-javascript.ts"],
  ["/sdk/pegboard.py", "client-python.ts"],
  ["/sdk/postman.json", "postman-collection.ts"],
  ["/llms.txt", "llms.ts"],
  ["/llms-full.txt", "llms-full.ts"],
] as const)("%s", (path, name) => {
  test("matches the current operations", async () => {
    expect((await send(path)).text).toBe(await generatedText(name, BASE_URL));
  });

  test("is sent in the requested encoding, each with its own ETag", async () => {
    const responses = await Promise.all(["br", "gzip", "identity"].map((encoding) => fetchRaw(path, encoding)));
    expect(responses.map(({ encoding }) => encoding)).toEqual(["br", "gzip", undefined]);
    const [br, gzip, plain] = responses.map(({ body }) => body);
    expect(brotliDecompressSync(br!)).toEqual(plain);
    expect(gunzipSync(gzip!)).toEqual(plain);
    expect(new Set(responses.map(({ etag }) => etag)).size).toBe(3);
  });

  test("is not resent to a client that has it in any encoding", async () => {
    for (const encoding of ["br", "gzip", "identity"]) {
      const { etag } = await fetchRaw(path, encoding);
      const again = await send(path, { headers: { "If-None-Match": etag ?? "" } });
      expect(again).toMatchObject({ status: 304, text: "" });
    }
    expect((await send(path, { headers: { "If-None-Match": '"other"' } })).status).toBe(200);
  });
});

describe("the npm package", () => {
  test("is built reproducibly from the same sources", async () => {
    const files = JSON.parse(await generatedText("npm-package.ts", BASE_URL)) as Record<string, string>;
    const { body, encoding } = await fetchRaw("/sdk/pegboard.tgz", "br, gzip");
    expect({ encoding, isSame: body.equals(await tarballOf(files)) }).toEqual({ encoding: undefined, isSame: true });
  });

  test("is not resent to a client that has it", async () => {
    const { etag = "" } = await fetchRaw("/sdk/pegboard.tgz", "gzip");
    const again = await send("/sdk/pegboard.tgz", { headers: { "If-None-Match": etag } });
    expect(again).toMatchObject({ status: 304, text: "" });
  });
});

/** The response as on the wire; `fetch` would decode it. */
async function fetchRaw(path: string, acceptEncoding: string) {
  const request = http.get(new URL(path, BASE_URL), { headers: { "Accept-Encoding": acceptEncoding } });
  const [response] = (await once(request, "response")) as [http.IncomingMessage];
  const body = Buffer.concat(await response.toArray());
  return { body, etag: response.headers.etag, encoding: response.headers["content-encoding"] };
}
