import { describe, expect, test } from "vitest";
import { codeFiles, commentsOf, functionDocsOf, isUnbreakable, lineOf, parse } from "./sources";

/** As in prettier.config.mjs. */
const MAX_WIDTH = 120;

const SECTION = String.raw`\d{1,2}(\.\d{1,2})?`;
/** A bare section number, which means nothing to a reader without that edition of the contract. */
const SECTION_NUMBER = new RegExp(
  String.raw`\(${SECTION}([,;] ?${SECTION})*\)|§|\b[Ss]ections? \d|^/\*\*?\s*\d{1,2}\.\d{1,2}([\s:,.]|$)|^//\s*\d{1,2}\.\d{1,2}[\s:,]`,
);

/** A section number anywhere in a file. A quick check, because most files have none, and finding comments is slow. */
const ANYWHERE = new RegExp(SECTION_NUMBER.source.replaceAll("|^", "|"));

const OUR_CHOICE = /\bOur choice/;

/** A docstring whose first word is a verb, such as "Returns", or "Whether". */
const SAYS_WHAT_IT_DOES = /^\/\*\*[\s*]*(Whether|(?!Its\b|This\b)[A-Z][a-z-]+s)\b/;

const sources = codeFiles().map(parse);

describe("the language of the code", () => {
  test("has no comment that cites a section by its bare number: link docs/contract.md#heading", () => {
    const strays = sources
      .filter(({ text }) => ANYWHERE.test(text))
      .flatMap((source) =>
        commentsOf(source)
          .filter(({ text }) => SECTION_NUMBER.test(text))
          .map(({ text, line }) => `${source.fileName}:${line} ${text}`),
      );
    expect(strays).toEqual([]);
  });

  test("leaves the words “Our choice” to rules.ts, where they tell it from what the contract promises", () => {
    const strays = sources.filter(
      ({ fileName, text }) => /^(app|components|lib)\//.test(fileName) && OUR_CHOICE.test(text),
    );
    expect(strays.map(({ fileName }) => fileName).filter((file) => !file.endsWith("rules.ts"))).toEqual([]);
  });

  test('says first what an exported function of lib does: "Returns …", "Whether …"', () => {
    const strays = sources
      .filter(({ fileName }) => fileName.startsWith("lib/"))
      .flatMap((source) =>
        functionDocsOf(source)
          .filter(({ text }) => !SAYS_WHAT_IT_DOES.test(text))
          .map(({ text, line }) => `${source.fileName}:${line} ${text}`),
      );
    expect(strays).toEqual([]);
  });

  test(`has no line wider than ${MAX_WIDTH} columns that could be broken`, () => {
    const strays = sources.flatMap((source) => {
      const starts = source.getLineStarts();
      return source.text.split("\n").flatMap((text, index) => {
        if (text.length <= MAX_WIDTH || isWord(text)) return [];
        const position = starts[index]! + MAX_WIDTH;
        return isUnbreakable(source, position)
          ? []
          : [`${source.fileName}:${lineOf(source, position)} (${text.length})`];
      });
    });
    expect(strays, "Run npm run format, then break by hand what it leaves: comments, strings, templates").toEqual([]);
  });
});

/** Whether the text beyond the width is the rest of one word, such as a URL. */
function isWord(line: string): boolean {
  const start = line.lastIndexOf(" ", MAX_WIDTH);
  return line.slice(start + 1).indexOf(" ") === -1 && /^\s*(\/\/|\*|\/\*\*)?\s*$/.test(line.slice(0, start + 1));
}
