import { describe, expect, test } from "vitest";
import {
  errorAddress,
  eventAddress,
  EVENTS_PAGE,
  groupOf,
  groupPage,
  movedAddress,
  operationAddress,
  REFERENCE,
  SCHEMAS_PAGE,
} from "@/components/api-docs/addresses";
import { openApiDocument } from "@/lib/api/v1/document";
import { errorsOf } from "@/lib/description/errors";
import { eventsOf } from "@/lib/description/events";
import { groupsOf, operationsOf } from "@/lib/description/operations";
import { send } from "@/tests/support/api";

const document = openApiDocument();
const operations = operationsOf(document);
const errors = errorsOf(document);
const events = eventsOf(document);

describe("the API reference", () => {
  const pages = readPages([
    REFERENCE,
    ...groupsOf(document).map(({ key }) => groupPage(key)),
    SCHEMAS_PAGE,
    EVENTS_PAGE,
  ]);

  test("has a place for every operation, error and event, and each place once", async () => {
    const wanted = [
      ...operations.map(({ id }) => operationAddress(id)),
      ...errors.map(({ code }) => errorAddress(code)),
      ...events.map(({ name }) => eventAddress(name)),
    ];
    const places = [...(await pages)].flatMap(([path, { ids }]) => ids.map((id) => `${path}#${id}`));
    expect(places).toEqual(expect.arrayContaining(wanted));
    expect(places.filter((place, index) => places.indexOf(place) !== index)).toEqual([]);
  });

  test("leads nowhere that is not there", async () => {
    const known = await pages;
    for (const [page, { text }] of known) {
      const links = [...text.matchAll(/ href="((?:\/docs\/[^"#]*)?)#([^"]+)"/g)].map(([, path, id]) => ({
        path: path || page,
        id: id!,
      }));
      expect(links.filter(({ path, id }) => !known.get(path)?.ids.includes(id))).toEqual([]);
    }
  });

  test("still leads there from the anchors of the time when it was one page", async () => {
    const known = await pages;
    for (const anchor of [
      ...operations.map(({ id }) => id),
      ...events.map(({ name }) => `event-${name}`),
      "schema-Post",
    ]) {
      const [path = "", id = ""] = movedAddress(anchor)?.split("#") ?? [];
      expect(known.get(path)?.ids).toContain(id);
    }
  });

  test("sends no page of more than 400 kB, React's own copy of it included", async () => {
    const large = [...(await pages)].filter(([, { text }]) => text.length > 400_000).map(([path]) => path);
    expect(large).toEqual([]);
  });

  test("shows every operation in curl, JavaScript and Python", async () => {
    for (const { id, method, path } of operations) {
      const { text } = (await pages).get(groupPage(groupOf(id)))!;
      const plain = text
        .slice(0, text.lastIndexOf("</main>"))
        .replace(/<[^>]+>/g, "")
        .replaceAll("&quot;", '"')
        .replaceAll("&#x27;", "'");
      const address = new RegExp(
        path
          .replace(/\{\w+\}/g, "[\\w-]+")
          .replaceAll("/", "\\/")
          .replaceAll(".", "\\."),
      );
      expect(plain).toMatch(new RegExp(`curl ${method === "GET" ? "" : `-X ${method} `}"[^"]*${address.source}`));
      expect(plain).toMatch(new RegExp(`fetch\\("[^"]*${address.source}`));
      expect(plain).toMatch(new RegExp(`requests\\.${method.toLowerCase()}\\(\\s*"[^"]*${address.source}`));
    }
  });

  test("has no page for a group that does not exist", async () => {
    expect((await send(groupPage("nothing"))).status).toBe(404);
  });

  async function readPages(paths: string[]): Promise<Map<string, { text: string; ids: string[] }>> {
    const read = async (path: string) => {
      const { status, text } = await send(path);
      expect(status).toBe(200);
      return [path, { text, ids: [...text.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id!) }] as const;
    };
    return new Map(await Promise.all(paths.map(read)));
  }
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
  expect(variable.map(({ key }) => key)).toEqual(["baseUrl", "key"]);
});
