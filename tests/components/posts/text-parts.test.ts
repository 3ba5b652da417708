import { expect, test } from "vitest";
import { textParts } from "@/components/posts/text-parts";

const shown = (content: string) =>
  textParts(content)
    .map((part) =>
      part.kind === "text"
        ? part.text
        : `[${part.kind} ${part.kind === "code" ? part.text : part.kind === "mention" ? part.handle : part.href}]`,
    )
    .join("");

test.each([
  ["plain words", "plain words"],
  ["ask @Ada_1, she knows", "ask [mention ada_1], she knows"],
  ["mail me at ada@example.com", "mail me at ada@example.com"],
  ["@ab is too short", "@ab is too short"],
  ["see https://a.example/b.", "see [link https://a.example/b]."],
  ["(see https://a.example/b)", "(see [link https://a.example/b])"],
  ["https://a.example/b_(c)", "[link https://a.example/b_(c)]"],
  ["https://a.example/@ada stays whole", "[link https://a.example/@ada] stays whole"],
  ["run `npm ci @home`", "run [code npm ci @home]"],
  ["read /news/a-clock-tower, then /builds", "read [path /news/a-clock-tower], then [path /builds]"],
  ["and/or 1/2 ~/docs", "and/or 1/2 ~/docs"],
  ["javascript:alert(1)", "javascript:alert(1)"],
  ["https://", "https://"],
])("%s", (content, parts) => {
  expect(shown(content)).toBe(parts);
});

test("no part of a text is lost, whatever it contains", () => {
  const content = "a @ada `b` https://c.example/d, /news/e\n\n@@ ``` https:// \u{1F600}";
  expect(
    textParts(content)
      .map((part) => (part.kind === "code" ? `\`${part.text}\`` : part.kind === "link" ? part.href : part.text))
      .join(""),
  ).toBe(content);
});

test("a long URL is truncated after a letter, and links to the full URL", () => {
  const href = "https://www.example.com/a/very/long/wanderer/that/goes/on";
  expect(textParts(href)).toEqual([{ kind: "link", href, text: "example.com/a/very/long/wanderer…" }]);
});

test("a mention links to the person whom it meant when it was written, and unknown handles stay text", () => {
  const parts = textParts("@Ada, @bea and @constructor", { ada: "ada_two" });
  expect(parts).toEqual([
    { kind: "mention", handle: "ada_two", text: "@Ada" },
    { kind: "text", text: ", @bea and @constructor" },
  ]);
});
