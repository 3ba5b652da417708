import path from "node:path";
import { describe, expect, test } from "vitest";
import { codeFiles, commentsOf, identifiersOf, isUnbreakable, lineOf, parse, wordsOf } from "./sources";
import { EXCEPTIONS, RETIRED_FILES, RETIRED_NAMES, RETIRED_WORDS, SECTION_NUMBER } from "./vocabulary";

/** That of prettier.config.mjs. */
const MAX_WIDTH = 120;

/** A section number wherever it stands: most files have none, and to find a file's comments takes long. */
const ANYWHERE = new RegExp(SECTION_NUMBER.source.replaceAll("|^", "|"));

const sources = codeFiles().map(parse);

describe("the language of the code", () => {
  test("has no name with a retired word: docs/glossary.md has the term of the field", () => {
    const strays = sources.flatMap((source) =>
      identifiersOf(source).flatMap(({ text, line }) => {
        if (isException(text, source.fileName)) return [];
        const term = RETIRED_NAMES.get(text) ?? firstDefined(wordsOf(text).map((word) => RETIRED_WORDS.get(word)));
        return term ? [`${source.fileName}:${line} says ${text}: say ${term}`] : [];
      }),
    );
    expect([...new Set(strays)]).toEqual([]);
  });

  test("has no file or folder named with a retired word", () => {
    const strays = sources
      .map(({ fileName }) => fileName)
      .filter((file) =>
        file
          .split(path.posix.sep)
          .flatMap(wordsOf)
          .some((word) => RETIRED_FILES.includes(word) && !isException(word, file)),
      );
    expect(strays, `No file is called ${RETIRED_FILES.join(", ")}: docs/glossary.md has the term`).toEqual([]);
  });

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

function isException(name: string, file: string): boolean {
  return EXCEPTIONS.some((exception) => exception.name.test(name) && exception.files.test(file));
}

function firstDefined<T>(values: (T | undefined)[]): T | undefined {
  return values.find((value) => value !== undefined);
}

/** Whether what stands beyond the width is the rest of one word, such as an address. */
function isWord(line: string): boolean {
  const start = line.lastIndexOf(" ", MAX_WIDTH);
  return line.slice(start + 1).indexOf(" ") === -1 && /^\s*(\/\/|\*|\/\*\*)?\s*$/.test(line.slice(0, start + 1));
}
