import fs from "node:fs";
import ts from "typescript";
import { filesBelow } from "./imports";

const FOLDERS = ["app", "components", "lib", "prisma", "scripts", "tests"];
const CODE = /\.(m?ts|tsx|mjs)$/;

/** Every hand-written code file, including tests and scripts. */
export function codeFiles(): string[] {
  const top = fs.readdirSync(".").filter((name) => fs.statSync(name).isFile() && name !== "next-env.d.ts");
  return [...top, ...FOLDERS.flatMap((folder) => filesBelow(folder))].filter((file) => CODE.test(file));
}

export function parse(file: string): ts.SourceFile {
  const kind = /\.tsx?$|\.mts$/.test(file) ? undefined : ts.ScriptKind.JS;
  return ts.createSourceFile(file, fs.readFileSync(file, "utf8"), ts.ScriptTarget.Latest, true, kind);
}

interface Found {
  text: string;
  line: number;
}

export function commentsOf(source: ts.SourceFile): Found[] {
  const found = new Map<number, Found>();
  const { text } = source;
  const collect = (ranges: readonly ts.CommentRange[] | undefined): void => {
    for (const { pos, end } of ranges ?? []) found.set(pos, { text: text.slice(pos, end), line: lineOf(source, pos) });
  };
  const visit = (node: ts.Node): void => {
    // In JSX text, something that looks like a comment is text.
    if (!ts.isJsxText(node)) {
      collect(ts.getLeadingCommentRanges(text, node.getFullStart()));
      collect(ts.getTrailingCommentRanges(text, node.getEnd()));
    }
    node.getChildren(source).forEach(visit);
  };
  visit(source);
  return [...found.values()];
}

/** The docstrings of a file's exported functions. */
export function functionDocsOf(source: ts.SourceFile): Found[] {
  const isExport = ({ kind }: ts.ModifierLike) => kind === ts.SyntaxKind.ExportKeyword;
  return source.statements.flatMap((statement) => {
    if (!ts.isFunctionDeclaration(statement) && !isArrowFunction(statement)) return [];
    if (!statement.modifiers?.some(isExport)) return [];
    return ts
      .getJSDocCommentsAndTags(statement)
      .filter(ts.isJSDoc)
      .map((doc) => ({ text: doc.getText(source), line: lineOf(source, doc.pos) }));
  });
}

function isArrowFunction(statement: ts.Statement): statement is ts.VariableStatement {
  if (!ts.isVariableStatement(statement)) return false;
  const initializer = statement.declarationList.declarations[0]?.initializer;
  return initializer !== undefined && ts.isArrowFunction(initializer);
}

export function lineOf(source: ts.SourceFile, position: number): number {
  return source.getLineAndCharacterOfPosition(position).line + 1;
}

/** Whether no formatter can break a line at this position: it is in a string, template, expression or JSX text. */
export function isUnbreakable(source: ts.SourceFile, position: number): boolean {
  const inside = (node: ts.Node): boolean => {
    if (position < node.getStart(source) || position >= node.getEnd()) return false;
    if (ts.isStringLiteralLike(node) || ts.isRegularExpressionLiteral(node)) return true;
    if (ts.isTemplateHead(node) || ts.isTemplateMiddleOrTemplateTail(node) || ts.isTemplateExpression(node))
      return true;
    return node.getChildren(source).some(inside);
  };
  return inside(source);
}
