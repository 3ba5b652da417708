// Slow: it reads every page of the reference, and the server renders each.
import { describe, expect, test } from "vitest";
import {
  errorHref,
  eventHref,
  EVENTS,
  groupOf,
  groupHref,
  legacyHref,
  operationHref,
  REFERENCE,
  SCHEMAS,
} from "@/components/api-docs/hrefs";
import { openApiDocument } from "@/lib/openapi/document/openapi-document";
import { errorsOf, eventsOf, groupsOf, operationsOf } from "@/lib/openapi/operations";
import { BASE_URL, send } from "@/tests/support/api";

const document = openApiDocument(BASE_URL);
const operations = operationsOf(document);
const errors = errorsOf(document);
const events = eventsOf(document);

/** The copy of a page's content that React hydrates from. */
const FLIGHT = /<script[^>]*>(?:\(?self\.__next_f)[^]*?<\/script>/g;

describe("the API reference", () => {
  const pages = readPages([
    ...[REFERENCE, ...groupsOf(document).map(({ key }) => groupHref(key)), SCHEMAS, EVENTS],
    ...errors.map(({ code }) => errorHref(code)),
  ]);

  test("has one anchor for every operation, error and event", async () => {
    const wanted = [
      ...operations.map(({ id }) => operationHref(id)),
      ...errors.map(({ code }) => `${REFERENCE}#error-${code}`),
      ...events.map(({ name }) => eventHref(name)),
    ];
    const places = [...(await pages)].flatMap(([path, { ids }]) => ids.map((id) => `${path}#${id}`));
    expect(places).toEqual(expect.arrayContaining(wanted));
    expect(places.filter((place, index) => places.indexOf(place) !== index)).toEqual([]);
  });

  test("has no broken link between its pages", async () => {
    const known = await pages;
    for (const [page, { text }] of known) {
      const links = [...text.matchAll(/ href="((?:\/docs\/[^"#]*)?)#([^"]+)"/g)].map(([, path, id]) => ({
        path: path || page,
        id: id!,
      }));
      expect(links.filter(({ path, id }) => !known.get(path)?.ids.includes(id))).toEqual([]);
    }
  });

  test("redirects anchors from the time when it was a single page", async () => {
    const known = await pages;
    for (const anchor of [
      ...operations.map(({ id }) => id),
      ...events.map(({ name }) => `event-${name}`),
      "schema-Post",
      "be-told",
    ]) {
      const [path = "", id = ""] = legacyHref(anchor)?.split("#") ?? [];
      expect(known.get(path)?.ids).toContain(id);
    }
  });

  test("keeps the markup of every page below 120 kB, and below 300 kB with React's copy of it", async () => {
    const large = [...(await pages)].filter(
      ([, { text }]) => text.length > 300_000 || text.replaceAll(FLIGHT, "").length > 120_000,
    );
    expect(large.map(([path, { text }]) => `${path}: ${text.length}`)).toEqual([]);
  });

  test("shows every operation in curl, JavaScript and Python", async () => {
    for (const { id, method, path } of operations) {
      const { text } = (await pages).get(groupHref(groupOf(id)))!;
      const plain = text
        .slice(0, text.lastIndexOf("</main>"))
        .replace(/<[^>]+>/g, "")
        .replaceAll("&quot;", '"')
        .replaceAll("&#x27;", "'");
      const address = new RegExp(
        path
          .replace(/\{\w+\}/g, "[\\w%-]+")
          .replaceAll("/", "\\/")
          .replaceAll(".", "\\."),
      );
      expect(plain).toMatch(new RegExp(`curl ${method === "GET" ? "" : `-X ${method} `}"[^"]*${address.source}`));
      expect(plain).toMatch(new RegExp(`fetch\\("[^"]*${address.source}`));
      expect(plain).toMatch(new RegExp(`requests\\.${method.toLowerCase()}\\(\\s*"[^"]*${address.source}`));
    }
  });

  test("has a page for every error, with what to do, and the same as Markdown", async () => {
    for (const { code, status, remedy } of errors) {
      const { text } = (await pages).get(errorHref(code))!;
      expect(text).toContain(`href="${errorHref(code)}.md"`);
      const { text: markdown, headers } = await send(`${errorHref(code)}.md`);
      expect(headers.get("content-type")).toBe("text/markdown; charset=utf-8");
      expect(markdown).toContain(`# ${code}\n`);
      expect(markdown).toContain(`HTTP/1.1 ${status} `);
      expect(markdown).toContain(remedy);
      expect(markdown).toContain(`${BASE_URL}/docs/errors/${code}`);
    }
  });

  test("answers 404 for an unknown group, and an unknown error", async () => {
    for (const path of [groupHref("nothing"), errorHref("nothing"), `${errorHref("nothing")}.md`])
      expect((await send(path)).status).toBe(404);
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
