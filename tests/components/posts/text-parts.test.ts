import { expect, test } from "vitest";
import { textParts } from "@/components/posts/text-parts";

const shown = (content: string) =>
  textParts(content, { ada: "ada", ada_1: "ada_1" })
    .map((part) =>
      part.kind === "text"
        ? part.text
        : `[${part.kind} ${part.kind === "code" ? part.text : part.kind === "mention" ? part.handle : part.kind === "tag" ? part.tag : part.href}]`,
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
  ["#Brass, ＃ＢＲＡＳＳ and #STRASSE #Straße", "[tag brass], [tag brass] and [tag strasse] [tag strasse]"],
  ["#日本語。#café! (#a_b)", "[tag 日本語]。[tag café]! ([tag a_b])"],
  ["#2026 #١٢ #① are numbers, #v2 and #_1 not", "#2026 #١٢ #① are numbers, [tag v2] and [tag _1] not"],
  ["C#sharp a/#b @#c &#39; ##d ＃#e x=#f", "C#sharp a/#b @#c &#39; ##d ＃#e x=#f"],
  ["`#code` https://a.example/#part #️⃣ #", "[code #code] [link https://a.example/#part] #️⃣ #"],
  ["#\u0301mark", "#\u0301mark"],
  [`#${"a".repeat(50)} #${"b".repeat(51)}`, `[tag ${"a".repeat(50)}] #${"b".repeat(51)}`],
  // What folds to more, or to spaces, is no name.
  [`#${"ﬃ".repeat(17)} #ﷺ`, `#${"ﬃ".repeat(17)} #ﷺ`],
  ["read /tags/brass", "read [path /tags/brass]"],
  ["https://", "https://"],
  // What follows a link belongs to the sentence.
  ["https://example.com/、これ", "[link https://example.com/]、これ"],
  ["これhttps://example.com/a。次", "これ[link https://example.com/a]。次"],
  [
    "「https://example.com/a」と（https://example.com/b）",
    "「[link https://example.com/a]」と（[link https://example.com/b]）",
  ],
  ["**https://a.example/b**", "**[link https://a.example/b]**"],
  ["_https://a.example/b_ ~~https://a.example/c~~", "_[link https://a.example/b]_ ~~[link https://a.example/c]~~"],
  ["(https://a.example/A_(b))", "([link https://a.example/A_(b)])"],
  ["[a label](https://a.example/b), done", "[a label]([link https://a.example/b]), done"],
  ["[https://a.example/b]", "[[link https://a.example/b]]"],
  ["https://a.example/x[1] stays", "[link https://a.example/x[1]] stays"],
  ["https://example’s and https://a.example’s", "[link https://example]’s and [link https://a.example]’s"],
  ["https://it's", "[link https://it]'s"],
  ["wait, https://a.example/b… no", "wait, [link https://a.example/b]… no"],
  ["https://a.example/b\u202Egnp.exe", "[link https://a.example/b]\u202Egnp.exe"],
  ["https://a.example/b\u2066c\u200Bd", "[link https://a.example/b]\u2066c\u200Bd"],
  ["https://münchen.example/straße?q=a#b", "[link https://münchen.example/straße?q=a#b]"],
  [
    "https://a.example:8080/b and https://a.example: yes",
    "[link https://a.example:8080/b] and [link https://a.example]: yes",
  ],
  ["https://bank.example@evil.example/", "https://bank.example@evil.example/"],
  ["HTTPS://A.example", "[link HTTPS://A.example]"],
  // What looks like a mention, and is something else.
  ["https://a.example/?by=@ada `@ada`", "[link https://a.example/?by=@ada] [code @ada]"],
  ["#@ada é@ada あ@ada ada-@ada x.@ada a=@ada a:@ada &@ada", "#@ada é@ada あ@ada ada-@ada x.@ada a=@ada a:@ada &@ada"],
  ["josé@ada.example, @ada@mastodon.example and @adaé", "josé@ada.example, @ada@mastodon.example and @adaé"],
  [
    "@ada.example @ada/package @ada\u0301 @ada_longer_than_twenty",
    "@ada.example @ada/package @ada\u0301 @ada_longer_than_twenty",
  ],
  [
    "@ada, @ada. @ada’s (@ada) “@ada” @ada-@ada",
    "[mention ada], [mention ada]. [mention ada]’s ([mention ada]) “[mention ada]” [mention ada]-@ada",
  ],
  ["❤️@ada 👍@ada", "❤️[mention ada] 👍[mention ada]"],
  ["@\u212Aelvin @\u017Fam", "@\u212Aelvin @\u017Fam"],
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

test("a text that mentions nobody links to nobody, whatever handles are in it", () => {
  expect(textParts("@ada and @bea", null)).toEqual([{ kind: "text", text: "@ada and @bea" }]);
});

test("a mention links to the person whom it meant when it was written, and unknown handles stay text", () => {
  const parts = textParts("@Ada, @bea and @constructor", { ada: "ada_two" });
  expect(parts).toEqual([
    { kind: "mention", handle: "ada_two", text: "@Ada" },
    { kind: "text", text: ", @bea and @constructor" },
  ]);
});
