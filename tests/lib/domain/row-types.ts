import ts from "typescript";
import { PROJECT } from "@/scripts/tools/state-directory";

/** What a column holds as JavaScript sees it. */
export type Kind = "string" | "number" | "boolean" | "date" | "json" | "null";

export interface TypedRead {
  /** `lib/domain/posts/queries.ts:34` */
  where: string;
  /** Matches the names that the statement may have. */
  name: RegExp;
  /** Whether the name is a literal: statements that it matches belong to no computed name. */
  isExact: boolean;
  /** The row type's variants, each with the kind of every property. */
  variants: Record<string, Kind>[];
}

/** Finds every `read` and `preparedRead` of the domain that declares its row type. */
export function typedReads(): TypedRead[] {
  const { config } = ts.readConfigFile(`${PROJECT}/tsconfig.json`, (file) => ts.sys.readFile(file)) as {
    config: { compilerOptions: ts.CompilerOptions };
  };
  const { options } = ts.convertCompilerOptionsFromJson(
    { ...config.compilerOptions, noEmit: true, incremental: false, lib: ["esnext"], types: [] },
    PROJECT,
  );
  // `read` itself passes its name on.
  const files = ts.sys.readDirectory(`${PROJECT}/lib/domain`, [".ts"], [`${PROJECT}/lib/domain/context.ts`]);
  const program = ts.createProgram(files, options, hostOfOwnFiles(options));
  const checker = program.getTypeChecker();
  return files.flatMap((file) => {
    const source = program.getSourceFile(file)!;
    const reads: TypedRead[] = [];
    const visit = (node: ts.Node): void => {
      if (ts.isCallExpression(node) && ts.isIdentifier(node.expression)) {
        const nameAt = { read: 1, preparedRead: 0 }[node.expression.text];
        const name = nameAt === undefined ? undefined : node.arguments[nameAt];
        const row = rowType(checker, node);
        if (name) {
          const { line } = source.getLineAndCharacterOfPosition(node.getStart());
          const where = `${file.slice(PROJECT.length + 1)}:${line + 1}`;
          reads.push({
            where,
            name: patternOf(checker, name),
            isExact: ts.isStringLiteral(name) || ts.isIdentifier(name),
            variants: (row?.isUnion() ? row.types : [row ?? []].flat()).map((type) => {
              if (!isKnown(checker, type))
                throw new Error(`${where}: write out what the row type takes from a package.`);
              return kindsOf(checker, type, node);
            }),
          });
        }
      }
      ts.forEachChild(node, visit);
    };
    visit(source);
    return reads;
  });
}

/**
 * Resolves only the project's own files, of which row types consist. Other packages and the generated client are
 * fifteen times as large, and would take most of the time.
 */
function hostOfOwnFiles(options: ts.CompilerOptions): ts.CompilerHost {
  const host = ts.createCompilerHost(options);
  const isNeeded = (file: string) => !/\/node_modules\/(?!zod\/|typescript\/)|\/infra\/prisma\/(?!enums)/.test(file);
  return { ...host, fileExists: (file) => isNeeded(file) && host.fileExists(file) };
}

/** Whether the compiler resolves every part of a row type. */
function isKnown(checker: ts.TypeChecker, row: ts.Type): boolean {
  const parents = (row.symbol?.declarations ?? [])
    .filter(ts.isInterfaceDeclaration)
    .flatMap(({ heritageClauses = [] }) => heritageClauses.flatMap(({ types }) => types));
  const parts = [
    row,
    ...parents.map((parent) => checker.getTypeAtLocation(parent)),
    ...checker.getIndexInfosOfType(row).map(({ type }) => type),
  ];
  return parts.every(({ flags }) => !(flags & ts.TypeFlags.Any));
}

/** `Row` of `read<Row>(…)`; without it, nothing uses the columns. */
function rowType(checker: ts.TypeChecker, call: ts.CallExpression): ts.Type | undefined {
  const written = call.typeArguments?.[0];
  if (!written) return undefined;
  const row = checker.getTypeFromTypeNode(written);
  return checker.getBaseConstraintOfType(row) ?? row;
}

/**
 * Computed parts of a name match anything except a dot; a name that is a parameter has a type that lists its values.
 */
function patternOf(checker: ts.TypeChecker, name: ts.Expression): RegExp {
  const type = checker.getTypeAtLocation(name);
  const listed = type.isUnion() ? type.types : [];
  if (ts.isIdentifier(name) && listed.length > 0 && listed.every((one) => one.isStringLiteral()))
    return new RegExp(listed.map(({ value }) => exactly(value).source).join("|"));
  if (ts.isStringLiteral(name)) return exactly(name.text);
  if (ts.isConditionalExpression(name))
    return new RegExp(`${patternOf(checker, name.whenTrue).source}|${patternOf(checker, name.whenFalse).source}`);
  if (ts.isTemplateExpression(name))
    return new RegExp(
      `^${[name.head.text, ...name.templateSpans.map(({ literal }) => literal.text)].map(escaped).join("[^.]*")}$`,
    );
  const [first] = name.getText().match(/(?<=")[^"]+(?=")/) ?? [];
  if (first === undefined) throw new Error(`Give ${name.getText()} a type that lists the names of its statements.`);
  return new RegExp(`^${escaped(first)}`);
}

const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
const exactly = (text: string) => new RegExp(`^${escaped(text)}$`);

function kindsOf(checker: ts.TypeChecker, row: ts.Type, at: ts.Node): Record<string, Kind> {
  return Object.fromEntries(
    checker
      .getPropertiesOfType(row)
      .map((property) => [property.name, kindOf(checker, checker.getTypeOfSymbolAtLocation(property, at))]),
  );
}

function kindOf(checker: ts.TypeChecker, type: ts.Type): Kind {
  const value = checker.getNonNullableType(type);
  const all = (flags: ts.TypeFlags) => (value.isUnion() ? value.types : [value]).every((one) => one.flags & flags);
  if (value.flags & ts.TypeFlags.Never) return "null";
  if (all(ts.TypeFlags.StringLike)) return "string";
  if (all(ts.TypeFlags.NumberLike)) return "number";
  if (all(ts.TypeFlags.BooleanLike)) return "boolean";
  return value.getSymbol()?.name === "Date" ? "date" : "json";
}
