import fs from "node:fs";
import { expect, test } from "vitest";
import { behaviour, limits } from "@/scripts/tools/capacity/behaviour";
import { recordedMeasurements } from "@/scripts/tools/capacity/measurements";
import { answer, endings } from "@/scripts/tools/capacity/model";
import { answersTable, endingsTable, type Table } from "@/scripts/tools/capacity/report";

const PEOPLE = [10_000, 1_000_000, 100_000_000];

const document = fs.readFileSync("docs/scaling.md", "utf8").split("\n").map(cellsOf);
const [of, measured, limit] = [behaviour(), recordedMeasurements(), limits()];

test("docs/scaling.md states the model's results for ten thousand, a million and a hundred million people", () => {
  expectInDocument(answersTable(PEOPLE.map((people) => answer(people, of, measured, limit))));
});

test("docs/scaling.md states what is exhausted first, by the model", () => {
  expectInDocument(endingsTable(endings(of, measured, limit)));
});

function expectInDocument({ headings, lines }: Table): void {
  const at = document.findIndex((cells) => cells[0] === headings[0]);
  expect(document.slice(at + 2, at + 2 + lines.length), "npm run capacity -- --markdown prints it").toEqual(lines);
  expect(document[at]).toEqual(headings);
}

/** Of a line of a table; none of other lines. */
function cellsOf(line: string): string[] {
  return line
    .split("|")
    .slice(1, -1)
    .map((cell) => cell.trim());
}
