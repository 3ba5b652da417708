interface Dialect {
  key(name: string): string;
  true: string;
  false: string;
  null: string;
  indent: number;
  /** Whether the last entry of a broken list takes a comma. */
  trailing: boolean;
}

export const JAVASCRIPT: Dialect = {
  key: (name) => (/^[A-Za-z_$][\w$]*$/.test(name) ? name : JSON.stringify(name)),
  true: "true",
  false: "false",
  null: "null",
  indent: 2,
  trailing: true,
};
export const PYTHON: Dialect = {
  key: (name) => JSON.stringify(name),
  true: "True",
  false: "False",
  null: "None",
  indent: 4,
  trailing: true,
};
export const JSON_TEXT: Dialect = {
  key: (name) => JSON.stringify(name),
  true: "true",
  false: "false",
  null: "null",
  indent: 2,
  trailing: false,
};

/** About what fits beside the words on a screen. */
const LINE = 54;

/** A value as a literal of a language, on one line where it fits. `depth` is the indentation that it stands in. */
export function literal(value: unknown, dialect: Dialect, depth = 0): string {
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
  if (line.length + depth <= LINE && !line.includes("\n")) return line;
  const lines = parts.map((part) => " ".repeat(inner) + part).join(",\n") + (dialect.trailing ? "," : "");
  return `${open}\n${lines}\n${" ".repeat(depth)}${close}`;
}
