import { expect, test } from "vitest";
import { isEmpty, parseSearch, understands } from "@/lib/domain/people/search/operators";

const day = (iso: string) => new Date(`${iso}T00:00:00.000Z`);

test.each([
  ["brass gears", { words: "brass gears" }],
  ["from:ada brass", { words: "brass", from: "ada" }],
  ["brass from:@ADA", { words: "brass", from: "ada" }],
  ["ｆｒｏｍ：ａｄａ　brass", { words: "brass", from: "ada" }],
  ["has:image", { words: "", hasImage: true }],
  ["Has:Image From:Ada", { words: "", hasImage: true, from: "ada" }],
  ["before:2026-11-29 after:2026-11-01", { words: "", before: day("2026-11-29"), since: day("2026-11-02") }],
  ["after:2026-12-31", { words: "", since: day("2027-01-01") }],
  ['"in a row" from:ada', { words: '"in a row"', from: "ada" }],
  ["  brass \n has:image\tgears ", { words: "brass gears", hasImage: true }],
])("reads %j", (typed, search) => expect(parseSearch(typed, "posts")).toEqual(search));

test.each([
  "to:ada",
  "from:",
  "from: ada",
  "from:a",
  "from:ada,bo",
  "-from:ada",
  "xfrom:ada",
  "has:video",
  "before:tomorrow",
  "before:2026-11",
  "before:2026-02-30",
  "after:2026-13-01",
  "after:0000-01-01",
  "http://from:ada@example.com",
])("leaves %j as words", (typed) => expect(parseSearch(typed, "posts")).toEqual({ words: typed }));

test.each([
  ['"from:ada brass"', { words: '"from:ada brass"' }],
  ['brass "has:image', { words: 'brass "has:image' }],
  ['"brass has:image', { words: '"brass', hasImage: true }],
  ['"one" two" from:ada', { words: '"one" two"', from: "ada" }],
  ['from:"ada" brass', { words: 'from:"ada" brass' }],
  ['"', { words: '"' }],
  ['""', { words: '""' }],
])("reads no operator within a phrase, and ignores a quotation mark without a partner: %j", (typed, search) =>
  expect(parseSearch(typed, "posts")).toEqual(search),
);

test("lets the last of several operators count", () => {
  expect(parseSearch("from:ada from:grace before:2026-01-01 before:2025-01-01 before:never", "posts")).toEqual({
    words: "before:never",
    from: "grace",
    before: day("2025-01-01"),
  });
});

test("knows which kinds have which operators, and leaves those of others as words", () => {
  const typed = "oak from:ada has:image after:2026-01-01";
  expect(parseSearch(typed, "builds")).toEqual({ words: "oak has:image", from: "ada", since: day("2026-01-02") });
  expect(parseSearch(typed, "articles")).toEqual({ words: "oak from:ada has:image", since: day("2026-01-02") });
  expect(parseSearch(typed, "people")).toEqual({ words: typed });
  expect(["posts", "builds", "people"].map((kind) => understands(kind as "posts", "oak from:ada"))).toEqual([
    true,
    true,
    false,
  ]);
  expect(understands("people", "oak from:nobody! has:video")).toBe(true);
});

test("counts neither operators among the words, nor more than a few words, nor what is beyond the limit", () => {
  expect(parseSearch(`from:ada ${"a ".repeat(12)}`, "posts").words.split(" ")).toHaveLength(10);
  expect(parseSearch(`${"a".repeat(95)} from:ada`, "posts")).toEqual({ words: `${"a".repeat(95)} from` });
});

test("is empty only without words and operators", () => {
  expect(["", " ", "\0", "\ud800"].map((typed) => isEmpty(parseSearch(typed, "posts")))).toEqual([
    true,
    true,
    true,
    true,
  ]);
  expect(isEmpty(parseSearch("has:image", "posts"))).toBe(false);
  expect(isEmpty(parseSearch("has:image", "people"))).toBe(false);
});

test("reads a long text of marks and colons in no time", () => {
  for (const part of ['"', ":", "from:", 'from:a"', '" from:']) parseSearch(part.repeat(100_000), "posts");
});
