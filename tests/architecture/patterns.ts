import fs from "node:fs";
import ts from "typescript";
import { filesBelow } from "./imports";

export interface Pattern {
  file: string;
  line: number;
  source: string;
  flags: string;
}

const FOLDERS = ["app", "components", "lib", "scripts"];
const FILES = ["middleware.ts", "next.config.ts", "instrumentation.ts", "instrumentation-node.ts"];

/** Every regular expression in the product's code: literals, and arguments of `RegExp`. */
export function allPatterns(): Pattern[] {
  const files = [...FILES, ...FOLDERS.flatMap((folder) => filesBelow(folder))].filter((file) =>
    /\.(m?ts|tsx|mjs)$/.test(file),
  );
  const roots = files.map((file) =>
    ts.createSourceFile(file, fs.readFileSync(file, "utf8"), ts.ScriptTarget.Latest, true),
  );
  const everywhere = new Map(roots.flatMap((root) => [...constantsOf(root)]));
  return roots.flatMap((root) => patternsIn(root, new Map([...everywhere, ...constantsOf(root)])));
}

function patternsIn(root: ts.SourceFile, constants: Constants): Pattern[] {
  const patterns: Pattern[] = [];
  const visit = (node: ts.Node): void => {
    const file = root.fileName;
    const line = root.getLineAndCharacterOfPosition(node.getStart()).line + 1;
    if (ts.isRegularExpressionLiteral(node)) {
      const end = node.text.lastIndexOf("/");
      patterns.push({ file, line, source: node.text.slice(1, end), flags: node.text.slice(end + 1) });
    } else if ((ts.isNewExpression(node) || ts.isCallExpression(node)) && node.expression.getText() === "RegExp") {
      const [source, flags] = node.arguments ?? [];
      patterns.push({ file, line, source: textOf(source, constants), flags: flags ? textOf(flags, constants) : "" });
    }
    ts.forEachChild(node, visit);
  };
  visit(root);
  return patterns;
}

type Constants = ReadonlyMap<string, ts.Expression>;

function constantsOf(root: ts.SourceFile): Constants {
  const constants = new Map<string, ts.Expression>();
  const visit = (node: ts.Node): void => {
    if (ts.isVariableDeclaration(node) && ts.isIdentifier(node.name) && node.initializer)
      constants.set(node.name.text, node.initializer);
    ts.forEachChild(node, visit);
  };
  visit(root);
  return constants;
}

/**
 * The placeholder in a pattern for a value that is only known at run time. Such values are escaped, so they match
 * literally.
 */
const UNKNOWN = "unknown";

function textOf(node: ts.Expression | undefined, constants: Constants): string {
  if (!node) return "";
  if (ts.isStringLiteral(node) || ts.isNoSubstitutionTemplateLiteral(node)) return node.text;
  if (ts.isNumericLiteral(node)) return node.text;
  if (ts.isIdentifier(node)) return constants.has(node.text) ? textOf(constants.get(node.text), constants) : UNKNOWN;
  if (ts.isConditionalExpression(node))
    return [node.whenTrue, node.whenFalse].map((either) => textOf(either, constants)).join("|");
  if (ts.isElementAccessExpression(node) && ts.isIdentifier(node.expression)) {
    const table = constants.get(node.expression.text);
    if (table && ts.isObjectLiteralExpression(table))
      return table.properties
        .map((entry) => (ts.isPropertyAssignment(entry) ? textOf(entry.initializer, constants) : UNKNOWN))
        .join("|");
  }
  if (ts.isTemplateExpression(node))
    return (
      node.head.text +
      node.templateSpans.map(({ expression, literal }) => textOf(expression, constants) + literal.text).join("")
    );
  if (ts.isBinaryExpression(node)) {
    const [left, right] = [textOf(node.left, constants), textOf(node.right, constants)];
    return Number.isInteger(Number(left)) && Number.isInteger(Number(right)) && left !== ""
      ? String(Number(left) + Number(right))
      : left + right;
  }
  if (ts.isPropertyAccessExpression(node) && node.name.text === "source") {
    const pattern = node.expression;
    if (ts.isRegularExpressionLiteral(pattern)) return pattern.text.slice(1, pattern.text.lastIndexOf("/"));
    const known = ts.isIdentifier(pattern) ? constants.get(pattern.text) : undefined;
    if (known && ts.isRegularExpressionLiteral(known)) return known.text.slice(1, known.text.lastIndexOf("/"));
  }
  return UNKNOWN;
}
