import fs from "node:fs";
import path from "node:path";
import ts from "typescript";

export interface Import {
  /** The importing file, relative to the project's root. */
  from: string;
  /** The imported file or folder, relative to the root and without an extension, or a package's name. */
  to: string;
  /** The specifier as written. */
  written: string;
  typeOnly: boolean;
}

const FOLDERS = ["app", "components", "lib"];
const GENERATED = ["lib/infra/prisma", "lib/generated"];

export function sourceFiles(): string[] {
  return FOLDERS.flatMap((folder) => filesBelow(folder)).filter((file) => /\.tsx?$/.test(file));
}

export function importsOf(file: string): Import[] {
  const source = ts.createSourceFile(file, fs.readFileSync(file, "utf8"), ts.ScriptTarget.Latest, true);
  const imports: Import[] = [];
  const visit = (node: ts.Node): void => {
    if (
      (ts.isImportDeclaration(node) || ts.isExportDeclaration(node)) &&
      node.moduleSpecifier &&
      ts.isStringLiteral(node.moduleSpecifier)
    ) {
      imports.push(describe(file, node.moduleSpecifier.text, isTypeOnly(node)));
    } else if (
      ts.isCallExpression(node) &&
      node.expression.kind === ts.SyntaxKind.ImportKeyword &&
      node.arguments[0] &&
      ts.isStringLiteral(node.arguments[0])
    ) {
      imports.push(describe(file, node.arguments[0].text, false));
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return imports;
}

function describe(from: string, written: string, typeOnly: boolean): Import {
  const to = written.startsWith("@/")
    ? written.slice(2)
    : written.startsWith(".")
      ? path.posix.join(path.posix.dirname(from), written)
      : written;
  return { from, to, written, typeOnly };
}

function isTypeOnly(node: ts.ImportDeclaration | ts.ExportDeclaration): boolean {
  if (ts.isExportDeclaration(node)) return node.isTypeOnly;
  const clause = node.importClause;
  if (!clause) return false;
  if (clause.isTypeOnly) return true;
  const named = clause.namedBindings;
  return (
    !clause.name &&
    named !== undefined &&
    ts.isNamedImports(named) &&
    named.elements.every((element) => element.isTypeOnly)
  );
}

export function filesBelow(folder: string): string[] {
  if (GENERATED.includes(folder) || !fs.existsSync(folder)) return [];
  return fs.readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const file = path.posix.join(folder, entry.name);
    return entry.isDirectory() ? filesBelow(file) : [file];
  });
}
