import { expect, test } from "vitest";
import { writePhp } from "@/lib/openapi/client/php/write-php";
import { writePython } from "@/lib/openapi/client/python/write-python";
import { openApiDocument } from "@/lib/openapi/document/openapi-document";
import { operationsOf } from "@/lib/openapi/operations";

const document = openApiDocument("https://pegboard.example");
const python = writePython(document);
const php = writePhp(document);

test("the clients are the same for the same document, and describe every operation", () => {
  expect(writePython(openApiDocument("https://pegboard.example"))).toBe(python);
  expect(writePhp(openApiDocument("https://pegboard.example"))).toEqual(php);
  const phpTexts = Object.values(php).join("\n");
  for (const { summary, scope } of operationsOf(document).filter(({ scope }) => scope !== null)) {
    expect(python).toContain(`"""${summary}. Requires the scope ${scope}."""`);
    expect(phpTexts).toContain(` * ${summary}. Requires the scope ${scope}.`);
  }
});

test("no two things of the Python module have one name", () => {
  const names = Array.from(python.matchAll(/^(?:(?:class|def) )?(\w+)(?:\(| = |:)/gm), ([, name]) => name);
  expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
});
