/** The entries of a line such as `oak, brass, felt`. */
export function wordsIn(line: FormDataEntryValue | null): string[] {
  return textIn(line)
    .split(",")
    .map((word) => word.trim())
    .filter((word) => word !== "");
}

export function textIn(entry: FormDataEntryValue | null): string {
  return typeof entry === "string" ? entry.trim() : "";
}
