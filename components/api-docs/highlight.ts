export type Tongue = "curl" | "javascript" | "python" | "json" | "http";
export type Kind = "text" | "word" | "string" | "comment" | "number" | "name";

const WORDS: Record<Tongue, string> = {
  curl: "curl",
  javascript:
    "import|from|const|let|await|async|for|of|if|return|new|function|export|default|throw|try|catch|null|true|false|undefined",
  python: "import|from|def|return|if|not|for|in|while|raise|with|as|None|True|False|and|or|try|except",
  json: "true|false|null",
  http: "GET|POST|PUT|PATCH|DELETE|HTTP/1\\.1",
};

/** Each ends at the end of the code at the latest: a string that is never closed must not be looked through again and again. */
const STRINGS =
  "\"(?:[^\"\\\\]|\\\\[^])*(?:\"|\\\\?$)|'(?:[^'\\\\]|\\\\[^])*(?:'|\\\\?$)|`(?:[^`\\\\]|\\\\[^])*(?:`|\\\\?$)";
const NAMES = "(?<=\\s)-{1,2}[A-Za-z][\\w-]*";

/** Cuts code into pieces to be coloured. Enough for the examples of these pages; it is no parser. */
export function highlight(code: string, tongue: Tongue): { kind: Kind; text: string }[] {
  const comment =
    tongue === "javascript" ? "//[^\\n]*" : tongue === "json" || tongue === "http" ? "(?!)" : "(?<![\\w$])#[^\\n]*";
  const pattern = new RegExp(
    `(?<comment>${comment})|(?<name>${NAMES})|(?<string>${STRINGS})|(?<word>\\b(?:${WORDS[tongue]})\\b)|(?<number>\\b\\d[\\d_.]*\\b)`,
    "g",
  );
  const pieces: { kind: Kind; text: string }[] = [];
  let end = 0;
  for (const match of code.matchAll(pattern)) {
    if (match.index > end) pieces.push({ kind: "text", text: code.slice(end, match.index) });
    const [kind = "text"] = Object.entries(match.groups ?? {}).find(([, text]) => text !== undefined) ?? [];
    end = match.index + match[0].length;
    const isField = tongue === "json" && kind === "string" && code[end] === ":";
    pieces.push({ kind: isField ? "name" : (kind as Kind), text: match[0] });
  }
  if (end < code.length) pieces.push({ kind: "text", text: code.slice(end) });
  return pieces;
}
