import fs from "node:fs";
import path from "node:path";

export interface Document {
  slug: string;
  /** Returns a field of its front matter. */
  field(name: string): string;
  optional(name: string): string | null;
  list(name: string, separator?: string): string[];
  body: string;
}

/** The markdown files of a folder beside this one. */
export function readDocuments(folder: string): Document[] {
  const directory = path.join(import.meta.dirname, folder);
  return fs
    .readdirSync(directory)
    .filter((file) => file.endsWith(".md"))
    .sort()
    .map((file) => parse(path.basename(file, ".md"), fs.readFileSync(path.join(directory, file), "utf8")));
}

function parse(slug: string, text: string): Document {
  const [, head = "", body = ""] = /^---\n([^]*?)\n---\n([^]*)$/.exec(text) ?? [];
  const fields = new Map(
    head
      .split("\n")
      .map((line): [string, string] => [line.slice(0, line.indexOf(":")), line.slice(line.indexOf(":") + 1).trim()]),
  );
  const optional = (name: string) => fields.get(name) ?? null;
  return {
    slug,
    body: body.trim(),
    optional,
    field(name) {
      const value = optional(name);
      if (value === null) throw new Error(`${slug}.md has no ${name}`);
      return value;
    },
    list: (name, separator = ",") =>
      (optional(name) ?? "")
        .split(separator)
        .map((entry) => entry.trim())
        .filter(Boolean),
  };
}
