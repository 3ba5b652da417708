/** The parts of a comma-separated field such as `oak, brass, felt`. */
export function listIn(entry: FormDataEntryValue | null): string[] {
  return textIn(entry)
    .split(",")
    .map((part) => part.trim())
    .filter((part) => part !== "");
}

export function textIn(entry: FormDataEntryValue | null): string {
  return typeof entry === "string" ? entry.trim() : "";
}
