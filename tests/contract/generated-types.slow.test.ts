// Slow: compiling the generated types takes longer than all other tests of the client.
import { writeFileSync } from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";
import openapiTS, { astToString } from "openapi-typescript";
import ts from "typescript";
import { afterAll, expect, test } from "vitest";
import { openApiDocument } from "@/lib/openapi/document/openapi-document";
import { BASE_URL } from "@/tests/support/api";
import { newAccount } from "@/tests/support/api-accounts";
import { compile } from "@/tests/support/compile";
import { temporaryFolder } from "@/tests/support/temporary-folder";

const folder = temporaryFolder(afterAll);

test("the types that openapi-typescript generates compile, and make a working client", async () => {
  const account = await newAccount();
  const types = astToString(await openapiTS(JSON.stringify(openApiDocument("https://pegboard.example"))));
  const use = `
    type Paths = paths;
    type Get<P extends keyof Paths> = Paths[P] extends { get: { responses: { 200: { content: { "application/json": infer A } } } } } ? A : never;
    type Made<P extends keyof Paths> = Paths[P] extends { post: { responses: { 201: { content: { "application/json": infer A } } } } } ? A : never;
    const headers = (key: string) => ({ Authorization: "Bearer " + key, "Content-Type": "application/json" });
    export async function run(baseUrl: string, key: string): Promise<{ made: string; seen: (string | undefined)[] }> {
      const body: components["schemas"]["NewPost"] = { content: "Typed", audience: "PRIVATE" };
      const made: Made<"/api/v1/posts"> = await (await fetch(baseUrl + "/api/v1/posts", { method: "POST", headers: headers(key), body: JSON.stringify(body) })).json();
      const page: Get<"/api/v1/posts"> = await (await fetch(baseUrl + "/api/v1/posts", { headers: headers(key) })).json();
      return { made: made.id, seen: page.data.map(({ id }) => id) };
    }`;
  const file = path.join(folder, "typed.ts");
  writeFileSync(file, `${types}\n${use}`);
  expect(compile([file])).toEqual([]);
  const script = ts.transpileModule(use, {
    compilerOptions: { target: ts.ScriptTarget.ES2022, module: ts.ModuleKind.ESNext },
  }).outputText;
  writeFileSync(path.join(folder, "typed.mjs"), script);
  const { run } = (await import(pathToFileURL(path.join(folder, "typed.mjs")).href)) as {
    run(baseUrl: string, key: string): Promise<{ made: string; seen: string[] }>;
  };
  const { made, seen } = await run(BASE_URL, account.key);
  expect(seen).toEqual([made]);
});
