import fs from "node:fs";
import path from "node:path";

/** Lists a folder of public files and returns a predicate that tells whether a request's URL names one of them. */
export function publicFilesIn(folder: string): (url: string) => boolean {
  const paths = new Set(
    fs
      .readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map(({ parentPath, name }) => urlPath(path.relative(folder, path.join(parentPath, name)))),
  );
  return (url) => paths.has(decode(url.split("?", 1)[0] ?? ""));
}

function urlPath(file: string): string {
  return `/${file.split(path.sep).join("/")}`;
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
