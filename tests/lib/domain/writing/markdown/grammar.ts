import fc from "fast-check";
import { html, inline, marker, spaces } from "./inline-grammar";

const LONGEST = 20_000;
const SMALL = 600;

const opener = fc.constantFrom(
  "> ",
  ">",
  "- ",
  "* ",
  "+ ",
  "1. ",
  "1) ",
  "    ",
  "\t",
  "- [x] ",
  "- [ ] ",
  "[^a]: ",
  "   > - ",
);

/** All block elements, nested to any depth. */
const block = fc.letrec<{ block: string; blocks: string }>((tie) => ({
  blocks: fc
    .array(tie("block"), { minLength: 1, maxLength: 5, depthIdentifier: "block" })
    .map((blocks) => blocks.join("\n\n")),
  block: fc.oneof(
    { depthSize: "medium", depthIdentifier: "block" },
    inline,
    fc
      .tuple(fc.integer({ min: 1, max: 7 }), spaces, inline)
      .map(([level, gap, text]) => `${"#".repeat(level)}${gap}${text}`),
    fc.tuple(inline, fc.constantFrom("---", "===", "-", "=")).map(([text, line]) => `${text}\n${line}`),
    fc.constantFrom(
      "***",
      "---",
      "- - -",
      "[a]: /x",
      '[b]: javascript:x "y"',
      "[A]: <>",
      "[^b]: note",
      "[__proto__]: /x",
    ),
    fc
      .tuple(fc.constantFrom("```", "~~~", "````js", '```x" onclick="y'), inline)
      .map(([fence, text]) => `${fence}\n${text}\n${fence.slice(0, 3)}`),
    fc
      .tuple(
        fc.oneof({ weight: 9, arbitrary: fc.integer({ min: 1, max: 6 }) }, fc.integer({ min: 90, max: 130 })),
        fc.integer({ min: 0, max: 5 }),
        inline,
        fc.constantFrom("-", ":-", "-:", ":-:"),
      )
      .map(table),
    fc.tuple(opener, tie("blocks")).map(([mark, blocks]) =>
      blocks
        .split("\n")
        .map((line) => mark + line)
        .join("\n"),
    ),
    fc
      .tuple(opener, tie("blocks"))
      .map(([mark, blocks]) => mark + blocks.split("\n").join(`\n${" ".repeat(mark.length)}`)),
    fc.tuple(html, tie("blocks")).map(([tag, blocks]) => `${tag}\n\n${blocks}`),
  ),
}));

function table([columns, rows, text, line]: [number, number, string, string]): string {
  const row = (cell: string) => `|${`${cell}|`.repeat(columns)}`;
  return [
    row("a"),
    row(line),
    ...Array.from({ length: rows }, (_, at) => (at % 3 === 0 ? "|" : `|${text.replaceAll("\n", " ")}|`)),
  ].join("\n");
}

const piece = fc.oneof({ weight: 3, arbitrary: block.blocks }, { weight: 2, arbitrary: inline }, opener, marker);

/** A document of a few lines in the whole grammar. */
export const smallDocument = fc
  .array(piece, { minLength: 1, maxLength: 3 })
  .map((pieces) => pieces.join("\n").slice(0, SMALL));

/** A document as long as a readme may be: a few fragments repeated, which is what slows a parser down. */
export const longDocument = fc
  .tuple(fc.array(piece, { minLength: 1, maxLength: 3 }), fc.constantFrom("", " ", "\n", "\n\n"), fc.boolean())
  .map(([pieces, gap, inTurn]) => {
    const repeated = (text: string, length: number) =>
      (text + gap).repeat(Math.ceil(length / Math.max(1, text.length + gap.length))).slice(0, length);
    return inTurn
      ? repeated(pieces.join(gap), LONGEST)
      : pieces.map((text) => repeated(text, Math.floor(LONGEST / pieces.length))).join("");
  });
