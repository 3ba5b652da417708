export type Tongue = "curl" | "javascript" | "python" | "json" | "http";
export type Kind = "text" | "word" | "string" | "comment" | "number" | "name";

const WORDS: Record<Tongue, string> = {
  curl: "curl",
  javascript: "import|from|const|let|await|async|for|of|if|return|new|function|export|default|throw|try|catch|null|true|false|undefined",
  python: "import|from|def|return|if|not|for|in|while|raise|with|as|None|True|False|and|or|try|except",
  json: "true|false|null",
  http: "GET|POST|PUT|PATCH|DELETE|HTTP/1\\.1",
};

/** Cuts code into pieces to be coloured. Enough for the examples of these pages; it is no parser. */
export function highlight(code: string, tongue: Tongue): { kind: Kind; text: string }[] {
  const comment = tongue === "javascript" ? "//[^\\n]*" : tongue === "json" || tongue === "http" ? "(?!)" : "(?<![\\w$])#[^\\n]*";
  const name = tongue === "json" ? '"(?:[^"\\\\]|\\\\.)*"(?=\\s*:)' : "(?<=\\s)-{1,2}[A-Za-z][\\w-]*";
  const string = '"(?:[^"\\\\]|\\\\.)*"|\'(?:[^\'\\\\]|\\\\.)*\'|`(?:[^`\\\\]|\\\\.)*`';
  const pattern = new RegExp(
    `(?<comment>${comment})|(?<name>${name})|(?<string>${string})|(?<word>\\b(?:${WORDS[tongue]})\\b)|(?<number>\\b\\d[\\d_.]*\\b)`,
    "g",
  );
  const pieces: { kind: Kind; text: string }[] = [];
  let end = 0;
  for (const match of code.matchAll(pattern)) {
    if (match.index > end) pieces.push({ kind: "text", text: code.slice(end, match.index) });
    const [kind = "text"] = Object.entries(match.groups ?? {}).find(([, text]) => text !== undefined) ?? [];
    pieces.push({ kind: kind as Kind, text: match[0] });
    end = match.index + match[0].length;
  }
  if (end < code.length) pieces.push({ kind: "text", text: code.slice(end) });
  return pieces;
}
