import fs from "node:fs";
import path from "node:path";
import fc from "fast-check";
import { PROJECT } from "@/lib/infra/process/project";

/** Text that people, programs and attackers put into URLs, unescaped. */
const JUNK = [
  "",
  " ",
  "0",
  "-1",
  "1",
  "NaN",
  "1e309",
  "9".repeat(400),
  "0000-01-01T00:00:00Z",
  "9999-12-31T23:59:59.999999999999999999Z",
  "2026-02-31T00:00:00Z",
  "-004713-01-01T00:00:00Z",
  "+275760-09-13T00:00:00Z",
  "\0",
  "a\0b",
  "\u202e",
  "\u{e0041}",
  "💥",
  "x".repeat(5000),
  "__proto__",
  "constructor",
  "toString",
  "../../etc/passwd",
  "..",
  "//evil.example",
  "/／x",
  "https://evil.example",
  "javascript:alert(1)",
  '\'; DROP TABLE "Post"; --',
  "%",
  "%%%",
  "<script>",
  "[object Object]",
  "null",
  "undefined",
  "true",
  "{}",
  "[]",
  "a,b",
  "@ada",
  "#",
  "\\",
  "\r\nX-Injected: 1",
  "AAAA",
  "eyJhIjoxfQ",
];
/** Invalid UTF-8 escapes: an overlong letter, a lone surrogate, an invalid first byte. */
const BROKEN = ["%C0%80", "%ED%A0%80", "%FF", "%E0%A4%A"];

/** Validly escaped. */
export const readableJunk = fc.oneof(
  { arbitrary: fc.constantFrom(...JUNK).map(encodeURIComponent), weight: 3 },
  {
    arbitrary: fc
      .string({ unit: "grapheme", maxLength: 60 })
      .filter((text) => text.isWellFormed())
      .map(encodeURIComponent),
    weight: 1,
  },
);
/** A value for a query or path, validly escaped or not. */
export const junk = fc.oneof(
  { arbitrary: readableJunk, weight: 8 },
  { arbitrary: fc.constantFrom(...BROKEN), weight: 1 },
);

/** Some parameters of these names, some of them twice, each with a valid value or junk. */
export function queryOf(names: readonly string[], fit: readonly string[] = []): fc.Arbitrary<string> {
  const value =
    fit.length > 0 ? fc.oneof({ arbitrary: junk, weight: 3 }, { arbitrary: fc.constantFrom(...fit), weight: 1 }) : junk;
  return fc
    .array(fc.tuple(fc.constantFrom(...names, "x"), value), { maxLength: 4 })
    .map((pairs) => (pairs.length > 0 ? `?${pairs.map(([name, text]) => `${name}=${text}`).join("&")}` : ""));
}

/** A path with its `{names}` filled in, mostly with existing ones. */
export function pathOf(
  pattern: string,
  known: Readonly<Record<string, readonly string[]>>,
  strange = junk,
): fc.Arbitrary<string> {
  const params = [...pattern.matchAll(/\{(\w+)\}/g)].map(([, param]) => param!);
  // An empty or dotted segment would name another path.
  const segment = strange.filter((text) => text !== "" && !/^(\.|%2e)+$/i.test(text));
  const name = (param: string) =>
    fc.oneof({ arbitrary: fc.constantFrom(...(known[param] ?? ["x"])), weight: 3 }, { arbitrary: segment, weight: 2 });
  return fc
    .tuple(...params.map(name))
    .map((values) =>
      params.reduce((address, param, index) => address.replace(`{${param}}`, () => values[index] ?? "x"), pattern),
    );
}

/** The URLs of the files with these names in a folder of the app. */
export function addressesIn(folder: string, file: RegExp): string[] {
  const files = fs
    .readdirSync(path.join(PROJECT, folder), { recursive: true, encoding: "utf8" })
    .filter((name) => file.test(path.basename(name)));
  const route = folder.replace(/^app\/?/, "").replace(/\([^)]*\)\/?/, "");
  return files.map(
    (name) => `/${path.join(route, path.dirname(name))}`.replace(/\/\.?$/, "").replace(/\[(\w+)\]/g, "{$1}") || "/",
  );
}
