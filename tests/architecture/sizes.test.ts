import { expect, test } from "vitest";
import { codeFiles, lineCount } from "./sources";

const MAX_LINES = 200;
const MAX_MEDIAN_LINES = 60;

const files = codeFiles().map((file) => ({ file, lines: lineCount(file) }));

test(`no file is longer than ${MAX_LINES} lines`, () => {
  const strays = files
    .filter(({ lines }) => lines > MAX_LINES)
    .map(({ file, lines }) => `${file} has ${lines} lines: split it by noun`);
  expect(strays).toEqual([]);
});

test(`the median file has less than ${MAX_MEDIAN_LINES} lines`, () => {
  const sorted = files.map(({ lines }) => lines).toSorted((a, b) => a - b);
  expect(sorted[Math.floor(sorted.length / 2)]).toBeLessThan(MAX_MEDIAN_LINES);
});
