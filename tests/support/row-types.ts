// A program: prints the row types of the product's statements as JSON. A process of its own, because compiling takes
// seconds of computing, while the test databases are made.
import path from "node:path";
import ts from "typescript";
import type { Kind, RowType } from "./checked-rows";

const ROOT = path.resolve(import.meta.dirname, "../..");
const LIB = `${ROOT}/lib/`;

const { fileNames, options } = ts.getParsedCommandLineOfConfigFile(`${ROOT}/tsconfig.json`, undefined, {
  ...ts.sys,
  onUnRecoverableConfigFileDiagnostic: ({ messageText }) => {
    throw new Error(ts.flattenDiagnosticMessageText(messageText, "\n"));
  },
})!;
const program = ts.createProgram(
  fileNames.filter((name) => name.startsWith(LIB) || name.endsWith(".d.ts")),
  options,
);
const checker = program.getTypeChecker();
const found: RowType[] = [];
for (const source of program.getSourceFiles()) if (source.fileName.startsWith(LIB)) visit(source);
if (found.length === 0) throw new Error("No statement was found in lib/");
console.log(JSON.stringify(found));

/** Collects the calls `read<Row>(ctx, "name")` and `write(ctx, "name")`. */
function visit(node: ts.Node): void {
  ts.forEachChild(node, visit);
  if (!ts.isCallExpression(node) || !/^(read|write|preparedRead)$/.test(node.expression.getText())) return;
  const name = node.arguments.find((each) => ts.isStringLiteralLike(each) || ts.isTemplateExpression(each));
  if (!name) return;
  const [row] = node.typeArguments ?? [];
  found.push({
    name: name
      .getText()
      .slice(1, -1)
      .replace(/\$\{[^}]*\}/g, "*"),
    at: path.relative(ROOT, node.getSourceFile().fileName),
    columns: row && columnsOf(checker.getTypeFromTypeNode(row)),
  });
}

/** A column that only some members of a union have may also be absent or null. */
function columnsOf(row: ts.Type): Record<string, Kind[]> | undefined {
  if (row.flags & ts.TypeFlags.TypeParameter) return undefined;
  const variants = row.isUnion() ? row.types : [row];
  const columns: Record<string, Set<Kind>> = {};
  for (const property of variants.flatMap((variant) => variant.getProperties())) {
    const kinds = (columns[property.name] ??= new Set());
    for (const kind of kindsOf(checker.getTypeOfSymbol(property))) kinds.add(kind);
    if (property.flags & ts.SymbolFlags.Optional) kinds.add("undefined");
  }
  for (const [name, kinds] of Object.entries(columns))
    if (!variants.every((variant) => variant.getProperty(name))) kinds.add("undefined").add("null");
  return Object.fromEntries(Object.entries(columns).map(([name, kinds]) => [name, [...kinds]]));
}

function kindsOf(type: ts.Type): Kind[] {
  return (type.isUnion() ? type.types : [type]).map((each) => {
    const { flags } = each;
    if (flags & ts.TypeFlags.StringLike) return "string";
    if (flags & ts.TypeFlags.NumberLike) return "number";
    if (flags & ts.TypeFlags.BooleanLike) return "boolean";
    if (flags & ts.TypeFlags.Null) return "null";
    if (flags & ts.TypeFlags.Undefined) return "undefined";
    if (each.symbol?.name === "Date") return "Date";
    if (checker.isArrayType(each)) return "array";
    return "json";
  });
}
