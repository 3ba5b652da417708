import { describe, expect, test } from "vitest";
import { openApiDocument } from "@/lib/api/v1/document";
import { errorsOf } from "@/lib/description/errors";
import { eventsOf } from "@/lib/description/events";
import { operationsOf } from "@/lib/description/operations";
import { send } from "@/tests/support/api";

const document = openApiDocument();
const operations = operationsOf(document);
const errors = errorsOf(document);
const events = eventsOf(document);

describe("/docs/api", () => {
  const page = send("/docs/api").then(({ status, text }) => ({ status, text, ids: [...text.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id!) }));

  test("has a place for every operation, error, event and scope, and each place once", async () => {
    const { status, ids } = await page;
    expect(status).toBe(200);
    const wanted = [...operations.map(({ id }) => id), ...errors.map(({ code }) => `error-${code}`), ...events.map(({ name }) => `event-${name}`)];
    expect(ids).toEqual(expect.arrayContaining(wanted));
    expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([]);
  });

  test("leads nowhere that is not there", async () => {
    const { text, ids } = await page;
    const links = new Set([...text.matchAll(/ href="#([^"]+)"/g)].map(([, id]) => id!));
    expect([...links].filter((id) => !ids.includes(id))).toEqual([]);
  });

  test("shows every operation in curl, JavaScript and Python", async () => {
    const { text } = await page;
    const plain = text.slice(0, text.lastIndexOf("</main>")).replace(/<[^>]+>/g, "").replaceAll("&quot;", '"').replaceAll("&#x27;", "'");
    for (const { method, path } of operations) {
      const address = new RegExp(path.replace(/\{\w+\}/g, "[\\w-]+").replaceAll("/", "\\/").replaceAll(".", "\\."));
      expect(plain).toMatch(new RegExp(`curl ${method === "GET" ? "" : `-X ${method} `}"[^"]*${address.source}`));
      expect(plain).toMatch(new RegExp(`fetch\\("[^"]*${address.source}`));
      expect(plain).toMatch(new RegExp(`requests\\.${method.toLowerCase()}\\(\\s*"[^"]*${address.source}`));
    }
  });
});

test("/llms.txt tells of every operation, error and event", async () => {
  const { status, text, headers } = await send("/llms.txt");
  expect(status).toBe(200);
  expect(headers.get("content-type")).toBe("text/plain; charset=utf-8");
  for (const { method, path } of operations) expect(text).toContain(`### ${method} ${path}\n`);
  for (const { code } of errors) expect(text).toContain(`\`${code}\``);
  for (const { name } of events) expect(text).toContain(`\`${name}\``);
});

test("the Postman collection has every operation, with the key and the address as variables", async () => {
  const { json } = await send("/sdk/postman.json");
  const { item, variable } = json as { item: { item: { request: { method: string; url: { raw: string } } }[] }[]; variable: { key: string }[] };
  const requests = item.flatMap((folder) => folder.item.map(({ request }) => `${request.method} ${request.url.raw.replace("{{baseUrl}}", "").replace(/:(\w+)/g, "{$1}")}`));
  expect(requests.toSorted()).toEqual(operations.map(({ method, path }) => `${method} ${path}`).toSorted());
  expect(variable.map(({ key }) => key)).toEqual(["baseUrl", "key"]);
});
