interface LiteralSyntax {
  key(name: string): string;
  true: string;
  false: string;
  null: string;
  indent: number;
  /** Whether the last entry of a multi-line list ends with a comma. */
  trailing: boolean;
}

export const JSON_TEXT: LiteralSyntax = {
  key: (name) => JSON.stringify(name),
  true: "true",
  false: "false",
  null: "null",
  indent: 2,
  trailing: false,
};
export const JAVASCRIPT: LiteralSyntax = {
  ...JSON_TEXT,
  key: (name) => (/^[A-Za-z_$][\w$]*$/.test(name) ? name : JSON.stringify(name)),
  trailing: true,
};
export const PYTHON: LiteralSyntax = {
  ...JSON_TEXT,
  true: "True",
  false: "False",
  null: "None",
  indent: 4,
  trailing: true,
};

/** In characters: about what fits beside the text on the page. */
const LINE_WIDTH = 54;

/** Writes a value as a literal of a language, on one line if it fits. `depth` is its indentation in characters. */
export function literal(value: unknown, dialect: LiteralSyntax, depth = 0): string {
  if (value === null) return dialect.null;
  if (typeof value === "boolean") return value ? dialect.true : dialect.false;
  if (typeof value !== "object") return JSON.stringify(value);
  const inner = depth + dialect.indent;
  const parts = Array.isArray(value)
    ? value.map((entry) => literal(entry, dialect, inner))
    : Object.entries(value).map(([name, entry]) => `${dialect.key(name)}: ${literal(entry, dialect, inner)}`);
  const [open, close, pad] = Array.isArray(value) ? ["[", "]", ""] : ["{", "}", dialect === JAVASCRIPT ? " " : ""];
  if (parts.length === 0) return open + close;
  const line = `${open}${pad}${parts.join(", ")}${pad}${close}`;
  if (line.length + depth <= LINE_WIDTH && !line.includes("\n")) return line;
  const lines = parts.map((part) => " ".repeat(inner) + part).join(",\n") + (dialect.trailing ? "," : "");
  return `${open}\n${lines}\n${" ".repeat(depth)}${close}`;
}
